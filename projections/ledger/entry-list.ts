import type pg from 'pg';
import { NEWEST_FIRST, orderOf, type EntryOrder } from './entry-order.ts';
import { searchConditions, searchFor, type Search } from './entry-search.ts';

/**
 * Which entries a page of a list shows, newest first by date and then by id unless another order is asked for, and how many
 * the list has in all. Dates, years,
 * journals, states and accounts are counted already: such a list reads its own page and some sums, however long it is. Any
 * other list is as long as what it finds.
 *
 * Plain SQL: each kind of list is a plan written by hand, put together from conditions that several of its parts repeat, and
 * what it gives is two columns whatever it reads.
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
  /** Absent: newest first. */
  readonly sort?: EntryOrder | undefined;
}

export interface FoundEntries {
  readonly total: number;
  /** Of the page, in its order. */
  readonly ids: readonly number[];
}

/** Up to here it costs less to pass over entries than to find out how many come before the page. */
const FAR = 1_000;

export async function findEntries(
  pool: pg.Pool,
  companyId: number,
  filter: EntryFilter,
  page: number,
  perPage: number,
  far = FAR,
): Promise<FoundEntries> {
  const search = filter.q === undefined ? null : await searchFor(pool, companyId, filter.q);
  const sort = filter.sort === NEWEST_FIRST ? undefined : filter.sort;
  const { rows } = await pool.query<{ total: number; ids: string[] }>(
    entryIdsStatement(companyId, { ...filter, sort }, search, page, perPage, far),
  );
  const { total, ids } = rows[0]!;
  return { total, ids: ids.map(Number) };
}

/** The statement is exported for the benchmark. */
export function entryIdsStatement(
  companyId: number,
  filter: EntryFilter,
  search: Search | null,
  page: number,
  perPage: number,
  far = FAR,
): { name?: string; text: string; values: unknown[] } {
  const values: unknown[] = [companyId];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const parts: Parts = {
    filter,
    parameter,
    // Where a page begins is counted for the days alone.
    isFar: filter.sort === undefined && (page - 1) * perPage >= far,
    limit: parameter(perPage),
    offset: parameter((page - 1) * perPage),
    ...boundsOf(filter, parameter),
  };
  const { account_id, third_party_id, journal_id, status, sort } = filter;
  const isByHead = account_id === undefined && third_party_id === undefined && search === null;
  const isByAccount =
    account_id !== undefined &&
    [third_party_id, journal_id, status].every((one) => one === undefined) &&
    search === null;
  // Nothing is counted or found in advance in any other order than by date.
  if (sort !== undefined && !isByHead) return { text: foundText(parts, search), values };
  if (
    account_id !== undefined &&
    third_party_id === undefined &&
    search === null &&
    status !== 'reversed' &&
    !isByAccount
  )
    return { text: byAccountAndHeadText(parts), values };
  if (!isByHead && !isByAccount) return { text: foundText(parts, search), values };
  const used = Object.entries(filter).filter(([, value]) => value !== undefined);
  const name = ['entries', ...used.map(([key]) => key), status ?? 'any', parts.isFar ? 'far' : 'near', sort ?? ''].join(
    '-',
  );
  return { name, text: isByHead ? byHeadText(parts) : byAccountText(parts), values };
}

interface Parts extends Bounds {
  readonly filter: EntryFilter;
  readonly parameter: (value: unknown) => string;
  readonly isFar: boolean;
  readonly limit: string;
  readonly offset: string;
}

interface Bounds {
  /** Common table expressions that the bounds need. */
  readonly needed: readonly string[];
  /** Days, as expressions: an entry is dated neither before the first ones nor after the last ones. */
  readonly first: readonly string[];
  readonly last: readonly string[];
}

/** The days of a fiscal year do not change once it has entries, so that its entries are those of its days. */
function boundsOf({ from, to, fiscal_year_id }: EntryFilter, parameter: Parts['parameter']): Bounds {
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

const dated = (column: string, { first, last }: Bounds): string[] => [
  ...first.map((day) => `${column} >= ${day}`),
  ...last.map((day) => `${column} <= ${day}`),
];

/** How many entries each day has is counted already, and of whole journals and years as well. */
function byHeadText({ filter, parameter, isFar, limit, offset, ...bounds }: Parts): string {
  const { from, to, journal_id, status, fiscal_year_id } = filter;
  const journal = journal_id === undefined ? null : parameter(journal_id);
  const ofJournal = (alias: string) => (journal === null ? [] : [`${alias}.journal_id = ${journal}`]);
  const days = `read.entry_counts c WHERE ${['c.company_id = $1', ...dated('c.entry_date', bounds), ...ofJournal('c')].join(' AND ')}`;
  const count = status === undefined ? 'c.entries_count' : COUNTS[status];
  const isWhole = from === undefined && to === undefined && status === undefined;
  const counted = (): string => {
    if (isFar) return 'SELECT sum(entries) AS entries FROM stretches';
    if (!isWhole) return `SELECT sum(${count}) AS entries FROM ${days}`;
    const ofYear = fiscal_year_id === undefined ? [] : [`c.fiscal_year_id = ${parameter(fiscal_year_id)}`];
    return `SELECT sum(c.entries_count) AS entries FROM read.journal_counters c WHERE ${['c.company_id = $1', ...ofYear, ...ofJournal('c')].join(' AND ')}`;
  };
  const stretches = `stretches AS (SELECT c.entry_date AS ends_on, sum(${count}) AS entries FROM ${days} GROUP BY c.entry_date)`;
  const conditions = [
    'e.company_id = $1',
    ...dated('e.entry_date', bounds),
    ...ofJournal('e'),
    // Spelled out, because an index holds the reversed ones alone.
    ...(status === undefined ? [] : [`e.status = '${status}'`]),
    ...(isFar ? [fromPlaceOn('e')] : []),
  ];
  return `${withAll([...bounds.needed, ...(isFar ? [stretches, placeOf(offset)] : [])])}
    SELECT (SELECT coalesce(entries, 0)::bigint FROM (${counted()}) AS counted) AS total,
      ARRAY(SELECT e.id FROM read.entries e WHERE ${conditions.join(' AND ')} ORDER BY ${orderOf(filter.sort ?? NEWEST_FIRST)}
        LIMIT ${limit} OFFSET ${isFar ? remaining(offset) : offset}) AS ids`;
}

const COUNTS = { posted: 'c.entries_count - c.reversed_count', reversed: 'c.reversed_count' };

/** How many entries of an account each period has: counted already, unless the bounds cut through the period. */
function byAccountText({ filter, parameter, isFar, limit, offset, ...bounds }: Parts): string {
  const account = parameter(filter.account_id);
  const lines = `read.entry_lines l WHERE ${['l.company_id = $1', `l.account_id = ${account}`, ...dated('l.entry_date', bounds)].join(' AND ')}`;
  const isWhole = [
    ...bounds.first.map((day) => `p.starts_on >= ${day}`),
    ...bounds.last.map((day) => `p.ends_on <= ${day}`),
  ];
  const overlaps = [
    ...bounds.first.map((day) => `p.ends_on >= ${day}`),
    ...bounds.last.map((day) => `p.starts_on <= ${day}`),
  ];
  const cut = `(SELECT count(DISTINCT l.entry_id) FROM ${lines} AND l.entry_date BETWEEN p.starts_on AND p.ends_on)`;
  const count =
    isWhole.length === 0 ? 'b.entries' : `CASE WHEN ${isWhole.join(' AND ')} THEN b.entries ELSE ${cut} END`;
  const stretches = `stretches AS (SELECT p.ends_on, ${count} AS entries
    FROM (SELECT period_id, sum(entries_count) AS entries FROM read.balances WHERE company_id = $1 AND account_id = ${account} GROUP BY period_id) b
    JOIN (SELECT (one->>'id')::bigint AS id, (one->>'starts_on')::date AS starts_on, (one->>'ends_on')::date AS ends_on
      FROM read.fiscal_years y CROSS JOIN jsonb_array_elements(y.periods) AS one WHERE y.company_id = $1) p ON p.id = b.period_id
    ${overlaps.length === 0 ? '' : `WHERE ${overlaps.join(' AND ')}`})`;
  return `${withAll([...bounds.needed, stretches, ...(isFar ? [placeOf(offset)] : [])])}
    SELECT (SELECT coalesce(sum(entries), 0)::bigint FROM stretches) AS total, ARRAY(SELECT entry_id FROM
      (SELECT DISTINCT l.entry_date, l.entry_id FROM ${lines}${isFar ? ` AND ${fromPlaceOn('l')}` : ''}
        ORDER BY l.entry_date DESC, l.entry_id DESC LIMIT ${limit} OFFSET ${isFar ? remaining(offset) : offset}) AS page
      ORDER BY entry_date DESC, entry_id DESC) AS ids`;
}

/**
 * The lines of an account in one journal, or without those of the few entries that were reversed: nobody counts them in advance,
 * but an index alone tells them.
 */
function byAccountAndHeadText({ filter, parameter, limit, offset, ...bounds }: Parts): string {
  const { account_id, journal_id, status } = filter;
  const found = `SELECT DISTINCT l.entry_date, l.entry_id FROM read.entry_lines l WHERE ${[
    'l.company_id = $1',
    `l.account_id = ${parameter(account_id)}`,
    ...dated('l.entry_date', bounds),
    ...(journal_id === undefined ? [] : [`l.journal_id = ${parameter(journal_id)}`]),
    ...(status === undefined ? [] : [IS_NOT_REVERSED]),
  ].join(' AND ')}`;
  return `${withAll(bounds.needed)} SELECT (SELECT count(*) FROM (${found}) AS found) AS total,
    ARRAY(SELECT entry_id FROM (${found} ORDER BY l.entry_date DESC, l.entry_id DESC LIMIT ${limit} OFFSET ${offset}) AS page
      ORDER BY entry_date DESC, entry_id DESC) AS ids`;
}

/** About the line `l`, of entries that are either posted or reversed. */
const IS_NOT_REVERSED = `NOT EXISTS (SELECT 1 FROM read.entries r
  WHERE r.company_id = $1 AND r.status = 'reversed' AND r.entry_date = l.entry_date AND r.id = l.entry_id)`;

/** The stretch of days that the page begins in, and how many entries are newer than that stretch. */
const placeOf = (offset: string): string => `place AS (SELECT ends_on, newer FROM
    (SELECT ends_on, (sum(entries) OVER (ORDER BY ends_on DESC) - entries)::bigint AS newer FROM stretches) AS placed
  WHERE newer <= ${offset}::bigint ORDER BY ends_on LIMIT 1)`;
const fromPlaceOn = (alias: string): string => `${alias}.entry_date <= (SELECT ends_on FROM place)`;
const remaining = (offset: string): string => `${offset}::bigint - (SELECT newer FROM place)`;

/** About a line: it counts for the third party of this parameter, which others may have been merged into. */
const isCountedFor = (line: string, parameter: string): string =>
  `${line}.third_party_id = ANY (ARRAY(SELECT third_party_id FROM read.third_party_merges WHERE company_id = $1 AND into_id = ${parameter}) || ${parameter}::bigint)`;

const withAll = (parts: readonly string[]): string => (parts.length === 0 ? '' : `WITH ${parts.join(', ')}`);

/** Everything that is found is counted, and the page cut out of it. How it is best found is planned each time. */
function foundText({ filter, parameter, limit, offset, ...bounds }: Parts, search: Search | null): string {
  const { journal_id, account_id, third_party_id, status } = filter;
  const head = [
    ...(journal_id === undefined ? [] : [`e.journal_id = ${parameter(journal_id)}`]),
    ...(status === undefined ? [] : [`e.status = '${status}'`]),
  ];
  const account = account_id === undefined ? null : parameter(account_id);
  const thirdParty = third_party_id === undefined ? null : parameter(third_party_id);
  const ofAccount = (line: string) => (account === null ? [] : [`${line}.account_id = ${account}`]);
  const ofThirdParty = (line: string) => (thirdParty === null ? [] : [isCountedFor(line, thirdParty)]);
  const hasLine = (entryId: string, conditions: readonly string[]): string[] =>
    conditions.map(
      (one) =>
        `EXISTS (SELECT 1 FROM read.entry_lines o WHERE o.company_id = $1 AND ${one} AND o.entry_id = ${entryId})`,
    );
  const found =
    search !== null
      ? `SELECT e.id, e.entry_date FROM read.entries e WHERE ${[
          'e.company_id = $1',
          ...dated('e.entry_date', bounds),
          ...head,
          ...hasLine('e.id', [...ofAccount('o'), ...ofThirdParty('o')]),
          ...searchConditions(search, parameter),
        ].join(' AND ')}`
      : `SELECT DISTINCT l.entry_id AS id, l.entry_date FROM read.entry_lines l
          ${head.length === 0 ? '' : 'JOIN read.entries e ON e.id = l.entry_id'} WHERE ${[
            'l.company_id = $1',
            ...dated('l.entry_date', bounds),
            ...head,
            // A third party has fewer lines than an account.
            ...(thirdParty === null
              ? ofAccount('l')
              : [...ofThirdParty('l'), ...hasLine('l.entry_id', ofAccount('o'))]),
          ].join(' AND ')}`;
  const { sort } = filter;
  const page =
    sort === undefined
      ? 'SELECT id FROM found ORDER BY entry_date DESC, id DESC'
      : `SELECT e.id FROM found JOIN read.entries e ON e.id = found.id ORDER BY ${orderOf(sort)}`;
  return `${withAll([...bounds.needed, `found AS MATERIALIZED (${found})`])} SELECT (SELECT count(*) FROM found) AS total,
    ARRAY(${page} LIMIT ${limit} OFFSET ${offset}) AS ids`;
}
