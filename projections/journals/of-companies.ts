import { sql } from 'kysely';
import type pg from 'pg';
import { journals } from '../../domain/journals/journal.ts';
import type { Language } from '../../domain/language.ts';
import { listVisibleColumns, selectColumns } from '../records/extras.ts';
import type { RecordRow } from '../records/queries.ts';
import { selectRecords } from '../records/records-query.ts';
import { anyOf } from '../support/expressions.ts';
import { bigints, oneOf } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';
import { COLLECT_RULES, LAST_NUMBER, type JournalExtras } from './extras.ts';

/**
 * The journals of many company files, with labels in one language only. Counters and rules are collected once for all
 * journals: looking for them journal by journal takes three times as long.
 */
const ofCompanies = statement(
  'journals-of-companies',
  { companyIds: bigints, language: oneOf<Language>() },
  (db, { companyIds, language }) => {
    const translate = (alias: 't' | 'a') =>
      sql<string>`coalesce(${sql.ref(`${alias}.labels`)} ->> ${language}, ${sql.ref(`${alias}.label`)})`;
    const columns = listVisibleColumns(journals).filter((name) => name !== 'label' && name !== 'labels');
    return selectColumns(columns, selectRecords(db, journals))
      .leftJoin(
        sql<{ journal_id: number; last_number: number; entries_count: string }>`(
          select journal_id, ${LAST_NUMBER} as last_number, sum(entries_count) as entries_count
          from read.journal_counters where company_id = ${anyOf(companyIds)} group by journal_id)`.as('n'),
        (join) => join.onRef('n.journal_id', '=', 't.id'),
      )
      .leftJoin(
        sql<{ journal_id: number; rules: object }>`(
          select r.journal_id, ${COLLECT_RULES} as rules from read.journal_rules r
          where r.company_id = ${anyOf(companyIds)} and r.deleted_at is null group by r.journal_id)`.as('r'),
        (join) => join.onRef('r.journal_id', '=', 't.id'),
      )
      .leftJoin('read.accounts as a', (join) => join.on('a.id', '=', sql.ref<number>('t.control_account_id')))
      .select([translate('t').as('label'), sql`coalesce(n.last_number, 0)`.as('last_number')])
      .select([sql`coalesce(n.entries_count, 0)::bigint`.as('entries_count'), 'r.rules', 'a.number as account_number'])
      .select(translate('a').as('account_label'))
      .where('t.company_id', '=', anyOf(companyIds))
      .where('t.deleted_at', 'is', null)
      .orderBy(sql.ref('t.code'))
      .orderBy('t.id');
  },
);

type FoundRow = RecordRow & {
  readonly control_account_id: number | null;
  readonly account_number: string | null;
  readonly account_label: string;
  control_account: JournalExtras['control_account'];
};

/** Those of each file are in their usual order. */
export async function listJournalsOfCompanies(
  pool: pg.Pool,
  companyIds: readonly number[],
  language: Language,
): Promise<readonly RecordRow[]> {
  // The visible columns follow from the declaration of the resource, which the compiler does not see here.
  const rows = (await ofCompanies.all(pool, { companyIds, language })) as unknown as FoundRow[];
  for (const row of rows) {
    const { control_account_id: id, account_number: number, account_label: label } = row;
    row.control_account = id === null || number === null ? null : { id, number, label, labels: null };
  }
  return rows;
}
