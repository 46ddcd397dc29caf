import type pg from 'pg';
import type { QueryCreator } from '../support/compiler.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, shape } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';
import { IS_SHOWN } from './brought-lines.ts';
import { resolveThirdPartyId, buildMergeJoin } from '../third-parties/merges.ts';

export type EntryRow = RowOfStatement<typeof headStatement>;
export type LineRow = RowOfStatement<typeof linesStatement>;
export type EntryWithLines = EntryRow & { readonly lines: readonly LineRow[] };

const selectHeads = (db: QueryCreator) =>
  db
    .selectFrom('read.entries as e')
    .innerJoin('read.journals as j', 'j.id', 'e.journal_id')
    .leftJoin(...buildMergeJoin('e'))
    .leftJoin('read.third_parties as p', (join) => join.on('p.id', '=', resolveThirdPartyId('e')))
    .select([
      'e.id',
      'e.journal_id',
      'e.fiscal_year_id',
      'e.period_id',
      'e.number',
      'e.entry_date',
      'e.due_date',
      'e.label',
      'e.reference',
      'e.status',
      'e.origin',
      'e.reversed_entry_id',
      'e.reversed_by_entry_id',
      'e.reversal_reason',
      'e.credited_entry_id',
      'e.accrual_entry_id',
      'e.vat',
      'e.total',
      'e.version',
      'e.created_at',
      'e.updated_at',
      'j.code as journal_code',
      'j.type as journal_type',
      resolveThirdPartyId('e').as('third_party_id'),
      'p.name as third_party_name',
    ]);

/** The statements are exported for the benchmark, which runs them directly. */
export const headStatement = statement('find-entry', { companyId: bigint, id: bigint }, (db, { companyId, id }) =>
  selectHeads(db).where('e.company_id', '=', companyId).where('e.id', '=', id),
);

export const headsStatement = statement(
  'entries-by-ids',
  { companyId: bigint, ids: bigints },
  (db, { companyId, ids }) => selectHeads(db).where('e.company_id', '=', companyId).where('e.id', '=', anyOf(ids)),
);

const selectLines = (db: QueryCreator) =>
  db
    .selectFrom('read.entry_lines as l')
    .innerJoin('read.accounts as a', 'a.id', 'l.account_id')
    .leftJoin('read.vat_codes as v', 'v.id', 'l.vat_code_id')
    .leftJoin(...buildMergeJoin('l'))
    .select([
      'l.entry_id',
      'l.id',
      'l.account_id',
      'l.debit',
      'l.credit',
      'l.label',
      resolveThirdPartyId('l').as('third_party_id'),
      'a.number as account_number',
      'a.label as account_label',
      'a.labels as account_labels',
      'l.vat_code_id',
      'v.code as vat_code',
      'l.due_date',
      'l.reference',
      'l.dispute',
      'l.analytics',
      'l.currency',
      'l.currency_amount',
      'l.exchange_rate',
    ])
    .where(IS_SHOWN)
    .orderBy('l.entry_id')
    .orderBy('l.line_number');

export const linesStatement = statement(
  'lines-of-entries',
  { companyId: bigint, ids: bigints },
  (db, { companyId, ids }) =>
    selectLines(db).where('l.company_id', '=', companyId).where('l.entry_id', '=', anyOf(ids)),
);

const firstLinesStatement = statement(
  'first-lines-of-entries',
  { companyId: bigint, ids: bigints, most: shape<number>() },
  (db, { companyId, ids, most }) =>
    selectLines(db).where('l.company_id', '=', companyId).where('l.entry_id', '=', anyOf(ids)).limit(most),
);

export async function findEntry(pool: pg.Pool, companyId: number, id: number): Promise<EntryWithLines | undefined> {
  const [head, ofEntry] = await Promise.all([
    headStatement.first(pool, { companyId, id }),
    linesStatement.all(pool, { companyId, ids: [id] }),
  ]);
  return head && { ...head, lines: ofEntry };
}

/** In the order of the ids. Ids unknown to the company file are skipped. */
export async function readEntriesByIds(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<EntryWithLines[]> {
  if (ids.length === 0) return [];
  const [found, ofEntries] = await Promise.all([
    headsStatement.all(pool, { companyId, ids }),
    linesStatement.all(pool, { companyId, ids }),
  ]);
  return joinLines(ids, found, ofEntries);
}

/** The same, or null if they have more than `mostLines` lines together. */
export async function readEntriesIfSmall(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
  mostLines: number,
): Promise<EntryWithLines[] | null> {
  if (ids.length === 0) return [];
  const [found, ofEntries] = await Promise.all([
    headsStatement.all(pool, { companyId, ids }),
    firstLinesStatement.all(pool, { companyId, ids, most: mostLines + 1 }),
  ]);
  return ofEntries.length > mostLines ? null : joinLines(ids, found, ofEntries);
}

function joinLines(
  ids: readonly number[],
  found: readonly EntryRow[],
  ofEntries: readonly LineRow[],
): EntryWithLines[] {
  const entries = new Map(found.map((head) => [head.id, { ...head, lines: [] as LineRow[] }]));
  for (const line of ofEntries) entries.get(line.entry_id)?.lines.push(line);
  return ids.flatMap((id) => entries.get(id) ?? []);
}
