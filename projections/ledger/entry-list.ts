import type pg from 'pg';
import { NEWEST_FIRST, buildEntryOrder, type EntryOrder } from './entry-order.ts';
import { buildSearchConditions, parseSearch, type Search } from './entry-search.ts';
import { BY_DATE } from './past-months.ts';

/**
 * Finds the entries on a page of a list and the total of the list. Default order: newest first, by date and then by id.
 * Totals by date, year, journal, status and account are kept up to date, so such a list reads only its own page and some
 * sums, whatever its length. Any other list reads everything it finds.
 *
 * Plain SQL: each kind of list is a hand-written query plan, assembled from conditions that several parts repeat. The
 * result always has two columns.
 */

export interface EntryFilter {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly fiscal_year_id?: number | undefined;
  readonly journal_id?: number | undefined;
  readonly account_id?: number | undefined;
  readonly third_party_id?: number | undefined;
  readonly status?: 'posted' | 'reversed' | undefined;
  readonly q?: string | undefined;
  /** Default: newest first. */
  readonly sort?: EntryOrder | undefined;
}

export interface FoundEntries {
  readonly total: number;
  /** Ids of the page, in order. */
  readonly ids: readonly number[];
}

/** Below this offset, skipping entries is cheaper than counting those before the page. */
const FAR = 1_000;

export interface EntryPage {
  readonly page: number;
  readonly perPage: number;
  /** The offset from which pages are found by counts. Tests use another one. */
  readonly far?: number;
}

export async function findEntries(
  pool: pg.Pool,
  companyId: number,
  filter: EntryFilter,
  page: EntryPage,
): Promise<FoundEntries> {
  const search = filter.q === undefined ? null : await parseSearch(pool, companyId, filter.q);
  const sort = filter.sort === NEWEST_FIRST ? undefined : filter.sort;
  const { rows } = await pool.query<{ total: number; ids: string[] }>(
    buildEntryIdsStatement(companyId, { ...filter, sort }, search, page),
  );
  const { total, ids } = rows[0]!;
  return { total, ids: ids.map(Number) };
}

/** Exported for the benchmark. */
export function buildEntryIdsStatement(
  companyId: number,
  filter: EntryFilter,
  search: Search | null,
  { page, perPage, far = FAR }: EntryPage,
): { name?: string; text: string; values: unknown[] } {
  const values: unknown[] = [companyId];
  const addParameter = (value: unknown): string => `$${values.push(value)}`;
  const parts: Parts = {
    filter,
    addParameter,
    // The start of a page can only be computed in date order.
    isFar: filter.sort === undefined && (page - 1) * perPage >= far,
    limit: addParameter(perPage),
    offset: addParameter((page - 1) * perPage),
    ...buildBounds(filter, addParameter),
  };
  const { account_id, third_party_id, status, sort } = filter;
  const isByHead = account_id === undefined && third_party_id === undefined && search === null;
  const isByAccount =
    account_id !== undefined && third_party_id === undefined && search === null && status !== 'reversed';
  // No counts exist for any order other than by date.
  if (sort !== undefined && !isByHead) return { text: buildSearchQuery(parts, search), values };
  if (!isByHead && !isByAccount) return { text: buildSearchQuery(parts, search), values };
  const used = Object.entries(filter).filter(([, value]) => value !== undefined);
  const name = ['entries', ...used.map(([key]) => key), status ?? 'any', parts.isFar ? 'far' : 'near', sort ?? ''].join(
    '-',
  );
  return { name, text: isByHead ? buildHeadQuery(parts) : buildAccountQuery(parts), values };
}

interface Parts extends Bounds {
  readonly filter: EntryFilter;
  readonly addParameter: (value: unknown) => string;
  readonly isFar: boolean;
  readonly limit: string;
  readonly offset: string;
}

interface Bounds {
  /** Common table expressions required by the bounds. */
  readonly needed: readonly string[];
  /** Date expressions: entries are dated on or after all of `first`, and on or before all of `last`. */
  readonly first: readonly string[];
  readonly last: readonly string[];
}

/** The dates of a fiscal year do not change once it has entries, so its entries can be found by date. */
function buildBounds({ from, to, fiscal_year_id }: EntryFilter, parameter: Parts['addParameter']): Bounds {
  const first = from === undefined ? [] : [`${parameter(from)}::date`];
  const last = to === undefined ? [] : [`${parameter(to)}::date`];
  if (fiscal_year_id === undefined) return { needed: [], first, last };
  const year = `year AS (SELECT starts_on, ends_on FROM read.fiscal_years WHERE company_id = $1 AND id = ${parameter(fiscal_year_id)} AND deleted_at IS NULL)`;
  return {
    needed: [year],
    first: [...first, '(SELECT starts_on FROM year)'],
    last: [...last, '(SELECT ends_on FROM year)'],
  };
}

const buildDateConditions = (column: string, { first, last }: Bounds): string[] => [
  ...first.map((day) => `${column} >= ${day}`),
  ...last.map((day) => `${column} <= ${day}`),
];

/** Entries are already counted per day, and per whole journal and year. */
function buildHeadQuery({ filter, addParameter, isFar, limit, offset, ...bounds }: Parts): string {
  const { from, to, journal_id, status, fiscal_year_id } = filter;
  const journal = journal_id === undefined ? null : addParameter(journal_id);
  const matchJournal = (alias: string) => (journal === null ? [] : [`${alias}.journal_id = ${journal}`]);
  const days = `read.entry_counts c WHERE ${['c.company_id = $1', ...buildDateConditions('c.entry_date', bounds), ...matchJournal('c')].join(' AND ')}`;
  const count = status === undefined ? 'c.entries_count' : COUNTS[status];
  const isWhole = from === undefined && to === undefined && status === undefined;
  const buildCount = (): string => {
    if (isFar) return 'SELECT sum(entries) AS entries FROM stretches';
    if (!isWhole) return `SELECT sum(${count}) AS entries FROM ${days}`;
    const ofYear = fiscal_year_id === undefined ? [] : [`c.fiscal_year_id = ${addParameter(fiscal_year_id)}`];
    return `SELECT sum(c.entries_count) AS entries FROM read.journal_counters c WHERE ${['c.company_id = $1', ...ofYear, ...matchJournal('c')].join(' AND ')}`;
  };
  const stretches = `stretches AS (SELECT c.entry_date AS ends_on, sum(${count}) AS entries FROM ${days} GROUP BY c.entry_date)`;
  const conditions = [
    'e.company_id = $1',
    ...buildDateConditions('e.entry_date', bounds),
    ...matchJournal('e'),
    // As a literal, because a partial index covers only reversed entries.
    ...(status === undefined ? [] : [`e.status = '${status}'`]),
    ...(isFar ? [buildPlaceCondition('e')] : []),
  ];
  return `${buildWithClause([...bounds.needed, ...(isFar ? [stretches, buildPagePlace(offset)] : [])])}
    SELECT (SELECT coalesce(entries, 0)::bigint FROM (${buildCount()}) AS counted) AS total,
      ARRAY(SELECT ${BY_DATE}.id FROM (
        SELECT e.id FROM read.entries e WHERE ${conditions.join(' AND ')} ORDER BY ${buildEntryOrder(filter.sort ?? NEWEST_FIRST)}
        LIMIT ${limit} OFFSET ${isFar ? buildRemainingOffset(offset) : offset}) AS ${BY_DATE}) AS ids`;
}

const COUNTS = { posted: 'c.entries_count - c.reversed_count', reversed: 'c.reversed_count' };

/**
 * Entries of an account are already counted per period and journal, unless the bounds cut through the period. Few entries
 * are reversed, so those are found one by one.
 */
function buildAccountQuery({ filter, addParameter, isFar, limit, offset, ...bounds }: Parts): string {
  const { journal_id, status } = filter;
  const account = addParameter(filter.account_id);
  const journal = journal_id === undefined ? null : addParameter(journal_id);
  const matchJournal = (alias: string): string => (journal === null ? '' : ` AND ${alias}.journal_id = ${journal}`);
  const lines = `read.entry_lines l WHERE ${['l.company_id = $1', `l.account_id = ${account}`, ...buildDateConditions('l.entry_date', bounds)].join(' AND ')}${matchJournal('l')}${status === undefined ? '' : ` AND ${IS_NOT_REVERSED}`}`;
  const isWhole = [
    ...bounds.first.map((day) => `p.starts_on >= ${day}`),
    ...bounds.last.map((day) => `p.ends_on <= ${day}`),
  ];
  const overlaps = [
    ...bounds.first.map((day) => `p.ends_on >= ${day}`),
    ...bounds.last.map((day) => `p.starts_on <= ${day}`),
  ];
  const cut = `(SELECT count(DISTINCT l.entry_id) FROM ${lines} AND l.entry_date BETWEEN p.starts_on AND p.ends_on)`;
  const reversed = `(SELECT count(*) FROM read.entries r WHERE r.company_id = $1 AND r.status = 'reversed'
      AND r.entry_date BETWEEN p.starts_on AND p.ends_on${matchJournal('r')} AND EXISTS (SELECT 1 FROM read.entry_lines o
        WHERE o.company_id = $1 AND o.entry_id = r.id AND o.account_id = ${account}))`;
  const whole = status === undefined ? 'b.entries' : `b.entries - ${reversed}`;
  const count = isWhole.length === 0 ? whole : `CASE WHEN ${isWhole.join(' AND ')} THEN ${whole} ELSE ${cut} END`;
  const stretches = `stretches AS (SELECT p.starts_on, p.ends_on, ${count} AS entries
    FROM (SELECT period_id, sum(entries_count) AS entries FROM read.balances b
      WHERE b.company_id = $1 AND b.account_id = ${account}${matchJournal('b')} GROUP BY period_id) b
    JOIN (SELECT (one->>'id')::bigint AS id, (one->>'starts_on')::date AS starts_on, (one->>'ends_on')::date AS ends_on
      FROM read.fiscal_years y CROSS JOIN jsonb_array_elements(y.periods) AS one WHERE y.company_id = $1) p ON p.id = b.period_id
    ${overlaps.length === 0 ? '' : `WHERE ${overlaps.join(' AND ')}`})`;
  // A journal may have few lines among those of the account: only its periods are searched.
  const isPlaced = isFar || journal !== null;
  const within = ' AND l.entry_date BETWEEN (SELECT first FROM place) AND (SELECT last FROM place)';
  return `${buildWithClause([...bounds.needed, stretches, ...(isPlaced ? [buildPagePeriods(limit, offset)] : [])])}
    SELECT (SELECT coalesce(sum(entries), 0)::bigint FROM stretches) AS total, ARRAY(SELECT entry_id FROM
      (SELECT DISTINCT l.entry_date, l.entry_id FROM ${lines}${isPlaced ? within : ''}
        ORDER BY l.entry_date DESC, l.entry_id DESC LIMIT ${limit} OFFSET ${isPlaced ? buildRemainingOffset(offset) : offset}) AS page
      ORDER BY entry_date DESC, entry_id DESC) AS ids`;
}

/** The periods of the page, and the number of newer entries. */
const buildPagePeriods = (limit: string, offset: string): string => `place AS (
    SELECT min(starts_on) AS first, max(ends_on) AS last, min(newer)::bigint AS newer FROM
      (SELECT starts_on, ends_on, entries, sum(entries) OVER (ORDER BY ends_on DESC) - entries AS newer FROM stretches) AS placed
    WHERE newer < ${offset}::bigint + ${limit}::bigint AND newer + entries > ${offset}::bigint)`;

/** For the line `l` of an entry that is either posted or reversed. */
const IS_NOT_REVERSED = `NOT EXISTS (SELECT 1 FROM read.entries r
  WHERE r.company_id = $1 AND r.status = 'reversed' AND r.entry_date = l.entry_date AND r.id = l.entry_id)`;

/** The date range in which the page begins, and the number of newer entries. */
const buildPagePlace = (offset: string): string => `place AS (SELECT ends_on, newer FROM
    (SELECT ends_on, (sum(entries) OVER (ORDER BY ends_on DESC) - entries)::bigint AS newer FROM stretches) AS placed
  WHERE newer <= ${offset}::bigint ORDER BY ends_on LIMIT 1)`;
const buildPlaceCondition = (alias: string): string => `${alias}.entry_date <= (SELECT ends_on FROM place)`;
const buildRemainingOffset = (offset: string): string => `${offset}::bigint - (SELECT newer FROM place)`;

/** Whether a line counts for this third party, including those merged into it. */
const buildThirdPartyCondition = (line: string, parameter: string): string =>
  `${line}.third_party_id = ANY (ARRAY(SELECT third_party_id FROM read.third_party_merges WHERE company_id = $1 AND into_id = ${parameter}) || ${parameter}::bigint)`;

const buildWithClause = (parts: readonly string[]): string => (parts.length === 0 ? '' : `WITH ${parts.join(', ')}`);

/** Counts everything that matches and cuts the page out of it. Planned again for each call. */
function buildSearchQuery({ filter, addParameter, limit, offset, ...bounds }: Parts, search: Search | null): string {
  const { journal_id, account_id, third_party_id, status } = filter;
  const head = [
    ...(journal_id === undefined ? [] : [`e.journal_id = ${addParameter(journal_id)}`]),
    ...(status === undefined ? [] : [`e.status = '${status}'`]),
  ];
  const account = account_id === undefined ? null : addParameter(account_id);
  const thirdParty = third_party_id === undefined ? null : addParameter(third_party_id);
  const matchAccount = (line: string) => (account === null ? [] : [`${line}.account_id = ${account}`]);
  const matchThirdParty = (line: string) => (thirdParty === null ? [] : [buildThirdPartyCondition(line, thirdParty)]);
  const matchLines = (entryId: string, conditions: readonly string[]): string[] =>
    conditions.map(
      (one) =>
        `EXISTS (SELECT 1 FROM read.entry_lines o WHERE o.company_id = $1 AND ${one} AND o.entry_id = ${entryId})`,
    );
  const found =
    search !== null
      ? `SELECT e.id, e.entry_date FROM read.entries e WHERE ${[
          'e.company_id = $1',
          ...buildDateConditions('e.entry_date', bounds),
          ...head,
          ...matchLines('e.id', [...matchAccount('o'), ...matchThirdParty('o')]),
          ...buildSearchConditions(search, addParameter),
        ].join(' AND ')}`
      : `SELECT DISTINCT l.entry_id AS id, l.entry_date FROM read.entry_lines l
          ${head.length === 0 ? '' : 'JOIN read.entries e ON e.company_id = l.company_id AND e.id = l.entry_id'} WHERE ${[
            'l.company_id = $1',
            ...buildDateConditions('l.entry_date', bounds),
            ...head,
            // A third party has fewer lines than an account.
            ...(thirdParty === null
              ? matchAccount('l')
              : [...matchThirdParty('l'), ...matchLines('l.entry_id', matchAccount('o'))]),
          ].join(' AND ')}`;
  const { sort } = filter;
  const page =
    sort === undefined
      ? 'SELECT id FROM found ORDER BY entry_date DESC, id DESC'
      : `SELECT e.id FROM found JOIN read.entries e ON e.company_id = $1 AND e.id = found.id ORDER BY ${buildEntryOrder(sort)}`;
  return `${buildWithClause([...bounds.needed, `found AS MATERIALIZED (${found})`])} SELECT (SELECT count(*) FROM found) AS total,
    ARRAY(${page} LIMIT ${limit} OFFSET ${offset}) AS ids`;
}
