import { CROSSING } from '../../commands/support/own-events.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { Decimal } from 'decimal.js';
import type pg from 'pg';
import { verifyChain } from '../../commands/support/verify-chain.ts';
import { createPool, RELAXED } from '../../database/pool.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { openReplay, type Replay } from '../../domain/audit/replay.ts';
import type { CompanyFileEvent } from '../../domain/company-file.ts';
import { upcastEvent } from '../../domain/event-catalogue.ts';
import { resources } from '../../domain/records/resources.ts';
import { openTestLog } from './vault.ts';
import { getStoredLog, type EventLog, type RecordedEvent } from '../../eventlog/port.ts';
import { getRecordTable } from '../../projections/records/tables.ts';
import { verifyReadTables } from '../../projections/engine/verify.ts';
import { readLivePosition } from '../../projections/engine/shards.ts';
import { withReplayTables } from './replay-tables.ts';

/**
 * What holds after any test and any fault, whatever happened in between. One call checks all of it and names
 * everything that is broken:
 *
 * - every entry balances, in the log and in the read tables;
 * - numbers of a journal in a fiscal year are 1..n;
 * - balances are the sums of the lines, and make zero;
 * - what a line is settled for is the sum of its letterings that were not undone, each of which makes zero;
 * - a closed year has no income and expenses left, and the next begins with what it ended with;
 * - an entry is reversed if, and only if, another does the opposite;
 * - the read tables equal a replay of the log;
 * - a mutation id acted at most once, and every success that a client saw is there;
 * - the feed of a company file has every record at its version, numbered 1..n, and pollers missed nothing;
 * - the hash chain of every stream verifies;
 * - no row of one company file refers to another.
 */

export interface InvariantSource {
  readonly databaseUrl: string;
  readonly log: EventLog;
}

/** A success as a client saw it; the client of the tests records these by itself. */
export interface AcknowledgedWrite {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly mutationId: string | null;
  /** `X-Operation-Id` of the answer: null when nothing was recorded. */
  readonly operationId: string | null;
  /** `id` of the record in the answer. */
  readonly recordId: number | null;
}

/** The state that a reader of the feed has collected. */
export interface FeedReader {
  readonly companyId: number;
  readonly cursor: number;
  /** Version last seen, by `resource:id`. */
  readonly seen: ReadonlyMap<string, number>;
}

export interface InvariantOptions {
  readonly writes?: readonly AcknowledgedWrite[];
  readonly readers?: readonly FeedReader[];
}

interface Facts {
  readonly events: readonly RecordedEvent[];
  /** As they were recorded, with personal values sealed. */
  readonly stored: readonly RecordedEvent[];
  readonly pool: pg.Pool;
  readonly log: EventLog;
  readonly options: InvariantOptions;
  /** Read tables that have had rows: planning a statement over empty tables costs more than all else. */
  readonly filled: ReadonlySet<string>;
}

type Check = (facts: Facts) => Promise<string[]> | string[];

const CATCH_UP_MS = 15_000;
const MAX_TOLD = 20;

const checks: Readonly<Record<string, Check>> = {
  'every entry balances': checkEntriesBalance,
  'numbers are 1..n': checkNumbersAreGapless,
  'balances are sums of lines': checkBalancesAreSums,
  'settled is what letterings say': checkSettledIsLettered,
  'closed years are carried': checkClosedYearsAreCarried,
  'reversals are linked': checkReversalsAreLinked,
  'read tables equal a replay': checkTablesEqualReplay,
  'mutation ids act once': checkMutationsActOnce,
  'acknowledged writes are there': checkAcknowledgedWrites,
  'the feed is complete': checkFeedIsComplete,
  'feed readers missed nothing': checkReaders,
  'the hash chain verifies': checkChain,
  'an audit of the log finds nothing': checkAudit,
  'company files are apart': checkCompanyFilesAreApart,
};

/** @throws with one line for each broken invariant */
export async function checkInvariants(
  { databaseUrl, log: ofService }: InvariantSource,
  given: InvariantOptions = {},
): Promise<void> {
  const pool = createPool(databaseUrl, {
    applicationName: 'grandlivre-invariants',
    max: 3,
    settings: RELAXED,
    onError: () => undefined,
  });
  const { log, close } = openTestLog(pool, ofService);
  try {
    // Those that are acknowledged later may be behind what is read of the log here.
    const options = { ...given, writes: [...(given.writes ?? [])] };
    await waitForTables(pool, log);
    const [events, stored]: [RecordedEvent[], RecordedEvent[]] = [[], []];
    for await (const batch of log.readAll(-1, 1_000)) events.push(...batch);
    for await (const batch of getStoredLog(log).readAll(-1, 1_000)) stored.push(...batch);
    const broken: string[] = [];
    const filled = await listFilledTables(pool);
    for (const [name, check] of Object.entries(checks)) {
      const violations = await check({ events, stored, pool, log, options, filled });
      broken.push(...violations.slice(0, MAX_TOLD).map((violation) => `${name}: ${violation}`));
    }
    if (broken.length > 0) throw new Error(`Invariants are broken:\n${broken.join('\n')}`);
  } finally {
    close();
    await pool.end();
  }
}

async function waitForTables(pool: pg.Pool, log: EventLog): Promise<void> {
  const head = await log.readHead();
  const deadline = performance.now() + CATCH_UP_MS;
  for (;;) {
    const position = await readLivePosition(pool);
    if (position >= head) return;
    if (performance.now() > deadline) throw new Error(`The read tables stand at ${position}, the log at ${head}`);
    await pause(20);
  }
}

/** Entries that count: those of a migration that was given up do not. */
function listEntries(events: readonly RecordedEvent[]) {
  const dropped = new Map<string, number>();
  for (const { type, stream, position } of events) if (type === 'MigratedBooksDropped') dropped.set(stream, position);
  return events
    .filter(({ type, stream, position }) => type === 'EntryPosted' && position > (dropped.get(stream) ?? -1))
    .map((event) => ({ stream: event.stream, entry: event.data as unknown as PostedEntry }));
}

async function checkEntriesBalance({ events, pool }: Facts): Promise<string[]> {
  const inLog = listEntries(events).flatMap(({ stream, entry }) => {
    const total = (side: 'debit' | 'credit') => entry.lines.reduce((sum, line) => sum.plus(line[side]), new Decimal(0));
    const [debit, credit] = [total('debit'), total('credit')];
    if (debit.eq(credit) && debit.eq(entry.total) && entry.lines.length > 0) return [];
    return [
      `entry ${entry.id} of ${stream} in the log: debit ${debit.toFixed(2)}, credit ${credit.toFixed(2)}, total ${entry.total}`,
    ];
  });
  const { rows } = await pool.query<{ id: number; debit: string | null; credit: string | null }>(`
    SELECT e.id, sum(l.debit) AS debit, sum(l.credit) AS credit FROM read.entries e
    LEFT JOIN read.entry_lines l ON l.entry_id = e.id AND l.line_number > 0
    GROUP BY e.id, e.total, e.lines_count
    HAVING sum(l.debit) IS DISTINCT FROM sum(l.credit) OR sum(l.debit) IS DISTINCT FROM e.total OR count(l.id) <> e.lines_count`);
  return [
    ...inLog,
    ...rows.map(({ id, debit, credit }) => `entry ${id} in the read tables: debit ${debit}, credit ${credit}`),
  ];
}

async function checkNumbersAreGapless({ events, pool }: Facts): Promise<string[]> {
  const last = new Map<string, number>();
  const inLog: string[] = [];
  for (const { stream, entry } of listEntries(events)) {
    const journal = `${stream}, journal ${entry.journal_id}, fiscal year ${entry.fiscal_year_id}`;
    const expected = (last.get(journal) ?? 0) + 1;
    if (entry.number !== expected)
      inLog.push(`${journal}: entry ${entry.id} has number ${entry.number} where ${expected} comes next`);
    last.set(journal, entry.number);
  }
  const { rows } = await pool.query<{ journal: string }>(`
    SELECT concat_ws(':', company_id, journal_id, fiscal_year_id) AS journal FROM read.entries GROUP BY company_id, journal_id, fiscal_year_id
    HAVING min(number) <> 1 OR max(number) <> count(*) OR count(DISTINCT number) <> count(*)
    UNION ALL
    SELECT concat_ws(':', 'counter', company_id, journal_id, fiscal_year_id, recorded_in) FROM read.journal_counters c
    FULL JOIN (SELECT company_id, journal_id, fiscal_year_id, date_trunc('month', created_at AT TIME ZONE 'UTC')::date AS recorded_in,
        count(*) AS n, max(number) AS last FROM read.entries GROUP BY 1, 2, 3, 4) e USING (company_id, journal_id, fiscal_year_id, recorded_in)
    WHERE (c.entries_count, c.last_number) IS DISTINCT FROM (e.n, e.last)`);
  return [...inLog, ...rows.map(({ journal }) => `the read tables have holes or doubles in ${journal}`)];
}

async function checkBalancesAreSums({ pool }: Facts): Promise<string[]> {
  const { rows } = await pool.query<{ wrong: string }>(`
    WITH lines AS (SELECT l.company_id, l.entry_id, l.account_id, e.period_id, l.layer, e.journal_id, e.fiscal_year_id, l.third_party_id, l.debit, l.credit,
        date_trunc('month', e.created_at AT TIME ZONE 'UTC')::date AS recorded_in, l.layer <> CASE WHEN e.layer = 'carried' AND l.layer = 'awaiting' THEN 'awaiting' ELSE e.layer END OR l.entry_date <> e.entry_date AS is_misplaced,
        row_number() OVER (PARTITION BY l.entry_id, l.account_id ORDER BY l.line_number <= 0, abs(l.line_number)) = 1 AS is_first FROM read.entry_lines l JOIN read.entries e ON e.id = l.entry_id),
      accounts AS (SELECT company_id, account_id, period_id, layer, recorded_in, journal_id, fiscal_year_id, sum(debit) AS debit, sum(credit) AS credit,
        count(*) AS lines_count, count(*) FILTER (WHERE is_first) AS entries_count FROM lines GROUP BY 1, 2, 3, 4, 5, 6, 7),
      parties AS (SELECT company_id, third_party_id, account_id, period_id, layer, fiscal_year_id, sum(debit) AS debit, sum(credit) AS credit
        FROM lines WHERE third_party_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6),
      journals AS (SELECT company_id, journal_id, period_id, fiscal_year_id, count(*) AS entries_count, sum(total) AS total
        FROM read.entries GROUP BY 1, 2, 3, 4)
    SELECT concat_ws(' ', 'account', account_id, 'in period', period_id, layer) AS wrong FROM accounts s
      FULL JOIN read.balances b USING (company_id, account_id, period_id, layer, recorded_in, journal_id, fiscal_year_id)
      WHERE (s.debit, s.credit, s.lines_count, s.entries_count) IS DISTINCT FROM (b.debit, b.credit, b.lines_count, b.entries_count)
    UNION ALL
    SELECT concat_ws(' ', 'third party', third_party_id, 'on account', account_id, 'in period', period_id, layer) FROM parties s
      FULL JOIN read.third_party_balances b USING (company_id, third_party_id, account_id, period_id, layer, fiscal_year_id)
      WHERE (s.debit, s.credit) IS DISTINCT FROM (b.debit, b.credit)
    UNION ALL
    SELECT concat_ws(' ', 'journal', journal_id, 'on', entry_date) FROM (SELECT company_id, entry_date, journal_id, count(*) AS entries_count,
        count(*) FILTER (WHERE status = 'reversed') AS reversed_count, sum(total) AS total FROM read.entries GROUP BY 1, 2, 3) s
      FULL JOIN read.entry_counts c USING (company_id, entry_date, journal_id)
      WHERE (s.entries_count, s.reversed_count, s.total) IS DISTINCT FROM (c.entries_count, c.reversed_count, c.total)
    UNION ALL
    SELECT concat_ws(' ', 'the', layer, 'layer of fiscal year', fiscal_year_id, 'makes', sum(debit - credit)) FROM read.balances
      GROUP BY fiscal_year_id, layer HAVING sum(debit) <> sum(credit)
    UNION ALL
    SELECT concat('a line of account ', account_id, ' stands in another place than its entry') FROM lines WHERE is_misplaced`);
  return rows.map(({ wrong }) => wrong);
}

async function checkSettledIsLettered({ pool }: Facts): Promise<string[]> {
  const { rows } = await pool.query<{ wrong: string }>(`
    WITH living AS (SELECT entry_id, line_number, sum(amount) AS amount FROM read.lettering_lines WHERE NOT is_undone GROUP BY 1, 2)
    SELECT concat_ws(' ', 'line', l.id, 'of', l.debit - l.credit, 'is settled for', l.settled, 'and lettered for', s.amount) AS wrong
      FROM read.entry_lines l JOIN read.entries e ON e.id = l.entry_id LEFT JOIN living s USING (entry_id, line_number)
      WHERE l.settled <> coalesce(s.amount, CASE e.layer WHEN 'carried' THEN l.debit - l.credit ELSE 0 END)
        OR l.settled NOT BETWEEN least(l.debit - l.credit, 0) AND greatest(l.debit - l.credit, 0)
        OR (e.layer = 'carried' AND s.amount IS NOT NULL)
    UNION ALL
    SELECT concat('lettering ', g.id, ' does not hold together') FROM read.letterings g
      LEFT JOIN read.lettering_lines a ON a.lettering_id = g.id
      LEFT JOIN read.entry_lines l ON l.entry_id = a.entry_id AND l.line_number = a.line_number
      GROUP BY g.company_id, g.id
      HAVING coalesce(sum(a.amount), 1) <> 0 OR count(*) <> g.lines_count OR sum(a.amount) FILTER (WHERE a.amount > 0) <> g.total
        OR bool_or(l.id IS DISTINCT FROM a.line_id) OR bool_or(l.account_id <> g.account_id) OR bool_or(l.company_id <> g.company_id)
        OR bool_or(a.settled_on <> g.settled_on) OR max(l.entry_date) <> g.settled_on OR bool_or(a.is_undone <> (g.deleted_at IS NOT NULL))`);
  return rows.map(({ wrong }) => wrong);
}

async function checkClosedYearsAreCarried({ pool }: Facts): Promise<string[]> {
  const { rows } = await pool.query<{ wrong: string }>(`
    WITH closed AS (SELECT id, (closing->>'next_fiscal_year_id')::bigint AS next FROM read.fiscal_years WHERE closing IS NOT NULL),
      ended AS (SELECT c.id AS year_id, b.account_id, sum(b.debit - b.credit) AS balance FROM closed c JOIN read.balances b ON b.fiscal_year_id = c.id
        GROUP BY 1, 2),
      begun AS (SELECT c.id AS year_id, b.account_id, sum(b.debit - b.credit) AS balance FROM closed c JOIN read.balances b
        ON b.fiscal_year_id = c.next AND b.layer = 'carried' GROUP BY 1, 2)
    SELECT concat_ws(' ', 'fiscal year', year_id, 'left', e.balance, 'on account', account_id, 'and handed on', b.balance) AS wrong
      FROM ended e FULL JOIN begun b USING (year_id, account_id) LEFT JOIN read.accounts a ON a.id = account_id
      WHERE coalesce(e.balance, 0) <> coalesce(b.balance, 0) OR (e.balance <> 0 AND a.type IN ('income', 'expense'))
    UNION ALL
    SELECT concat_ws(' ', 'fiscal year', b.fiscal_year_id, 'holds', sum(b.debit - b.credit), 'carried from nowhere') FROM read.balances b
      WHERE b.layer = 'carried' AND NOT EXISTS (SELECT 1 FROM closed c WHERE c.next = b.fiscal_year_id)
      GROUP BY b.fiscal_year_id, b.account_id HAVING sum(b.debit) <> sum(b.credit)`);
  return rows.map(({ wrong }) => wrong);
}

async function checkReversalsAreLinked({ pool }: Facts): Promise<string[]> {
  const { rows } = await pool.query<{ wrong: string }>(`
    SELECT concat_ws(' ', 'entry', e.id, 'is', e.status, 'by', e.reversed_by_entry_id) AS wrong FROM read.entries e
      LEFT JOIN read.entries r ON r.reversed_entry_id = e.id
      WHERE (e.status = 'reversed') <> (e.reversed_by_entry_id IS NOT NULL) OR r.id IS DISTINCT FROM e.reversed_by_entry_id
    UNION ALL
    SELECT concat_ws(' ', 'entry', r.id, 'does not undo account', account_id, 'of entry', r.reversed_entry_id) FROM read.entries r
      CROSS JOIN LATERAL (SELECT account_id, third_party_id, layer FROM read.entry_lines WHERE entry_id IN (r.id, r.reversed_entry_id)
        GROUP BY account_id, third_party_id, layer HAVING sum(debit) <> sum(credit)) AS left_over
      WHERE r.reversed_entry_id IS NOT NULL`);
  return rows.map(({ wrong }) => wrong);
}

async function checkTablesEqualReplay({ pool, events, log }: Facts): Promise<string[]> {
  const result = await withReplayTables((tables) =>
    verifyReadTables(pool, { ...log, readAll: continueLog(log, events) }, tables),
  );
  return result.equal
    ? []
    : [
        `${result.table} ${result.difference.key}: live ${result.difference.live}, replayed ${result.difference.replayed}`,
      ];
}

/** The log of which the beginning was read already. */
const continueLog = (log: EventLog, known: readonly RecordedEvent[]): EventLog['readAll'] =>
  async function* (after, batchSize = 1_000) {
    const behind = known.filter(({ position }) => position > after);
    for (let start = 0; start < behind.length; start += batchSize) yield behind.slice(start, start + batchSize);
    yield* log.readAll(behind.at(-1)?.position ?? after, batchSize);
  };

/** Within a stream all events of a mutation are one append: neighbours under one operation. */
function checkMutationsActOnce({ events }: Facts): string[] {
  const seen = new Map<string, { operation: string; revision: number }>();
  const operationIn = (stream: string, operation: string | undefined) => `${stream} ${operation}`;
  const crosses = new Set(
    events
      .filter(({ type }) => CROSSING.has(type))
      .map(({ stream, metadata }) => operationIn(stream, metadata.operation_id)),
  );
  return events.flatMap(({ stream, revision, metadata }) => {
    const {
      client_mutation_id: mutation,
      user_id: user,
      operation_id: operation,
    } = metadata as { client_mutation_id?: string; user_id?: number; operation_id: string };
    if (mutation === undefined) return [];
    // The id that opened a company file may be used again inside it: there it counts apart.
    const crossing = crosses.has(operationIn(stream, operation)) ? ' from another scope' : '';
    const key = `${stream}, user ${user ?? 'unknown'}, mutation ${mutation}${crossing}`;
    const before = seen.get(key);
    seen.set(key, { operation, revision });
    if (!before || (before.operation === operation && before.revision === revision - 1)) return [];
    return [`${key} acted at revision ${before.revision} and again at ${revision}`];
  });
}

/** One request receives several messages, some of which may have been received before: its key is at none of them. */
const IS_WITHOUT_KEY = /\/peppol\/receive$/;

async function checkAcknowledgedWrites({ events, pool, options }: Facts): Promise<string[]> {
  const operations = new Set(events.map(({ metadata }) => metadata['operation_id']));
  const mutations = new Set(events.map(({ metadata }) => metadata['client_mutation_id']));
  const { rows } = await pool.query<{ record: string }>(
    `SELECT DISTINCT resource || ':' || record_id AS record FROM read.changes`,
  );
  const records = new Set(rows.map(({ record }) => record));
  return (options.writes ?? []).flatMap(({ method, path, status, mutationId, operationId, recordId }) => {
    if (status < 200 || status > 299 || operationId === null) return [];
    const what = `${method} ${path} was answered ${status}`;
    const lost: string[] = [];
    if (!operations.has(operationId)) lost.push(`${what}, but the log has no operation ${operationId}`);
    if (mutationId !== null && !IS_WITHOUT_KEY.test(path) && !mutations.has(mutationId))
      lost.push(`${what}, but the log has no mutation ${mutationId}`);
    const resource = /^\/v1\/companies\/[^/]+\/([a-z-]+)(\/invoice|\/credit-note)?$/.exec(path)?.[1];
    if (method === 'POST' && resource && recordId !== null && !records.has(`${resource}:${recordId}`)) {
      lost.push(`${what}, but the feed has no ${resource} ${recordId}`);
    }
    return lost;
  });
}

/** Every table whose rows are in the feed. */
const fedTables: readonly (readonly [resource: string, table: string, company: string])[] = [
  ['companies', 'companies', 'id'],
  ['fiscal-years', 'fiscal_years', 'company_id'],
  ['entries', 'entries', 'company_id'],
  ['lettering', 'letterings', 'company_id'],
  ['entry-attachments', 'entry_attachments', 'company_id'],
  ['coda-files', 'coda_files', 'company_id'],
  ['bank-transactions', 'bank_transactions', 'company_id'],
  ...resources.map(({ name }) => [name, getRecordTable(name).name, 'company_id'] as const),
];

async function listFilledTables(pool: pg.Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT DISTINCT coalesce(parent.relname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class parent ON parent.oid = i.inhparent
     WHERE n.nspname = 'read' AND c.relkind = 'r' AND pg_relation_size(c.oid) > 0`,
  );
  return new Set(rows.map(({ name }) => name));
}

const queryAll = async <Row extends pg.QueryResultRow>(pool: pg.Pool, parts: readonly string[]): Promise<Row[]> =>
  parts.length === 0 ? [] : (await pool.query<Row>(parts.join(' UNION ALL '))).rows;

async function checkFeedIsComplete({ pool, filled }: Facts): Promise<string[]> {
  const { rows: holes } = await pool.query<{ company_id: number; count: number; head: number | null }>(`
    SELECT company_id, count(*) AS count, max(seq) AS head FROM read.changes
    GROUP BY company_id HAVING min(seq) <> 1 OR max(seq) <> count(*)`);
  const { rows: versions } = await pool.query<{ record: string }>(`
    SELECT concat_ws(':', company_id, resource, record_id) AS record FROM (
      SELECT *, row_number() OVER (PARTITION BY company_id, resource, record_id ORDER BY seq) AS expected FROM read.changes) AS numbered
    WHERE version <> expected`);
  const records = fedTables
    .filter(([, table]) => filled.has(table))
    .map(
      ([resource, table, company]) => `
      SELECT '${resource}:' || t.id AS record FROM read.${table} t
      LEFT JOIN LATERAL (SELECT version, seq FROM read.changes c WHERE c.company_id = t.${company} AND c.resource = '${resource}' AND c.record_id = t.id
        ORDER BY c.seq DESC LIMIT 1) last ON true
      WHERE last.version IS DISTINCT FROM t.version OR last.seq IS DISTINCT FROM t.seq`,
    );
  const missing = await queryAll<{ record: string }>(pool, records);
  const { rows: fed } = await pool.query<{ resource: string }>('SELECT DISTINCT resource FROM read.changes');
  const orphans = fedTables
    .filter(([name]) => fed.some(({ resource }) => resource === name))
    .map(
      ([resource, table, company]) => `
      SELECT '${resource}:' || c.record_id AS record FROM read.changes c
      WHERE c.resource = '${resource}' AND NOT EXISTS (SELECT 1 FROM read.${table} t WHERE t.id = c.record_id AND t.${company} = c.company_id)
        AND NOT EXISTS (SELECT 1 FROM read.changes gone WHERE gone.company_id = c.company_id AND gone.resource = c.resource
          AND gone.record_id = c.record_id AND gone.op = 'delete' AND gone.after ? 'purged_at')`,
    );
  const unknown = await queryAll<{ record: string }>(pool, orphans);
  return [
    ...holes.map(
      ({ company_id, count, head }) => `company file ${company_id} has ${count} changes and its head at ${head}`,
    ),
    ...versions.map(({ record }) => `versions of ${record} are not 1, 2, 3…`),
    ...missing.map(({ record }) => `${record} is not in the feed at its version`),
    ...unknown.map(({ record }) => `${record} is in the feed but not in its table`),
  ];
}

async function checkReaders({ pool, options }: Facts): Promise<string[]> {
  const missed: string[] = [];
  for (const [index, { companyId, cursor, seen }] of (options.readers ?? []).entries()) {
    const { rows } = await pool.query<{ record: string; version: number; seq: number }>(
      `SELECT DISTINCT ON (resource, record_id) resource || ':' || record_id AS record, version, seq
       FROM read.changes WHERE company_id = $1 ORDER BY resource, record_id, seq DESC`,
      [companyId],
    );
    for (const { record, version, seq } of rows) {
      // What is behind the cursor is still to come.
      if (seq <= cursor && seen.get(record) !== version)
        missed.push(`reader ${index} has ${record} at ${String(seen.get(record))} instead of ${version}`);
    }
  }
  return missed;
}

function checkAudit({ events }: Facts): string[] {
  const replays = new Map<string, Replay>();
  const broken = new Map<string, string>();
  for (const stored of events) {
    const { stream, revision } = stored;
    if (!stream.startsWith('company-') || broken.has(stream)) continue;
    let replay = replays.get(stream);
    if (!replay) replays.set(stream, (replay = openReplay()));
    const problem = replay.applyNext(upcastEvent(stored) as CompanyFileEvent);
    if (problem !== null) broken.set(stream, `event ${revision} of ${stream}: ${problem}`);
  }
  for (const [stream, replay] of replays) {
    const problem = replay.findUnfinished();
    if (problem !== null && !broken.has(stream)) broken.set(stream, `${stream}: ${problem}`);
  }
  return [...broken.values()];
}

function checkChain({ stored: events }: Facts): string[] {
  const streams = new Map<string, RecordedEvent[]>();
  for (const event of events) {
    const known = streams.get(event.stream);
    if (known) known.push(event);
    else streams.set(event.stream, [event]);
  }
  return [...streams].flatMap(([stream, ofStream]) => {
    const result = verifyChain(ofStream);
    return result.intact ? [] : [`${stream} is broken at revision ${result.revision}: ${result.reason}`];
  });
}

/** Column → table that it points to; both rows must belong to the same company file. */
const references: readonly (readonly [table: string, column: string, target: string])[] = [
  ['entries', 'journal_id', 'journals'],
  ['entries', 'fiscal_year_id', 'fiscal_years'],
  ['entries', 'third_party_id', 'third_parties'],
  ['entries', 'reversed_entry_id', 'entries'],
  ['entries', 'reversed_by_entry_id', 'entries'],
  ['entries', 'credited_entry_id', 'entries'],
  ['entries', 'accrual_entry_id', 'entries'],
  ['entry_lines', 'entry_id', 'entries'],
  ['entry_lines', 'account_id', 'accounts'],
  ['entry_lines', 'third_party_id', 'third_parties'],
  ['entry_lines', 'vat_code_id', 'vat_codes'],
  ['letterings', 'account_id', 'accounts'],
  ['letterings', 'third_party_id', 'third_parties'],
  ['letterings', 'difference_entry_id', 'entries'],
  ['lettering_lines', 'lettering_id', 'letterings'],
  ['lettering_lines', 'entry_id', 'entries'],
  ['balances', 'account_id', 'accounts'],
  ['balances', 'fiscal_year_id', 'fiscal_years'],
  ['third_party_balances', 'third_party_id', 'third_parties'],
  ['third_party_balances', 'account_id', 'accounts'],
  ['journal_counters', 'journal_id', 'journals'],
  ['bank_statements', 'journal_id', 'journals'],
  ['bank_statements', 'coda_file_id', 'coda_files'],
  ['bank_transactions', 'journal_id', 'journals'],
  ['bank_transactions', 'coda_file_id', 'coda_files'],
  ['bank_transactions', 'statement_id', 'bank_statements'],
  ['bank_transactions', 'third_party_id', 'third_parties'],
  ['bank_transactions', 'journal_entry_id', 'entries'],
  ['bank_matches', 'transaction_id', 'bank_transactions'],
  ['bank_matches', 'entry_id', 'entries'],
  ['bank_matches', 'third_party_id', 'third_parties'],
  ['journal_counters', 'fiscal_year_id', 'fiscal_years'],
  ...resources.flatMap((resource) =>
    Object.entries(resource.fields).flatMap(([name, field]) =>
      field.kind === 'reference'
        ? [[getRecordTable(resource.name).name, name, getRecordTable(field.to).name] as const]
        : [],
    ),
  ),
];

async function checkCompanyFilesAreApart({ pool, filled }: Facts): Promise<string[]> {
  const crossings = references
    .filter(([table]) => filled.has(table))
    .map(
      ([table, column, target]) => `
      SELECT concat('${table}.${column} ', t.${column}, ' of company file ', t.company_id) AS crossing FROM read.${table} t
      LEFT JOIN read.${target} o ON o.id = t.${column} WHERE t.${column} IS NOT NULL AND o.company_id IS DISTINCT FROM t.company_id`,
    );
  crossings.push(`
    SELECT concat('entries.period_id ', e.period_id, ' of entry ', e.id) FROM read.entries e JOIN read.fiscal_years y ON y.id = e.fiscal_year_id
    WHERE NOT EXISTS (SELECT 1 FROM jsonb_array_elements(y.periods) p WHERE (p->>'id')::bigint = e.period_id
      AND e.entry_date BETWEEN (p->>'starts_on')::date AND (p->>'ends_on')::date)`);
  const { rows } = await pool.query<{ crossing: string }>(crossings.join(' UNION ALL '));
  return rows.map(({ crossing }) => crossing);
}
