import { sql } from 'kysely';
import type pg from 'pg';
import type { RecurringKind, RecurringMode } from '../../domain/recurring-entries/recurring-events.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, date, flag, optional, text, type Placeholders } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

const selectHeads = (db: QueryCreator) =>
  db.selectFrom('read.recurring_entries as r').select([
    'r.id',
    'r.label',
    'r.kind',
    'r.template',
    'r.schedule',
    'r.mode',
    'r.reverses_next_period',
    'r.is_active',
    'r.next_on',
    'r.version',
    'r.created_at',
    'r.updated_at',
    'r.deleted_at',
    sql<string | null>`(select max(o.date) from read.recurring_occurrences o
        where o.company_id = r.company_id and o.recurring_entry_id = r.id and o.withdrawn_at is null)`.as('last_on'),
    sql<number>`(select count(*) from read.recurring_occurrences o
        where o.company_id = r.company_id and o.recurring_entry_id = r.id and o.withdrawn_at is null)`.as(
      'posted_count',
    ),
  ]);

const byIdsStatement = statement(
  'recurring-entries-by-ids',
  { companyId: bigint, ids: bigints },
  (db, { companyId, ids }) =>
    selectHeads(db).where('r.company_id', '=', companyId).where('r.id', '=', anyOf(ids)).orderBy('r.id'),
);

/** Latest occurrences per template; older entries can be found in the ledger. */
const MOST_OCCURRENCES = 24;

const occurrencesStatement = statement(
  'occurrences-of-recurring-entries',
  { companyId: bigint, ids: bigints },
  (db, { companyId, ids }) =>
    db
      .selectFrom(
        db
          .selectFrom('read.recurring_occurrences as o')
          .select([
            'o.recurring_entry_id',
            'o.date',
            'o.entry_id',
            'o.reversal_entry_id',
            'o.withdrawn_at',
            'o.document_id',
            'o.delivery',
            'o.delivered_at',
            'o.mail_id',
            'o.message_id',
            'o.failure',
            sql<string | null>`coalesce(
              (select m.status from read.mails m where m.company_id = o.company_id and m.id = o.mail_id),
              (select p.status from read.peppol_messages p where p.company_id = o.company_id and p.id = o.message_id))`.as(
              'status',
            ),
            sql<number>`row_number() over (partition by o.recurring_entry_id order by o.date desc, o.entry_id desc)`.as(
              'place',
            ),
          ])
          .where('o.company_id', '=', companyId)
          .where('o.recurring_entry_id', '=', anyOf(ids))
          .as('latest'),
      )
      .select([
        ...(['recurring_entry_id', 'date', 'entry_id', 'reversal_entry_id', 'withdrawn_at', 'document_id'] as const),
        ...(['delivery', 'delivered_at', 'mail_id', 'message_id', 'failure', 'status'] as const),
      ])
      .where('place', '<=', sql.lit(MOST_OCCURRENCES))
      .orderBy('recurring_entry_id')
      .orderBy('place'),
);

export type OccurrenceRow = Omit<RowOfStatement<typeof occurrencesStatement>, 'recurring_entry_id'>;
export type RecurringEntryRow = RowOfStatement<typeof byIdsStatement> & {
  /** Latest first. */
  readonly occurrences: readonly OccurrenceRow[];
};

async function withOccurrences(
  pool: pg.Pool,
  companyId: number,
  entries: readonly RowOfStatement<typeof byIdsStatement>[],
): Promise<RecurringEntryRow[]> {
  if (entries.length === 0) return [];
  const rows = await occurrencesStatement.all(pool, { companyId, ids: entries.map(({ id }) => id) });
  const byEntry = new Map(entries.map(({ id }) => [id, [] as OccurrenceRow[]]));
  for (const { recurring_entry_id, ...occurrence } of rows) byEntry.get(recurring_entry_id)!.push(occurrence);
  return entries.map((entry) => ({ ...entry, occurrences: byEntry.get(entry.id)! }));
}

/** Includes trashed recurring entries, for the feed. */
export async function readRecurringEntriesByIds(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<RecurringEntryRow[]> {
  return withOccurrences(pool, companyId, await byIdsStatement.all(pool, { companyId, ids }));
}

/** Undefined if it is trashed. */
export async function findRecurringEntry(
  pool: pg.Pool,
  companyId: number,
  id: number,
): Promise<RecurringEntryRow | undefined> {
  const [entry] = await readRecurringEntriesByIds(pool, companyId, [id]);
  return entry?.deleted_at === null ? entry : undefined;
}

export interface RecurringFilter {
  readonly kind?: RecurringKind | undefined;
  readonly mode?: RecurringMode | undefined;
  readonly is_active?: boolean | undefined;
  /** Only those whose next date is on or before this date. */
  readonly due_until?: string | undefined;
}

export const recurringFilter = {
  companyId: bigint,
  kind: optional(text),
  mode: optional(text),
  isActive: optional(flag),
  dueUntil: optional(date),
};

export const matchesRecurringFilter = ({
  companyId,
  kind,
  mode,
  isActive,
  dueUntil,
}: Placeholders<typeof recurringFilter>) =>
  sql<boolean>`${sql.join(
    [
      sql`r.company_id = ${companyId} and r.deleted_at is null`,
      ...(kind === undefined ? [] : [sql`r.kind = ${kind}`]),
      ...(mode === undefined ? [] : [sql`r.mode = ${mode}`]),
      ...(isActive === undefined ? [] : [sql`r.is_active = ${isActive}`]),
      ...(dueUntil === undefined ? [] : [sql`r.next_on <= ${dueUntil}`]),
    ],
    sql` and `,
  )}`;

export const toRecurringFilter = (companyId: number, { kind, mode, is_active, due_until }: RecurringFilter) => ({
  companyId,
  kind,
  mode,
  isActive: is_active,
  dueUntil: due_until,
});

const pageStatement = statement(
  'recurring-entries',
  { ...recurringFilter, limit: bigint, offset: bigint },
  (db, { limit, offset, ...given }) =>
    selectHeads(db).where(matchesRecurringFilter(given)).orderBy('r.id').limit(limit).offset(offset),
);

const countStatement = statement('count-recurring-entries', recurringFilter, (db, given) =>
  db
    .selectFrom('read.recurring_entries as r')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(matchesRecurringFilter(given)),
);

/** In order of creation. */
export async function listRecurringEntries(
  pool: pg.Pool,
  companyId: number,
  filter: RecurringFilter,
  page: number,
  perPage: number,
): Promise<{ readonly rows: readonly RecurringEntryRow[]; readonly total: number }> {
  const given = toRecurringFilter(companyId, filter);
  const [entries, count] = await Promise.all([
    pageStatement.all(pool, { ...given, limit: perPage, offset: (page - 1) * perPage }),
    countStatement.first(pool, given),
  ]);
  return { rows: await withOccurrences(pool, companyId, entries), total: count!.total };
}
