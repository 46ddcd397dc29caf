import { sql } from 'kysely';
import type { RecordsQuery } from '../records/records-query.ts';
import type { RecordRows } from '../records/rows.ts';

/** Additional fields of a journal: its counters, control account and rules. */
export type JournalExtras = {
  readonly last_number: number;
  readonly entries_count: number;
  readonly control_account: Pick<RecordRows['accounts'], 'id' | 'number' | 'label' | 'labels'> | null;
  readonly rules: readonly Omit<RecordRows['journal-rules'], NotShown>[];
};

type NotShown =
  | 'company_id'
  | 'journal_id'
  | 'seq'
  | 'created_at'
  | 'updated_at'
  | 'deleted_at'
  | 'deleted_by'
  | 'search';

const CONTROL_ACCOUNT = sql<JournalExtras['control_account']>`case when a.id is null then null
  else json_build_object('id', a.id, 'number', a.number, 'label', a.label, 'labels', a.labels) end`;

/** In the order in which they are tried. Amounts as text, because JSON numbers would lose their trailing zeros. */
export const COLLECT_RULES = sql`json_agg(json_build_object('id', r.id, 'position', r.position, 'label', r.label, 'direction', r.direction,
    'document_type', r.document_type, 'third_party_id', r.third_party_id, 'amount_min', r.amount_min::text,
    'amount_max', r.amount_max::text, 'keyword', r.keyword, 'account_id', r.account_id, 'vat_code_id', r.vat_code_id,
    'is_active', r.is_active, 'version', r.version) order by r.position, r.id)`;

const RULES = sql<JournalExtras['rules']>`coalesce((select ${COLLECT_RULES}
  from read.journal_rules r where r.company_id = t.company_id and r.journal_id = t.id and r.deleted_at is null), '[]')`;

/** The last number of the latest fiscal year in which the journal was used. */
export const LAST_NUMBER = sql`(array_agg(last_number order by fiscal_year_id desc, last_number desc))[1]`;

export const withJournalExtras = (journals: RecordsQuery) =>
  journals
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('read.journal_counters')
          .select([
            sql<number | null>`${LAST_NUMBER}`.as('last_number'),
            sql<string | null>`sum(entries_count)`.as('entries_count'),
          ])
          .whereRef('company_id', '=', 't.company_id')
          .whereRef('journal_id', '=', 't.id')
          .as('n'),
      (join) => join.onTrue(),
    )
    .leftJoin('read.accounts as a', (join) => join.on('a.id', '=', sql.ref<number>('t.control_account_id')))
    .select([
      sql<JournalExtras['last_number']>`coalesce(n.last_number, 0)`.as('last_number'),
      sql<JournalExtras['entries_count']>`coalesce(n.entries_count, 0)::bigint`.as('entries_count'),
      CONTROL_ACCOUNT.as('control_account'),
      RULES.as('rules'),
    ]);
