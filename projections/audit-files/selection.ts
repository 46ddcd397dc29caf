import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import type { Layer } from '../../domain/ledger/entry-events.ts';
import { bigint, date, shape, someOf } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';

/** Selection and order of the entries in an audit file. */
export interface Selection {
  readonly companyId: number;
  readonly from: string;
  readonly to: string;
  readonly layers: readonly Layer[];
  /** `recorded`: in order of recording, after the opening entries; `journal`: by journal and number. */
  readonly order: 'recorded' | 'journal';
}

export interface SelectedEntries {
  /** In order, each with its number of lines. Twelve bytes per entry, so that a year with a million entries is not a burden. */
  readonly ids: Float64Array;
  readonly lines: Int32Array;
  readonly total: string;
}

const selected = { companyId: bigint, from: date, to: date, layers: someOf<Layer>() };

const ORDERS = {
  // Entries of one append share the timestamp, and ids increase within it.
  recorded: sql`e.layer = 'movement', e.created_at, e.id`,
  journal: sql`j.code collate "C", e.number`,
} as const;

/** Hand-written: a single text of numbers takes a tenth of the work of as many rows. */
const idsStatement = statement(
  'audit-file-entries',
  { ...selected, order: shape<Selection['order']>() },
  (_db, { companyId, from, to, layers, order }) =>
    fromRawSql(sql<{ readonly ids: string; readonly lines: string; readonly total: string }>`
      select coalesce(string_agg(e.id::text, ',' order by ${ORDERS[order]}), '') as ids,
        coalesce(string_agg(e.lines_count::text, ',' order by ${ORDERS[order]}), '') as lines,
        coalesce(sum(e.total), 0)::numeric(20,2) as total
      from read.entries e join read.journals j on j.company_id = e.company_id and j.id = e.journal_id
      where e.company_id = ${companyId} and e.entry_date between ${from} and ${to} and e.layer = any(${layers})`),
);

export async function selectAuditEntries(db: Queryable, { order, ...selection }: Selection): Promise<SelectedEntries> {
  const { ids, lines, total } = (await idsStatement.first(db, { ...selection, order }))!;
  if (ids === '') return { ids: new Float64Array(0), lines: new Int32Array(0), total };
  return { ids: Float64Array.from(ids.split(','), Number), lines: Int32Array.from(lines.split(','), Number), total };
}

/** Consecutive groups of entry ids with about `linesAtOnce` lines each. */
export function* splitByLines({ ids, lines }: SelectedEntries, linesAtOnce: number): Generator<readonly number[]> {
  let [first, count] = [0, 0];
  for (let index = 0; index < ids.length; index += 1) {
    if (count > 0 && count + lines[index]! > linesAtOnce) {
      yield [...ids.subarray(first, index)];
      [first, count] = [index, 0];
    }
    count += lines[index]!;
  }
  if (first < ids.length) yield [...ids.subarray(first)];
}

const instantStatement = statement('last-recorded', { companyId: bigint }, (db, { companyId }) =>
  db
    .selectFrom('read.activity')
    .select(['position', 'revision', 'recorded_at'])
    .where('company_id', '=', companyId)
    .where('stream', '=', sql<string>`'company-' || ${companyId}`)
    .orderBy('position', 'desc')
    .limit(1),
);

export interface LastRecorded {
  readonly position: number;
  readonly revision: number;
  readonly recorded_at: string;
}

/** The last event of a company file in the read tables; undefined before the file was opened. */
export async function findLastRecorded(db: Queryable, companyId: number): Promise<LastRecorded | undefined> {
  return instantStatement.first(db, { companyId });
}
