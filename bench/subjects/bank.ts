import pg from 'pg';
import { codaFile } from '../coda-file.ts';
import { residentMegabytes } from '../processes.ts';
import { plainResult, ratioResult, spaced, type Result } from '../report.ts';
import { compare, takeTurns } from '../rounds.ts';
import { startSignedIn } from '../service.ts';
import type { Stage } from '../stage.ts';

/** A file of a bank with very many movements, against the same rows put into the same table by bare statements. */

const MOVEMENTS = 10_000;
const ROWS_A_STATEMENT = 500;
const ROUNDS = 5;
const IBAN = 'BE68539007547034';

export async function measureBank(stage: Stage): Promise<Result[]> {
  const databaseUrl = await stage.createDatabase('bank');
  const service = await startSignedIn(stage, databaseUrl);
  const bare = new pg.Client({ connectionString: databaseUrl });
  try {
    await bare.connect();
    const file = await service.openFile('Bank');
    const path = `/v1/companies/${file.public_token}`;
    await service.call('POST', `${path}/journals`, { code: 'BNK', label: 'Bank', type: 'bank', iban: IBAN });
    const { 'content-type': _json, ...headers } = service.headers;
    let day = 0;
    const importFile = async (count: number): Promise<number> => {
      const form = new FormData();
      form.append('files[]', new Blob([codaFile(IBAN, count, (day += 1))]), `${day}.cod`);
      const startedAt = performance.now();
      const response = await fetch(`${service.url}${path}/coda-files`, { method: 'POST', headers, body: form });
      const text = await response.text();
      const seconds = (performance.now() - startedAt) / 1000;
      if (!response.ok) throw new Error(`The import was answered ${response.status}: ${text.slice(0, 500)}`);
      return count / seconds;
    };
    stage.note('bank: a small file warms up');
    await importFile(500);
    const before = await residentMegabytes(service.pid);
    const ofOne = watchMost(service.pid);
    await importFile(MOVEMENTS);
    const growth = (await ofOne.stop()) - before;
    await bare.query('CREATE SCHEMA bare; CREATE TABLE bare.rows (LIKE read.bank_transactions INCLUDING ALL)');
    const rows = await sampleRows(bare);
    stage.note(`bank: files of ${spaced(MOVEMENTS)} movements`);
    const turns = await takeTurns(
      ROUNDS,
      () => importFile(MOVEMENTS),
      () => insertBare(bare, rows),
    );
    return [
      ratioResult(
        `CODA of ${spaced(MOVEMENTS)} movements, against bare multi-row inserts`,
        'rows/s',
        compare(turns, (rate) => rate),
        { atLeast: 0.5 },
      ),
      plainResult('growth of the service by one such file', 'MB RSS', growth, { atMost: 80 }),
    ];
  } finally {
    await bare.end();
    await service.stop();
  }
}

/** The most that the process has taken while it was watched. */
function watchMost(pid: number) {
  let most = 0;
  const look = async (): Promise<void> => void (most = Math.max(most, await residentMegabytes(pid)));
  const timer = setInterval(() => void look(), 50);
  return {
    async stop(): Promise<number> {
      clearInterval(timer);
      await look();
      return most;
    },
  };
}

interface Rows {
  readonly columns: readonly string[];
  readonly values: readonly (readonly unknown[])[];
}

async function sampleRows(bare: pg.Client): Promise<Rows> {
  const { rows, fields } = await bare.query<Record<string, unknown>>('SELECT * FROM read.bank_transactions LIMIT 500');
  const columns = fields.map(({ name }) => name);
  return { columns, values: rows.map((row) => columns.map((column) => row[column])) };
}

/** Statements of some hundred rows each, with other ids, in one commit: what the fastest plain program would do. */
async function insertBare(bare: pg.Client, { columns, values }: Rows): Promise<number> {
  await bare.query('TRUNCATE bare.rows');
  const id = columns.indexOf('id');
  const startedAt = performance.now();
  await bare.query('BEGIN');
  for (let first = 0; first < MOVEMENTS; first += ROWS_A_STATEMENT) {
    const places: string[] = [];
    const given: unknown[] = [];
    for (let index = 0; index < ROWS_A_STATEMENT; index += 1) {
      const row = values[index % values.length]!;
      places.push(`(${columns.map((_, column) => `$${given.length + column + 1}`).join(', ')})`);
      given.push(...row.map((value, column) => (column === id ? first + index + 1 : value)));
    }
    await bare.query(`INSERT INTO bare.rows (${columns.join(', ')}) VALUES ${places.join(', ')}`, given);
  }
  await bare.query('COMMIT');
  return MOVEMENTS / ((performance.now() - startedAt) / 1000);
}
