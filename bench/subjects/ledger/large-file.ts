import type pg from 'pg';
import { createPool } from '../../../database/pool.ts';
import { buildEntryIdsStatement, type EntryFilter } from '../../../projections/ledger/entry-list.ts';
import { parseSearch } from '../../../projections/ledger/entry-search.ts';
import { headsStatement, linesStatement } from '../../../projections/ledger/queries.ts';
import type { LedgerFile } from '../../booking.ts';
import type { LargeFiles } from '../../large-files.ts';
import { fire } from '../../load.ts';
import { plainList } from '../../plain-list.ts';
import { residentMegabytes } from '../../processes.ts';
import { plainResult, ratioResult, spaced, type Result } from '../../report.ts';
import { compare, takeTurns } from '../../rounds.ts';
import { startService, type SignedInService } from '../../service.ts';
import { answerTo, closeConnection, medianTime, timeOf } from '../../single.ts';
import type { Stage } from '../../stage.ts';
import { word } from '../../third-party.ts';
import { A_BATCH, batchesTo, invoiceRequests } from './posting.ts';

/** A company file with very many entries: its lists, and what it costs to post to it. */

const PER_PAGE = 50;
const FAR_PAGE = 1_000;
const REQUESTS_A_ROUND = 20;
/** Fewer, because counting a million entries takes its time. */
const PLAIN_LISTS_A_ROUND = 5;
/** Plain SQL that takes longer is nothing to be compared with: the service alone is then measured. */
const HOPELESS_MS = 2_000;
/** A list whose plain SQL is hopeless still reads only its page and some sums. */
const LONGEST_LIST_MS = 30;

type Service = Pick<SignedInService, 'url' | 'headers' | 'pid'>;

export async function measureLargeFile(stage: Stage, files: LargeFiles): Promise<Result[]> {
  const program = await startService(stage, files.databaseUrl);
  const service = { ...program, headers: files.headers };
  const bare = createPool(files.databaseUrl, { max: 1 });
  try {
    await stage.settle();
    await bare.query(`SET statement_timeout = ${2 * HOPELESS_MS}`);
    return [
      ...(await compareLists(stage, service, bare, files.large)),
      ...(await comparePosting(stage, service, files)),
      plainResult('memory of the service after these', 'MB RSS', await residentMegabytes(program.pid), {
        atMost: 400,
      }),
    ];
  } finally {
    closeConnection();
    await bare.end();
    await program.stop();
  }
}

async function compareLists(
  { extent, note }: Stage,
  service: Service,
  bare: pg.Pool,
  file: LedgerFile,
): Promise<Result[]> {
  const { ledgerEntries, ledgerRounds } = extent;
  const account = await accountId(bare, file, '440000');
  const filters: Readonly<Record<string, EntryFilter>> = {
    'without a filter': {},
    'from, to': { from: '2023-02-10', to: '2026-11-20' },
    fiscal_year_id: { fiscal_year_id: file.fiscalYears[1]!.id },
    journal_id: { journal_id: file.journals.ACH },
    account_id: { account_id: account },
    'status=posted': { status: 'posted' },
    'account_id and journal_id': { account_id: account, journal_id: file.journals.ACH },
    'account_id and status=posted': { account_id: account, status: 'posted' },
    third_party_id: { third_party_id: file.supplierIds[3]! },
    'q, a word that few have': { q: word(Math.floor(ledgerEntries / 2)) },
    'q and fiscal_year_id': {
      q: `vehicule ach/${String(ledgerEntries).slice(0, 3)}`,
      fiscal_year_id: file.fiscalYears[0]!.id,
    },
  };
  const results: Result[] = [];
  for (const [name, filter] of Object.entries(filters)) {
    const subject = `GET entries of ${spaced(ledgerEntries)}, ${name}`;
    note(`ledger: ${subject}`);
    const ask = (page: number) => (): Promise<number> =>
      medianTime(REQUESTS_A_ROUND, () => answerTo(service, pathOf(file, filter, page)));
    const plain = (page: number) => (): Promise<number> =>
      medianTime(PLAIN_LISTS_A_ROUND, () => plainList(bare, file.id, filter, page, PER_PAGE));
    const { total } = JSON.parse(await answerTo(service, pathOf(file, filter, 1))) as { total: number };
    const last = Math.min(FAR_PAGE, Math.ceil(total / PER_PAGE));
    const pages = last >= FAR_PAGE / 100 ? [1, last] : [1];
    for (const page of pages) {
      await ask(page)();
      const isHopeless = await timeOf(() => plainList(bare, file.id, filter, page, PER_PAGE)).then(
        (time) => time > HOPELESS_MS,
        () => true,
      );
      const sides = [
        ...(isHopeless ? [] : [{ against: '', other: plain(page), required: { atMost: 2 } }]),
        { against: ', against its own statements', other: own(bare, file, filter, page), required: null },
      ];
      if (isHopeless) {
        const figure = await ask(page)();
        results.push(
          plainResult(`${subject}, page ${page} (plain SQL: over 2 s)`, 'ms', figure, { atMost: LONGEST_LIST_MS }),
        );
      }
      for (const { against, other, required } of sides) {
        const turns = await takeTurns(ledgerRounds, ask(page), other);
        results.push(
          ratioResult(
            `${subject}, page ${page}${against}`,
            'ms',
            compare(turns, (time) => time),
            required,
          ),
        );
      }
    }
    if (pages.length === 1) continue;
    const turns = await takeTurns(ledgerRounds, ask(last), ask(1));
    results.push(
      ratioResult(
        `the same, page ${last} against page 1`,
        'ms',
        compare(turns, (time) => time),
        { atMost: 3 },
      ),
    );
  }
  return results;
}

/** The statements of the service run bare: what the service itself adds to them. */
function own(bare: pg.Pool, file: LedgerFile, filter: EntryFilter, page: number): () => Promise<number> {
  return () =>
    medianTime(REQUESTS_A_ROUND, async () => {
      const search = filter.q === undefined ? null : await parseSearch(bare, file.id, filter.q);
      const statement = buildEntryIdsStatement(file.id, filter, search, { page, perPage: PER_PAGE });
      const { ids: texts, total } = (await bare.query<{ ids: string[]; total: number }>(statement)).rows[0]!;
      const ids = texts.map(Number);
      const heads = await bare.query(headsStatement.bind({ companyId: file.id, ids }));
      const lines = await bare.query(linesStatement.bind({ companyId: file.id, ids }));
      return JSON.stringify([total, heads.rows, lines.rows]);
    });
}

function pathOf({ public_token }: LedgerFile, filter: EntryFilter, page: number): string {
  const query = new URLSearchParams({ page: String(page), per_page: String(PER_PAGE) });
  for (const [name, value] of Object.entries(filter)) query.set(name, String(value));
  return `/v1/companies/${public_token}/entries?${query.toString()}`;
}

async function accountId(bare: pg.Pool, { id }: LedgerFile, number: string): Promise<number> {
  const text = 'SELECT id FROM read.accounts WHERE company_id = $1 AND number = $2';
  return (await bare.query<{ id: number }>(text, [id, number])).rows[0]!.id;
}

async function comparePosting(
  { extent, settle, note }: Stage,
  service: Service,
  { large, small }: LargeFiles,
): Promise<Result[]> {
  const { connections, warmUpSeconds, postingSeconds, rounds, ledgerEntries, ledgerFewEntries } = extent;
  const against = `on a file of ${spaced(ledgerEntries)} entries, against one of ${spaced(ledgerFewEntries)}`;
  const invoices = (file: LedgerFile, seconds: number) =>
    fire({ url: service.url, connections, seconds, requestsOf: invoiceRequests(service.headers, [file]) });
  const batches = (file: LedgerFile, seconds: number) => batchesTo(service, [file], seconds);
  const results: Result[] = [];
  for (const [what, post] of [
    ['POST entries/invoice', invoices],
    [`POST entries/batch of ${A_BATCH}, entries`, batches],
  ] as const) {
    const subject = `${what} ${against}`;
    note(`ledger: ${subject}`);
    await settle();
    await post(small, warmUpSeconds);
    await post(large, warmUpSeconds);
    const turns = await takeTurns(
      rounds,
      () => post(large, postingSeconds),
      () => post(small, postingSeconds),
    );
    results.push(
      ratioResult(
        subject,
        '/s',
        compare(turns, ({ perSecond }) => perSecond),
        { atLeast: 0.8 },
      ),
    );
  }
  return results;
}
