import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import type { RateUses } from '../../domain/currency/exchange-rates.ts';
import type { PlainDate } from '../../domain/dates.ts';
import { bigint, date, text } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';
import { isNotPurged } from '../support/trash.ts';

/** Documents that were made with an own rate, also those in the recycle bin. */
const documentsStatement = statement(
  'documents-with-own-rate',
  { companyId: bigint, currency: text, on: date, rate: text },
  (db, { companyId, currency, on, rate }) =>
    db
      .selectFrom('read.documents as d')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('d.company_id', '=', companyId)
      .where('d.currency', '=', currency)
      .where(isNotPurged('d'))
      .where(
        sql<boolean>`(d.exchange_rate_on = ${on} and d.exchange_rate_source <> 'ecb' and d.exchange_rate::numeric = ${rate}::numeric
          or d.tax_exchange_rate_on = ${on} and d.tax_exchange_rate_source <> 'ecb'
            and d.tax_exchange_rate::numeric = ${rate}::numeric)`,
      ),
);

/** Entries that have the rate, between its day and the next one with a rate. */
const entriesStatement = statement(
  'entries-with-own-rate',
  { companyId: bigint, currency: text, on: date, rate: text },
  (db, { companyId, currency, on, rate }) =>
    db
      .selectFrom('read.entry_lines as l')
      .select(sql<number>`count(distinct l.entry_id)`.as('count'))
      .where('l.company_id', '=', companyId)
      .where('l.currency', '=', currency)
      .where('l.entry_date', '>=', on)
      .where(sql<boolean>`l.exchange_rate = ${rate}::numeric`)
      .where(
        sql<boolean>`l.entry_date < coalesce((select min(r.day) from read.own_exchange_rates r where r.company_id = ${companyId}
          and r.currency = ${currency} and r.day > ${on} and r.deleted_at is null), 'infinity')
          and not exists (select from read.exchange_rates p where p.company_id = ${companyId} and p.currency = ${currency}
          and p.day > ${on} and p.day <= l.entry_date)`,
      ),
);

interface OwnRate {
  readonly currency: string;
  readonly on: PlainDate;
  readonly rate: string;
}

export async function countRateUses(
  db: Queryable,
  companyId: number,
  { currency, on, rate }: OwnRate,
): Promise<RateUses> {
  const [documents, entries] = await Promise.all([
    documentsStatement.first(db, { companyId, currency, on, rate }),
    entriesStatement.first(db, { companyId, currency, on, rate }),
  ]);
  return { documents: documents!.count, entries: entries!.count };
}
