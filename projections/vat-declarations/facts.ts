import { sql } from 'kysely';
import type pg from 'pg';
import type { Queryable } from '../../database/snapshot.ts';
import { ZERO } from '../../domain/money.ts';
import type { BoxAmount } from '../../domain/vat-declarations/declaration-events.ts';
import type { DeclarationFacts } from '../../domain/vat-declarations/declaration-facts.ts';
import type { KnownDeclaration } from '../../domain/vat-declarations/undo-facts.ts';
import type { TaxOnAccount } from '../../domain/vat-declarations/settlement.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, date, shape } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

/** Facts that decisions about VAT returns depend on: the return itself, and the postings of its period. */

const factsStatement = statement(
  'facts-of-vat-declarations',
  { companyId: bigint, ids: bigints },
  (db, { companyId, ids }) =>
    db
      .selectFrom('read.vat_declarations')
      .select([
        'id',
        'version',
        'status',
        'form',
        'period_type',
        'year',
        'period',
        'starts_on',
        'ends_on',
        'books',
        'carried',
        'boxes',
        'manual',
        'requests',
        'comment',
        'journal_entry_id',
        'fingerprint',
        'deleted_at',
      ])
      .where('company_id', '=', companyId)
      .where('id', '=', anyOf(ids)),
);

/** Includes deleted drafts. */
export async function readAllDeclarationFacts(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<readonly KnownDeclaration[]> {
  const rows = ids.length === 0 ? [] : await factsStatement.all(pool, { companyId, ids });
  return rows.map(({ deleted_at, ...facts }) => ({ ...facts, is_deleted: deleted_at !== null }));
}

/** Existing returns only. */
export async function readDeclarationFacts(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<readonly DeclarationFacts[]> {
  return (await readAllDeclarationFacts(pool, companyId, ids)).filter(({ is_deleted }) => !is_deleted);
}

export async function findDeclarationFacts(
  pool: pg.Pool,
  companyId: number,
  id: number,
): Promise<DeclarationFacts | undefined> {
  return (await readDeclarationFacts(pool, companyId, [id]))[0];
}

const span = { companyId: bigint, from: date, to: date };

/** Adds up one of the tables of amounts per day and box. */
const sumByBox = (table: 'read.vat_boxes' | 'read.vat_family_boxes', name: string) =>
  statement(name, span, (db, { companyId, from, to }) =>
    db
      .selectFrom(table)
      .select('box')
      .select(sql<string>`sum(amount)::numeric(20,2)`.as('amount'))
      .where('company_id', '=', companyId)
      .where('entry_date', '>=', from)
      .where('entry_date', '<=', to)
      .groupBy('box')
      .having(sql<boolean>`sum(amount) <> 0`)
      .orderBy('box'),
  );

const booksStatement = sumByBox('read.vat_boxes', 'vat-boxes-of-period');
const familiesStatement = sumByBox('read.vat_family_boxes', 'vat-family-boxes-of-period');

/**
 * Amounts per box from the entries of a period, with the shares of families. Tax due on payment comes with the entry of
 * the payment.
 */
export async function readPeriodBoxes(
  db: Queryable,
  companyId: number,
  { starts_on, ends_on }: { readonly starts_on: string; readonly ends_on: string },
): Promise<readonly BoxAmount[]> {
  const given = { companyId, from: starts_on, to: ends_on };
  return [...(await booksStatement.all(db, given)), ...(await familiesStatement.all(db, given))];
}

const taxesStatement = statement(
  'vat-accounts-of-period',
  { ...span, accountIds: bigints, isAnnual: shape<boolean>() },
  (db, { companyId, from, to, accountIds, isAnnual }) =>
    db
      .selectFrom('read.vat_movements as m')
      .select('m.account_id')
      .select(sql<string>`sum(m.amount)::numeric(20,2)`.as('amount'))
      .where('m.company_id', '=', companyId)
      .where('m.entry_date', '>=', from)
      .where('m.entry_date', '<=', to)
      .where('m.account_id', '=', anyOf(accountIds))
      .$if(isAnnual, (query) =>
        query.where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('read.vat_declarations as d')
                .select('d.id')
                .where('d.company_id', '=', companyId)
                .where('d.deleted_at', 'is', null)
                .where('d.status', '!=', 'draft')
                .where('d.period_type', '!=', 'yearly')
                .whereRef('d.starts_on', '<=', 'm.entry_date')
                .whereRef('d.ends_on', '>=', 'm.entry_date'),
            ),
          ),
        ),
      )
      .groupBy('m.account_id')
      .having(sql<boolean>`sum(m.amount) <> 0`)
      .orderBy('m.account_id'),
);

/** Amounts of the same entries on the tax accounts; for a year, only those not settled by another return. */
export async function readPeriodTaxes(
  pool: pg.Pool,
  companyId: number,
  { starts_on, ends_on, period_type }: Pick<DeclarationFacts, 'starts_on' | 'ends_on' | 'period_type'>,
  accountIds: readonly number[],
): Promise<readonly TaxOnAccount[]> {
  const isAnnual = period_type === 'yearly';
  return taxesStatement.all(pool, { companyId, from: starts_on, to: ends_on, accountIds, isAnnual });
}

const declaredStatement = statement('vat-declared-in-period', span, (db, { companyId, from, to }) =>
  db
    .selectFrom('read.vat_declarations')
    .select(sql<string>`coalesce(sum(amount_due - amount_refund), 0)::numeric(20,2)`.as('amount'))
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .where('status', '!=', 'draft')
    .where('period_type', '!=', 'yearly')
    .where('starts_on', '>=', from)
    .where('ends_on', '<=', to),
);

/** Total of the returns of the year, for an annual return. */
export async function readDeclaredAmount(
  pool: pg.Pool,
  companyId: number,
  { starts_on, ends_on, period_type }: Pick<DeclarationFacts, 'starts_on' | 'ends_on' | 'period_type'>,
): Promise<string> {
  if (period_type !== 'yearly') return ZERO;
  return (await declaredStatement.first(pool, { companyId, from: starts_on, to: ends_on }))!.amount;
}

/** Annual returns in addition to the periodic ones cover their days as well: all of their tax is settled. */
const undeclaredStatement = statement(
  'vat-days-undeclared',
  { companyId: bigint, from: date, before: date },
  (db, { companyId, from, before }) =>
    db
      .selectFrom('read.vat_counts as n')
      .select(sql<string>`min(n.entry_date)`.as('day'))
      .where('n.company_id', '=', companyId)
      .where('n.entry_date', '>=', from)
      .where('n.entry_date', '<', before)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('read.vat_declarations as d')
              .select('d.id')
              .where('d.company_id', '=', companyId)
              .where('d.deleted_at', 'is', null)
              .where('d.status', '!=', 'draft')
              .whereRef('d.starts_on', '<=', 'n.entry_date')
              .whereRef('d.ends_on', '>=', 'n.entry_date'),
          ),
        ),
      )
      .groupBy(sql`date_trunc('month', n.entry_date)`)
      .orderBy('day'),
);

/** Days with VAT that no validated return covers: the first of each month. */
export async function readUndeclaredDays(
  pool: pg.Pool,
  companyId: number,
  span: { readonly from: string; readonly before: string },
): Promise<readonly string[]> {
  return (await undeclaredStatement.all(pool, { companyId, ...span })).map(({ day }) => day);
}
