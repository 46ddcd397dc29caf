import pg from 'pg';
import { vatPartySums } from '../../projections/ledger/vat-party-sums.ts';
import type { DerivedRows } from '../../projections/support/table.ts';
import { median } from '../load.ts';
import { plainResult, ratioResult, spaced, type Result } from '../report.ts';
import { compare, takeTurns } from '../rounds.ts';
import { startSignedIn, type SignedInService } from '../service.ts';
import type { Stage } from '../stage.ts';

/**
 * VAT returns of a company file with very many entries, a tenth of them in the quarter that is declared, and the calendar of a firm
 * with five hundred files. A few documents are posted by the service, and their rows are put into the read tables again and again:
 * what is measured reads these tables, and nothing else of so many documents.
 */

const ROUNDS = 7;
const FILES = 500;
const FIRST_COPY = 1_000_000_000;
const QUARTER = ['2026-04-01', '2026-06-30'] as const;

const CODES = ['S-21', 'S-6', 'P-M-21', 'P-S-21-D50', 'P-S-IC-21', 'P-S-CC-21'];

export async function measureVat(stage: Stage): Promise<Result[]> {
  const entries = stage.extent.vatEntries;
  const databaseUrl = await stage.createDatabase('vat');
  const service = await startSignedIn(stage, databaseUrl);
  const bare = new pg.Client({ connectionString: databaseUrl });
  try {
    await bare.connect();
    const file = await service.openFile('VAT');
    const path = `/v1/companies/${file.public_token}`;
    await postDocuments(service, path);
    stage.note(`VAT: ${spaced(entries)} entries`);
    await multiplyEntries(bare, file.id, entries);
    await multiplyFiles(bare, file.id);
    await sumUp(bare, file.id);
    await bare.query(
      'VACUUM (ANALYZE) read.entries, read.entry_lines, read.vat_boxes, read.vat_counts, read.vat_movements, read.vat_party_sums, read.vat_declarations, read.companies',
    );
    const { id } = await service.call<{ id: number }>('POST', `${path}/vat-declarations`, {
      year: 2026,
      period: 2,
      period_type: 'quarterly',
    });
    const one = `${path}/vat-declarations/${id}`;
    const timed = async (work: () => Promise<unknown>): Promise<number> => {
      const startedAt = performance.now();
      await work();
      return performance.now() - startedAt;
    };
    stage.note('VAT: a quarter is computed');
    await timed(() => service.call('POST', `${one}/refresh`));
    const computing = await takeTurns(
      ROUNDS,
      () => timed(() => service.call('POST', `${one}/refresh`)),
      () => timed(() => bare.query(RAW, [file.id, ...QUARTER])),
    );
    const page = (number: number) => timed(() => service.call('GET', `${one}/lines?box=54&per_page=50&page=${number}`));
    const last = Math.max(1, Math.floor(entries / 10 / 3 / 50));
    const paging = await takeTurns(
      ROUNDS,
      () => page(last),
      () => page(1),
    );
    stage.note('VAT: it is validated and reopened');
    const validating: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      validating.push(await timed(() => service.call('POST', `${one}/validate`, {})));
      await service.call('POST', `${one}/reopen`, {});
    }
    const controls: number[] = [];
    for (let round = 0; round < 3; round += 1)
      controls.push(await timed(() => service.call('GET', `${path}/vat/control?from=${QUARTER[0]}&to=${QUARTER[1]}`)));
    const [firm] = await service.call<{ public_token: string }[]>('GET', '/v1/firms');
    const calendars: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1)
      calendars.push(await timed(() => service.call('GET', `/v1/firms/${firm!.public_token}/vat/calendar`)));
    const of = `of ${spaced(entries)} entries`;
    return [
      plainResult(`VAT of a quarter ${of}`, 'ms', median(computing.measured), { atMost: 300 }),
      ratioResult(
        'the same, against the bare statement',
        'ms',
        compare(computing, (milliseconds) => milliseconds),
        { atMost: 3 },
      ),
      ratioResult(
        'last page of a box, against the first',
        'ms',
        compare(paging, (milliseconds) => milliseconds),
        { atMost: 2 },
      ),
      plainResult('VAT return validated with its entry', 'ms', median(validating), { atMost: 150 }),
      plainResult('first page of a box', 'ms', median(paging.baseline), { atMost: 100 }),
      plainResult('control of the quarter', 'ms', median(controls), { atMost: 150 }),
      plainResult(`VAT calendar of ${FILES} files`, 'ms', median(calendars.slice(1)), { atMost: 200 }),
    ];
  } finally {
    await bare.end();
    await service.stop();
  }
}

const RAW = `SELECT b->>'box' AS box, sum((b->>'amount')::numeric)
  FROM read.entries e, jsonb_array_elements(e.vat) v, jsonb_array_elements(v->'boxes') b
  WHERE e.company_id = $1 AND e.entry_date BETWEEN $2 AND $3 AND e.vat IS NOT NULL GROUP BY 1`;

/** One of each code. */
async function postDocuments(service: SignedInService, path: string): Promise<void> {
  const journals = await service.call<{ id: number; code: string }[]>('GET', `${path}/journals`);
  const journal = (code: string): number => journals.find((one) => one.code === code)!.id;
  const party = (type: string) => service.call<{ id: number }>('POST', `${path}/third-parties`, { type, name: type });
  const [customer, supplier] = [await party('customer'), await party('supplier')];
  for (const vat_code of CODES) {
    const isSale = vat_code.startsWith('S');
    await service.call('POST', `${path}/entries/invoice`, {
      journal_id: journal(isSale ? 'VEN' : 'ACH'),
      third_party_id: (isSale ? customer : supplier).id,
      entry_date: '2026-04-15',
      lines: [{ account: isSale ? '700000' : '613000', amount: '100.00', vat_code }],
    });
  }
}

/** A tenth of the copies in the quarter, the others in the year before it. */
async function multiplyEntries(bare: pg.Client, companyId: number, count: number): Promise<void> {
  const copies = Math.ceil(count / CODES.length);
  const day = `CASE WHEN n % 10 = 0 THEN date '2026-04-01' + (n / 10 % 91)::integer ELSE date '2025-01-01' + (n % 365)::integer END`;
  await copyRows(bare, 'entries', `company_id = ${companyId} AND id < ${FIRST_COPY}`, copies, {
    id: `${FIRST_COPY} + id * ${copies} + n`,
    entry_date: day,
  });
  await copyRows(bare, 'entry_lines', `company_id = ${companyId} AND id < ${FIRST_COPY}`, copies, {
    id: `${FIRST_COPY} + id * ${copies} + n`,
    entry_id: `${FIRST_COPY} + entry_id * ${copies} + n`,
    entry_date: day,
  });
}

/** What the projection keeps of each day, of the copies too. */
async function sumUp(bare: pg.Client, companyId: number): Promise<void> {
  await bare.query('DELETE FROM read.vat_boxes WHERE company_id = $1', [companyId]);
  await bare.query('DELETE FROM read.vat_counts WHERE company_id = $1', [companyId]);
  await bare.query('DELETE FROM read.vat_movements WHERE company_id = $1', [companyId]);
  await bare.query('DELETE FROM read.vat_party_sums WHERE company_id = $1', [companyId]);
  await bare.query(
    `INSERT INTO read.vat_boxes (company_id, entry_date, box, amount)
      SELECT e.company_id, e.entry_date, b->>'box', sum((b->>'amount')::numeric)
      FROM read.entries e, jsonb_array_elements(e.vat) v, jsonb_array_elements(v->'boxes') b
      WHERE e.company_id = $1 AND e.vat IS NOT NULL AND NOT v ? 'exigibility' GROUP BY 1, 2, 3`,
    [companyId],
  );
  await bare.query(
    `INSERT INTO read.vat_counts (company_id, entry_date, boxes, lines_count, last_recorded_at)
      SELECT e.company_id, e.entry_date, (SELECT string_agg(g.boxes, '|' ORDER BY g.boxes COLLATE "C") FROM (
          SELECT string_agg('+' || (b->>'box'), ' ' ORDER BY '+' || (b->>'box') COLLATE "C") AS boxes
          FROM jsonb_array_elements(v->'boxes') b GROUP BY (b->>'amount')::numeric) g), count(*), max(e.created_at)
      FROM read.entries e, jsonb_array_elements(e.vat) v
      WHERE e.company_id = $1 AND e.vat IS NOT NULL AND NOT v ? 'exigibility' GROUP BY 1, 2, 3`,
    [companyId],
  );
  await bare.query(
    `INSERT INTO read.vat_movements (company_id, entry_date, account_id, amount)
      SELECT company_id, entry_date, account_id, sum(debit - credit)
      FROM read.entry_lines WHERE company_id = $1 AND vat_code_id IS NOT NULL GROUP BY 1, 2, 3`,
    [companyId],
  );
  const { buildRows } = vatPartySums.past as DerivedRows;
  await bare.query(`INSERT INTO read.vat_party_sums
    WITH past_entries AS (SELECT * FROM read.entries WHERE company_id = ${companyId})
    ${buildRows({ company: String(companyId), at: 'now()', isLate: false }, () => true)}`);
}

async function multiplyFiles(bare: pg.Client, companyId: number): Promise<void> {
  const other = `${FIRST_COPY} + n`;
  await copyRows(bare, 'companies', `id = ${companyId}`, FILES, { id: other, public_token: `gen_random_uuid()` });
  await copyRows(bare, 'fiscal_years', `company_id = ${companyId}`, FILES, {
    id: `${FIRST_COPY} + id * ${FILES} + n`,
    company_id: other,
  });
}

/** The rows of a table once more for each `n`, with other values where the table must tell them apart. */
async function copyRows(
  bare: pg.Client,
  table: string,
  where: string,
  copies: number,
  others: Readonly<Record<string, string>>,
): Promise<void> {
  const { fields } = await bare.query(`SELECT * FROM read.${table} LIMIT 0`);
  const columns = fields.map(({ name }) => `"${name}"`).join(', ');
  const values = fields.map(({ name }) => others[name] ?? `"${name}"`).join(', ');
  await bare.query(`INSERT INTO read.${table} (${columns})
    SELECT ${values} FROM read.${table}, generate_series(1, ${copies}) n WHERE ${where}`);
}
