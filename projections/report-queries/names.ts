import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import type { Language } from '../../domain/language.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, oneOf, texts } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/** Accounts, codes and names that a query filters by and shows. Trashed ones are included, because their lines remain. */

export type QueryAccount = RowOfStatement<typeof accountsStatement>;

const accountsStatement = statement(
  'report-query-accounts',
  { companyId: bigint, language: oneOf<Language>() },
  (db, { companyId, language }) =>
    db
      .selectFrom('read.accounts')
      .select([
        'id',
        'number',
        'type',
        'control_role',
        'deleted_at',
        sql<string>`coalesce(labels ->> ${language}, label)`.as('label'),
      ])
      .where('company_id', '=', companyId),
);

export const listQueryAccounts = (db: Queryable, companyId: number, language: Language): Promise<QueryAccount[]> =>
  accountsStatement.all(db, { companyId, language });

/** A journal, VAT code, analytic code or third party. */
export interface QueryName {
  readonly id: number;
  readonly code: string;
  readonly label: string;
}

const journalsStatement = statement(
  'report-query-journals',
  { companyId: bigint, language: oneOf<Language>() },
  (db, { companyId, language }) =>
    db
      .selectFrom('read.journals')
      .select(['id', 'code', sql<string>`coalesce(labels ->> ${language}, label)`.as('label')])
      .where('company_id', '=', companyId)
      .orderBy('deleted_at', (order) => order.desc().nullsFirst()),
);

export const listQueryJournals = (db: Queryable, companyId: number, language: Language): Promise<QueryName[]> =>
  journalsStatement.all(db, { companyId, language });

const vatCodesStatement = statement(
  'report-query-vat-codes',
  { companyId: bigint, language: oneOf<Language>() },
  (db, { companyId, language }) =>
    db
      .selectFrom('read.vat_codes')
      .select(['id', 'code', sql<string>`coalesce(labels ->> ${language}, label)`.as('label')])
      .where('company_id', '=', companyId)
      .orderBy('deleted_at', (order) => order.desc().nullsFirst()),
);

export const listQueryVatCodes = (db: Queryable, companyId: number, language: Language): Promise<QueryName[]> =>
  vatCodesStatement.all(db, { companyId, language });

export type QueryCode = RowOfStatement<typeof codesStatement>;

const codesStatement = statement('report-query-codes', { companyId: bigint }, (db, { companyId }) =>
  db
    .selectFrom('read.analytic_codes')
    .select(['id', 'axis', 'code', 'label', 'parent_id'])
    .where('company_id', '=', companyId)
    .orderBy('deleted_at', (order) => order.desc().nullsFirst()),
);

export const listQueryCodes = (db: Queryable, companyId: number): Promise<QueryCode[]> =>
  codesStatement.all(db, { companyId });

const partiesStatement = statement(
  'report-query-parties',
  { companyId: bigint, ids: bigints },
  (db, { companyId, ids }) =>
    db
      .selectFrom('read.third_parties')
      .select(['id', 'code', 'name as label'])
      .where('company_id', '=', companyId)
      .where('id', '=', anyOf(ids)),
);

export const listQueryParties = (db: Queryable, companyId: number, ids: readonly number[]): Promise<QueryName[]> =>
  partiesStatement.all(db, { companyId, ids });

const foundPartiesStatement = statement(
  'report-query-found-parties',
  { companyId: bigint, codes: texts, ids: bigints },
  (db, { companyId, codes, ids }) =>
    db
      .selectFrom('read.third_parties as t')
      .leftJoin('read.third_party_merges as m', (join) =>
        join.onRef('m.third_party_id', '=', 't.id').on('m.company_id', '=', companyId),
      )
      .select(['t.id', 't.code', sql<number>`coalesce(m.into_id, t.id)`.as('counted_id')])
      .where('t.company_id', '=', companyId)
      .where((eb) => eb.or([eb('t.code', '=', anyOf(codes)), eb('t.id', '=', anyOf(ids))]))
      .orderBy('t.deleted_at', (order) => order.desc().nullsFirst()),
);

/** Third parties with these codes or ids, and those that they were merged into. */
export const findQueryParties = (db: Queryable, companyId: number, codes: readonly string[], ids: readonly number[]) =>
  foundPartiesStatement.all(db, { companyId, codes, ids });
