import { get } from 'node:http';
import type { LargeFiles } from '../../large-files.ts';
import { copiedOut } from '../../copied-out.ts';
import { residentMegabytes } from '../../processes.ts';
import { plainResult, ratioResult, spaced, type Result } from '../../report.ts';
import { compare, takeTurns } from '../../rounds.ts';
import { startService, type SignedInService } from '../../service.ts';
import { timeOf } from '../../single.ts';
import type { Stage } from '../../stage.ts';

/** Reports of a very large company file as files: how fast they are made, how soon they begin, and what memory they take. */

/** Of the four years that the file has entries in. */
const FIRST_DAY = '2023-01-01';
const LAST_DAY = '2026-12-31';

type Service = Pick<SignedInService, 'url' | 'headers'>;

interface Received {
  readonly bytes: number;
  readonly lines: number;
  readonly firstByteMs: number;
  readonly milliseconds: number;
}

export async function measureReportFiles(stage: Stage, { databaseUrl, headers, large }: LargeFiles): Promise<Result[]> {
  const { note, extent } = stage;
  const program = await startService(stage, databaseUrl);
  const service = { ...program, headers };
  const path = `/v1/companies/${large.public_token}/reports/general-ledger`;
  const all = `from=${FIRST_DAY}&to=${LAST_DAY}`;
  try {
    note('ledger: general ledger as CSV');
    const ledger = (): Promise<number> =>
      received(service, `${path}?format=csv&dialect=raw&${all}`).then(
        ({ lines, milliseconds }) => (lines / milliseconds) * 1000,
      );
    const copied = async (): Promise<number> => {
      let rows = 0;
      const time = await timeOf(async () => ({ rows } = await copiedOut(databaseUrl, ledgerQuery(large.id))));
      return (rows / time) * 1000;
    };
    await ledger();
    const { lines, firstByteMs } = await received(service, `${path}?format=csv&${all}`);
    const subject = `general ledger of ${spaced(lines)} lines`;
    const turns = await takeTurns(extent.ledgerRounds, ledger, copied);
    const results = [
      ratioResult(
        `${subject} as CSV, against COPY through node`,
        'rows/s',
        compare(turns, (rate) => rate),
        { atLeast: 0.4 },
      ),
      plainResult(`${subject} as CSV, first byte`, 'ms', firstByteMs, { atMost: 1_000 }),
    ];
    note('ledger: general ledger as XLSX and PDF');
    const before = await residentMegabytes(program.pid);
    const months = await daysOfAbout(service, path, 100_000);
    const workbook = await received(service, `${path}?format=xlsx&${months}`);
    const memory = await residentMegabytes(program.pid);
    const fewer = await daysOfAbout(service, path, 20_000);
    const paper = await received(service, `${path}?format=pdf&${fewer}`);
    return [
      ...results,
      plainResult('general ledger of about 100 000 lines as XLSX', 's', workbook.milliseconds / 1000, { atMost: 15 }),
      plainResult('memory of the service meanwhile', 'MB RSS', Math.max(before, memory), { atMost: 300 }),
      plainResult('general ledger of about 20 000 lines as PDF', 's', paper.milliseconds / 1000, { atMost: 20 }),
    ];
  } finally {
    await program.stop();
  }
}

/** What a ledger shows of each line, in its order. */
const ledgerQuery = (companyId: number): string =>
  `SELECT a.number, a.label, l.entry_date, j.code, e.number, coalesce(l.reference, e.reference), coalesce(l.label, e.label), p.name, l.debit, l.credit
   FROM read.entry_lines l JOIN read.entries e ON e.id = l.entry_id JOIN read.accounts a ON a.id = l.account_id
   JOIN read.journals j ON j.id = e.journal_id LEFT JOIN read.third_parties p ON p.id = l.third_party_id
   WHERE l.company_id = ${companyId} AND l.layer <> 'carried' ORDER BY a.number, l.entry_date, l.entry_id, l.line_number`;

/** Days from the first on that hold about so many lines, or all of them. */
async function daysOfAbout(service: Service, path: string, lines: number): Promise<string> {
  let [low, high] = [Date.parse(FIRST_DAY), Date.parse(LAST_DAY)];
  for (let step = 0; step < 9; step += 1) {
    const middle = (low + high) / 2;
    const to = new Date(middle).toISOString().slice(0, 10);
    const { body } = await whole(service, `${path}?per_page=1&from=${FIRST_DAY}&to=${to}`);
    if ((JSON.parse(body) as { readonly total: number }).total > lines) high = middle;
    else low = middle;
  }
  return `from=${FIRST_DAY}&to=${new Date(low).toISOString().slice(0, 10)}`;
}

async function whole(service: Service, path: string): Promise<{ readonly body: string }> {
  const pieces: Buffer[] = [];
  await received(service, path, (piece) => pieces.push(piece));
  return { body: Buffer.concat(pieces).toString() };
}

const LINE_END = 10;

export function received({ url, headers }: Service, path: string, take?: (piece: Buffer) => void): Promise<Received> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    get(`${url}${path}`, { headers }, (response) => {
      let [bytes, lines, firstByteMs] = [0, 0, 0];
      response.on('data', (piece: Buffer) => {
        if (bytes === 0) firstByteMs = performance.now() - startedAt;
        bytes += piece.length;
        for (let at = piece.indexOf(LINE_END); at >= 0; at = piece.indexOf(LINE_END, at + 1)) lines += 1;
        take?.(piece);
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`GET ${path} answered ${response.statusCode}`));
        else resolve({ bytes, lines, firstByteMs, milliseconds: performance.now() - startedAt });
      });
    }).on('error', reject);
  });
}
