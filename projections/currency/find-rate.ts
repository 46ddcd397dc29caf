import type { Queryable } from '../../database/snapshot.ts';
import type { OwnRateSource } from '../../domain/currency/exchange-rate-events.ts';
import { OWN_DAYS } from '../../domain/currency/tax-rate.ts';
import { addDays, type PlainDate } from '../../domain/dates.ts';
import { computePublishedRate, RATE_DAYS } from '../../domain/integrations/rates.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, date, texts } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

export type RateSource = 'ecb' | OwnRateSource;

export interface KnownRate {
  readonly currency: string;
  /** Day of the rate: the requested day, or the last one before it that has a rate. */
  readonly on: PlainDate;
  /** Units of the currency for one unit of the currency of the company file. */
  readonly rate: string;
  readonly source: RateSource;
}

const currencyStatement = statement('currency-of-company', { companyId: bigint }, (db, { companyId }) =>
  db.selectFrom('read.companies as c').select('c.currency').where('c.id', '=', companyId),
);

/** Empty at a moment before the file was opened. */
export async function readCompanyCurrency(db: Queryable, companyId: number): Promise<string> {
  return (await currencyStatement.first(db, { companyId }))?.currency ?? '';
}

const ownStatement = statement(
  'own-exchange-rates-on',
  { companyId: bigint, currencies: texts, from: date, to: date },
  (db, { companyId, currencies, from, to }) =>
    db
      .selectFrom('read.own_exchange_rates as r')
      .distinctOn('r.currency')
      .select(['r.currency', 'r.day as on', 'r.rate', 'r.source'])
      .where('r.company_id', '=', companyId)
      .where('r.currency', '=', anyOf(currencies))
      .where('r.day', '>=', from)
      .where('r.day', '<=', to)
      .where('r.deleted_at', 'is', null)
      .orderBy('r.currency')
      .orderBy('r.day', 'desc'),
);

const publishedStatement = statement(
  'published-exchange-rates-on',
  { companyId: bigint, currencies: texts, from: date, to: date },
  (db, { companyId, currencies, from, to }) =>
    db
      .selectFrom('read.exchange_rates as r')
      .select(['r.currency', 'r.day', 'r.rate'])
      .where('r.company_id', '=', companyId)
      .where('r.currency', '=', anyOf(currencies))
      .where('r.day', '>=', from)
      .where('r.day', '<=', to)
      .orderBy('r.day', 'desc'),
);

/**
 * The rate of a currency on a day: the own rate of that day, else the published one, else the same of the last day
 * before it. A published rate is used for at most a week, since a later one must exist, an own rate for at most a year.
 * Null: unknown.
 */
export async function findRate(
  db: Queryable,
  companyId: number,
  currency: string,
  on: PlainDate,
): Promise<KnownRate | null> {
  return (await findRates(db, companyId, [currency], on)).get(currency) ?? null;
}

/** The same for several currencies; unknown ones are missing. */
export async function findRates(
  db: Queryable,
  companyId: number,
  currencies: readonly string[],
  on: PlainDate,
): Promise<ReadonlyMap<string, KnownRate>> {
  const base = await readCompanyCurrency(db, companyId);
  const [own, published] = await Promise.all([
    ownStatement.all(db, { companyId, currencies, from: addDays(on, -OWN_DAYS), to: on }),
    publishedStatement.all(db, { companyId, currencies: [...currencies, base], from: addDays(on, -RATE_DAYS), to: on }),
  ]);
  const days = [...new Set(published.map(({ day }) => day))];
  const ratesByDay = new Map(
    days.map((day) => [
      day,
      Object.fromEntries(published.filter((row) => row.day === day).map(({ currency, rate }) => [currency, rate])),
    ]),
  );
  const found = currencies.flatMap((currency): readonly KnownRate[] => {
    if (currency === base) return [];
    const ofFile = own.find((row) => row.currency === currency);
    const day = days.find((one) => computePublishedRate(ratesByDay.get(one)!, currency, base) !== null);
    if (ofFile && (day === undefined || ofFile.on >= day)) return [ofFile];
    if (day === undefined) return [];
    return [{ currency, on: day, rate: computePublishedRate(ratesByDay.get(day)!, currency, base)!, source: 'ecb' }];
  });
  return new Map(found.map((rate) => [rate.currency, rate]));
}
