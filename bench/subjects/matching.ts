import pg from 'pg';
import { openLedgerFile } from '../booking.ts';
import { camtFile } from '../camt-file.ts';
import { knownTruth, type Truth } from '../known-truth.ts';
import { median } from '../load.ts';
import { plainResult, ratioResult, spaced, type Result } from '../report.ts';
import { compare, takeTurns } from '../rounds.ts';
import { startSignedIn, type SignedInService } from '../service.ts';
import { runStatement, type Stage } from '../stage.ts';

/**
 * Transactions of a bank against open items whose truth is known: how many of the sure ones are found, whether any is wrong, whether
 * twice as many take twice as long, and how long others wait who post to the same company file meanwhile.
 */

const PAYMENTS = Number(process.env['BENCH_PAYMENTS'] ?? 10_000);
const OPEN_ITEMS = Number(process.env['BENCH_OPEN_ITEMS'] ?? 100_000);
const AT_ONCE = 500;
const ROUNDS = 5;
const SUGGESTIONS = 40;
const IBAN = 'BE68539007547034';

interface Lines {
  readonly id: number;
  readonly lines: readonly { readonly id: number }[];
}

interface Report {
  readonly matched: number;
  readonly next_after: number | null;
  readonly results: readonly {
    readonly transaction_id: number;
    readonly status: string;
    readonly entry_id: number | null;
  }[];
}

export async function measureMatching(stage: Stage): Promise<Result[]> {
  const databaseUrl = await stage.createDatabase('matching');
  const service = await startSignedIn(stage, databaseUrl);
  try {
    const half = await matchAll(stage, service, databaseUrl, 'Half', PAYMENTS / 2);
    const whole = await matchAll(stage, service, databaseUrl, 'Whole', PAYMENTS);
    stage.note(`matching: suggestions among ${spaced(OPEN_ITEMS)} open items`);
    await fill(service, whole.path, whole.journalId, OPEN_ITEMS - 2 * PAYMENTS);
    await runStatement(databaseUrl, 'ANALYZE');
    const suggesting = await compareSuggestions(service, whole);
    const of = `of ${spaced(PAYMENTS)} transactions against ${spaced(2 * PAYMENTS)} open items`;
    return [
      plainResult(`auto-match ${of}: sure pairs found`, '%', 100 * whole.found, { atLeast: 95 }),
      plainResult(`auto-match ${of}: wrong pairs`, 'pairs', whole.wrong, { atMost: 0 }),
      plainResult(`auto-match ${of}`, 's', whole.seconds, null),
      plainResult('the same of twice as many, in times as long', '×', whole.seconds / half.seconds, { atMost: 2.2 }),
      ratioResult(`suggestions among ${spaced(OPEN_ITEMS)} open items, against one look-up`, 'ms', suggesting, {
        atMost: 5,
      }),
    ];
  } finally {
    await service.stop();
  }
}

interface Matched {
  readonly path: string;
  readonly journalId: number;
  /** Of the sure ones, a share. */
  readonly found: number;
  readonly wrong: number;
  readonly seconds: number;
  readonly transactions: readonly number[];
  readonly entryId: number;
}

async function matchAll(
  stage: Stage,
  service: SignedInService,
  databaseUrl: string,
  name: string,
  count: number,
): Promise<Matched> {
  stage.note(`matching: ${spaced(count)} payments`);
  const truth = knownTruth(count);
  const file = await openLedgerFile(service, name, false);
  const path = `/v1/companies/${file.public_token}`;
  const accounts = await service.call<{ id: number; number: string }[]>('GET', `${path}/accounts`);
  const control_account_id = accounts.find(({ number }) => number === '550000')!.id;
  await service.call('POST', `${path}/journals`, {
    code: 'BNK',
    label: 'Bank',
    type: 'bank',
    iban: IBAN,
    control_account_id,
  });
  const journalId = file.journals.OD;
  const lineIds = await bookInvoices(service, path, journalId, truth);
  const transactions = await takeIn(service, path, truth);
  const posting = postMeanwhile(service, path, journalId);
  const startedAt = performance.now();
  const entries = new Map<number, number>();
  let after: number | null = null;
  do {
    const report: Report = await service.call<Report>('POST', `${path}/bank-transactions/auto-match`, { after });
    for (const { transaction_id, entry_id } of report.results)
      if (entry_id !== null) entries.set(transaction_id, entry_id);
    after = report.next_after;
  } while (after !== null);
  const seconds = (performance.now() - startedAt) / 1000;
  await posting.stop();
  const { found, wrong } = await heldAgainst(databaseUrl, truth, transactions, lineIds, file.id);
  const [entryId] = entries.values();
  return { path, journalId, found, wrong, seconds, transactions, entryId: entryId! };
}

async function bookInvoices(service: SignedInService, path: string, journal_id: number, truth: Truth) {
  const parties: number[] = [];
  for (const { name, iban } of truth.parties) {
    const body = { type: 'customer', name, ibans: [iban] };
    parties.push((await service.call<{ id: number }>('POST', `${path}/third-parties`, body)).id);
  }
  const lineIds: number[] = [];
  for (let first = 0; first < truth.invoices.length; first += AT_ONCE) {
    const entries = truth.invoices
      .slice(first, first + AT_ONCE)
      .map(({ party, cents, reference }) => invoiceEntry(journal_id, cents, reference, parties[party]!));
    const { data } = await service.call<{ data: Lines[] }>('POST', `${path}/entries/batch`, { entries });
    lineIds.push(...data.map(({ lines }) => lines[0]!.id));
  }
  return lineIds;
}

function invoiceEntry(journal_id: number, cents: number, reference: string, third_party_id: number | null) {
  const amount = (cents / 100).toFixed(2);
  const lines = [
    { account: '400000', debit: amount, third_party_id },
    { account: '700000', credit: amount },
  ];
  return { journal_id, entry_date: '2026-01-01', reference, lines };
}

async function takeIn({ url, headers, call }: SignedInService, path: string, truth: Truth): Promise<readonly number[]> {
  const { 'content-type': _json, ...own } = headers;
  const form = new FormData();
  form.append('files[]', new Blob([camtFile(IBAN, truth.payments, 6)]), 'statement.xml');
  const response = await fetch(`${url}${path}/coda-files`, { method: 'POST', headers: own, body: form });
  if (!response.ok) throw new Error(`The import was answered ${response.status}: ${await response.text()}`);
  const ids: number[] = [];
  for (let page = 1; ids.length < truth.payments.length; page += 1) {
    const { data } = await call<{ data: { id: number }[] }>(
      'GET',
      `${path}/bank-transactions?per_page=500&page=${page}`,
    );
    ids.push(...data.map(({ id }) => id));
  }
  return ids.sort((one, other) => one - other);
}

/** Somebody posts one entry after another; tells how long the slowest took, in seconds. */
function postMeanwhile(service: SignedInService, path: string, journal_id: number) {
  let isOver = false;
  const work = (async () => {
    while (!isOver) {
      await service.call('POST', `${path}/entries`, invoiceEntry(journal_id, 100, 'MEANWHILE', null));
    }
  })();
  return {
    async stop(): Promise<void> {
      isOver = true;
      await work;
    },
  };
}

/** What each transaction has settled, by the letterings of its entry. */
const SETTLED = `SELECT m.transaction_id, array_agg(o.line_id) AS lines FROM read.bank_matches m
  JOIN read.lettering_lines n ON n.entry_id = m.entry_id AND NOT n.is_undone
  JOIN read.lettering_lines o ON o.lettering_id = n.lettering_id AND o.entry_id <> m.entry_id
  WHERE m.company_id = $1 AND m.undone_at IS NULL GROUP BY m.transaction_id`;

async function heldAgainst(
  databaseUrl: string,
  { payments }: Truth,
  transactions: readonly number[],
  lineIds: readonly number[],
  companyId: number,
): Promise<Pick<Matched, 'found' | 'wrong'>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ transaction_id: string; lines: string[] }>(SETTLED, [companyId]);
  await client.end();
  const settled = new Map(rows.map(({ transaction_id, lines }) => [Number(transaction_id), lines.map(Number)]));
  let [sure, found, wrong] = [0, 0, 0];
  for (const [index, { pays, isSure }] of payments.entries()) {
    if (isSure) sure += 1;
    const lines = settled.get(transactions[index]!);
    if (!lines) continue;
    const isRight =
      [...lines].sort().join() ===
      pays
        .map((place) => lineIds[place]!)
        .sort()
        .join();
    if (!isRight) wrong += 1;
    else if (isSure) found += 1;
  }
  return { found: found / sure, wrong };
}

/** More open items, of nobody who pays here. */
async function fill(service: SignedInService, path: string, journal_id: number, count: number): Promise<void> {
  const { id } = await service.call<{ id: number }>('POST', `${path}/third-parties`, {
    type: 'customer',
    name: 'Somebody else',
  });
  for (let first = 0; first < count; first += AT_ONCE) {
    const entries = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, index) =>
      invoiceEntry(journal_id, 1_000_000 + first + index, `OTHER-${first + index}`, id),
    );
    await service.call('POST', `${path}/entries/batch`, { entries });
  }
}

/** Of transactions that are left, one after another; the look-up is of an entry by its id. */
async function compareSuggestions(service: SignedInService, { path, transactions, entryId }: Matched) {
  const left = transactions.slice(-SUGGESTIONS);
  const timed = async (paths: readonly string[]): Promise<number> => {
    const times: number[] = [];
    for (const one of paths) {
      const startedAt = performance.now();
      await service.call('GET', one);
      times.push(performance.now() - startedAt);
    }
    return median(times);
  };
  const turns = await takeTurns(
    ROUNDS,
    () => timed(left.map((id) => `${path}/bank-transactions/${id}/suggestions`)),
    () => timed(left.map(() => `${path}/entries/${entryId}`)),
  );
  return compare(turns, (time) => time);
}
