import type pg from 'pg';
import { RATE_DAYS } from '../../domain/integrations/rates.ts';
import { addDays, type PlainDate } from '../../domain/dates.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, date, text, texts } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

/** Recorded exchange rates, and the documents that wait for them. */

const ratesStatement = statement(
  'exchange-rates-on',
  { companyId: bigint, currencies: texts, from: date, to: date },
  (db, { companyId, currencies, from, to }) =>
    db
      .selectFrom('read.exchange_rates as r')
      .distinctOn('r.currency')
      .select(['r.currency', 'r.rate'])
      .where('r.company_id', '=', companyId)
      .where('r.currency', '=', anyOf(currencies))
      .where('r.day', '>=', from)
      .where('r.day', '<=', to)
      .orderBy('r.currency')
      .orderBy('r.day', 'desc'),
);

/** Units per euro, by currency: the rate of the day, or the last one before it. */
export async function readLastRates(
  pool: pg.Pool,
  companyId: number,
  currencies: readonly string[],
  day: PlainDate,
): Promise<Readonly<Record<string, string>>> {
  const rows = await ratesStatement.all(pool, { companyId, currencies, from: addDays(day, -RATE_DAYS), to: day });
  return Object.fromEntries(rows.map(({ currency, rate }) => [currency, rate]));
}

const currencyStatement = statement('currency-of-company', { companyId: bigint }, (db, { companyId }) =>
  db.selectFrom('read.companies as c').select('c.currency').where('c.id', '=', companyId),
);

export async function readCompanyCurrency(pool: pg.Pool, companyId: number): Promise<string> {
  return (await currencyStatement.first(pool, { companyId }))!.currency;
}

const waitingStatement = statement(
  'documents-without-rate',
  { companyId: bigint, currency: text, most: bigint },
  (db, { companyId, currency, most }) =>
    db
      .selectFrom('read.documents as d')
      .select(['d.id', 'd.version', 'd.number', 'd.currency', 'd.document_date'])
      .where('d.company_id', '=', companyId)
      .where('d.status', '=', 'pending')
      .where('d.deleted_at', 'is', null)
      .where('d.exchange_rate', 'is', null)
      .where('d.currency', '<>', currency)
      .orderBy('d.id')
      .limit(most),
);

/** Documents that cannot be booked until their exchange rate is known. */
export const listDocumentsWithoutRate = (pool: pg.Pool, companyId: number, currency: string, most: number) =>
  waitingStatement.all(pool, { companyId, currency, most });
