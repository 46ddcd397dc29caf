import pg from 'pg';
import { copiedOut } from '../../copied-out.ts';
import type { LargeFiles } from '../../large-files.ts';
import { peakMegabytes } from '../../processes.ts';
import { plainResult, ratioResult, spaced, type Result } from '../../report.ts';
import { compare, takeTurns } from '../../rounds.ts';
import { startService } from '../../service.ts';
import { timeOf } from '../../single.ts';
import type { Stage } from '../../stage.ts';
import { begun, received, wholeOf, type Service } from './received.ts';

/** The general ledger as files: how fast they are made, how soon they begin, what memory they take, and what leaving costs. */

/** Of the four years that the file has entries in. */
const FIRST_DAY = '2023-01-01';
const LAST_DAY = '2026-12-31';
const ALL = `from=${FIRST_DAY}&to=${LAST_DAY}`;

const ledgerOf = ({ public_token }: LargeFiles['large']): string =>
  `/v1/companies/${public_token}/reports/general-ledger`;

export async function measureLedgerFiles(stage: Stage, files: LargeFiles): Promise<Result[]> {
  // Each in a process in which nothing else has left its garbage.
  const inProcess = async (measure: (service: Service, pid: number) => Promise<Result[]>): Promise<Result[]> => {
    const program = await startService(stage, files.databaseUrl);
    try {
      return await measure({ ...program, headers: files.headers }, program.pid);
    } finally {
      await program.stop();
    }
  };
  return [
    ...(await inProcess((service, pid) => measureCsv(stage, files, service, pid))),
    ...(await inProcess((service, pid) => measureDocuments(stage, files, service, pid))),
  ];
}

async function measureDocuments({ note }: Stage, files: LargeFiles, service: Service, pid: number): Promise<Result[]> {
  note('reports: general ledger as XLSX and PDF');
  const path = ledgerOf(files.small);
  const workbook = await peakMegabytes(pid, () => received(service, `${path}?format=xlsx&${ALL}`));
  const fewer = await daysOfAbout(service, path, 20_000);
  const paper = await peakMegabytes(pid, () => received(service, `${path}?format=pdf&${fewer.query}`));
  const subject = `general ledger of ${spaced((await countOf(service, path, ALL)).total)} lines as XLSX`;
  const papers = `general ledger of ${spaced(fewer.lines)} lines as PDF`;
  return [
    plainResult(subject, 's', workbook.result.milliseconds / 1000, { atMost: 15 }),
    plainResult(`${subject}, first byte`, 'ms', workbook.result.firstByteMs, { atMost: 1_000 }),
    plainResult(`${subject}, most memory of the service`, 'MB RSS', workbook.megabytes, { atMost: 300 }),
    plainResult(papers, 's', paper.result.milliseconds / 1000, { atMost: 20 }),
    plainResult(`${papers}, most memory of the service`, 'MB RSS', paper.megabytes, null),
  ];
}

async function measureCsv(
  { extent, note }: Stage,
  { databaseUrl, large }: LargeFiles,
  service: Service,
  pid: number,
): Promise<Result[]> {
  const path = ledgerOf(large);
  note('reports: general ledger as CSV');
  const ledger = (): Promise<number> =>
    received(service, `${path}?format=csv&dialect=raw&${ALL}`).then(
      ({ lines, milliseconds }) => (lines / milliseconds) * 1000,
    );
  const copied = async (): Promise<number> => {
    let rows = 0;
    const time = await timeOf(async () => ({ rows } = await copiedOut(databaseUrl, ledgerQuery(large.id))));
    return (rows / time) * 1000;
  };
  await ledger();
  const { result, megabytes } = await peakMegabytes(pid, () => received(service, `${path}?format=csv&${ALL}`));
  const subject = `general ledger of ${spaced(result.lines)} lines as CSV`;
  const turns = await takeTurns(extent.ledgerRounds, ledger, copied);
  return [
    ratioResult(
      `${subject}, against COPY through node`,
      'rows/s',
      compare(turns, (rate) => rate),
      { atLeast: 0.4 },
    ),
    plainResult(`${subject}, first byte`, 'ms', result.firstByteMs, { atMost: 1_000 }),
    plainResult(`${subject}, most memory of the service`, 'MB RSS', megabytes, { atMost: 400 }),
    plainResult(
      `${subject}, whose reader leaves: until the database is free`,
      'ms',
      await timeToBeFree(databaseUrl, () => begun(service, `${path}?format=csv&${ALL}`)),
      { atMost: 1_000 },
    ),
  ];
}

/** From the end of `leave` until no connection has a transaction open. */
async function timeToBeFree(databaseUrl: string, leave: () => Promise<void>): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await leave();
    const startedAt = performance.now();
    const text = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`;
    while ((await client.query(text)).rowCount !== 0) await new Promise((resolve) => setTimeout(resolve, 5));
    return performance.now() - startedAt;
  } finally {
    await client.end();
  }
}

/** What a ledger shows of each line, in its order. */
const ledgerQuery = (companyId: number): string =>
  `SELECT a.number, a.label, l.entry_date, j.code, e.number, coalesce(l.reference, e.reference), coalesce(l.label, e.label), p.name, l.debit, l.credit
   FROM read.entry_lines l JOIN read.entries e ON e.id = l.entry_id JOIN read.accounts a ON a.id = l.account_id
   JOIN read.journals j ON j.id = e.journal_id LEFT JOIN read.third_parties p ON p.id = l.third_party_id
   WHERE l.company_id = ${companyId} AND l.layer <> 'carried' ORDER BY a.number, l.entry_date, l.entry_id, l.line_number`;

const countOf = async (service: Service, path: string, query: string): Promise<{ readonly total: number }> =>
  JSON.parse(await wholeOf(service, `${path}?per_page=1&${query}`)) as { readonly total: number };

/** Days from the first on that hold about so many lines, or all of them. */
async function daysOfAbout(
  service: Service,
  path: string,
  most: number,
): Promise<{ readonly query: string; readonly lines: number }> {
  let [low, high] = [Date.parse(FIRST_DAY), Date.parse(LAST_DAY)];
  let lines = 0;
  for (let step = 0; step < 11; step += 1) {
    const middle = (low + high) / 2;
    const { total } = await countOf(service, path, untilDay(middle));
    if (total > most) high = middle;
    else [low, lines] = [middle, total];
  }
  return { query: untilDay(low), lines };
}

const untilDay = (time: number): string => `from=${FIRST_DAY}&to=${new Date(time).toISOString().slice(0, 10)}`;
