import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import type { PlainDate } from '../../domain/dates.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, date, optional, text, type Placeholders } from '../support/parameters.ts';
import { fromRawSql, statement, type RowOfStatement } from '../support/statement.ts';
import { readCompanyCurrency, type RateSource } from './find-rate.ts';

export interface ListedRate {
  /** Null for published rates, which the file only reads. */
  readonly id: number | null;
  readonly currency: string;
  readonly on: PlainDate;
  readonly rate: string;
  readonly source: RateSource;
  readonly created_by: number | null;
  readonly version: number | null;
}

export interface RateFilter {
  readonly currency?: string | undefined;
  readonly from?: PlainDate | undefined;
  readonly to?: PlainDate | undefined;
  readonly source?: RateSource | undefined;
}

const filtered = {
  companyId: bigint,
  base: text,
  currency: optional(text),
  from: optional(date),
  to: optional(date),
  source: optional(text),
};

/**
 * Hand-written, because own and published rates are in two tables. Published rates are per euro: for a file that is kept
 * in another currency they are divided by the rate of that currency on the same day.
 */
const buildListed = ({ companyId, base, currency, from, to, source }: Placeholders<typeof filtered>) => {
  const conditions = [
    ...(currency === undefined ? [] : [sql`l.currency = ${currency}`]),
    ...(from === undefined ? [] : [sql`l."on" >= ${from}`]),
    ...(to === undefined ? [] : [sql`l."on" <= ${to}`]),
    ...(source === undefined ? [] : [sql`l.source = ${source}`]),
  ];
  return sql`from (
      select r.id, r.currency, r.day as "on", r.rate, r.source, r.created_by, r.version
      from read.own_exchange_rates r where r.company_id = ${companyId} and r.deleted_at is null
      union all
      select null, p.currency, p.day, p.rate, 'ecb', null, null
      from read.exchange_rates p where p.company_id = ${companyId} and ${base} = 'EUR'
      union all
      select null, case when p.currency = b.currency then 'EUR' else p.currency end, p.day,
        trim_scale(round((case when p.currency = b.currency then 1 else p.rate::numeric end) / b.rate::numeric, 8))::text,
        'ecb', null, null
      from read.exchange_rates p
      join read.exchange_rates b on b.company_id = p.company_id and b.day = p.day and b.currency = ${base}
      where p.company_id = ${companyId}
    ) as l(id, currency, "on", rate, source, created_by, version)
    ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`}`;
};

const pageStatement = statement(
  'list-exchange-rates',
  { ...filtered, limit: bigint, offset: bigint },
  (_db, { limit, offset, ...given }) =>
    fromRawSql(sql<ListedRate>`select l.* ${buildListed(given)}
      order by l."on" desc, l.currency, l.id nulls last limit ${limit} offset ${offset}`),
);

const countStatement = statement('count-exchange-rates', filtered, (_db, given) =>
  fromRawSql(sql<{ readonly total: number }>`select count(*) as total ${buildListed(given)}`),
);

/** Newest day first, the own rate of a day before the published one. */
export async function listExchangeRates(
  db: Queryable,
  companyId: number,
  { currency, from, to, source }: RateFilter,
  page: number,
  perPage: number,
): Promise<{ readonly rows: readonly ListedRate[]; readonly total: number }> {
  const given = { companyId, base: await readCompanyCurrency(db, companyId), currency, from, to, source };
  const [rows, count] = await Promise.all([
    pageStatement.all(db, { ...given, limit: perPage, offset: (page - 1) * perPage }),
    countStatement.first(db, given),
  ]);
  return { rows, total: count!.total };
}

const byIds = statement('own-exchange-rates-by-ids', { companyId: bigint, ids: bigints }, (db, { companyId, ids }) =>
  db
    .selectFrom('read.own_exchange_rates as r')
    .select(['r.id', 'r.currency', 'r.day as on', 'r.rate', 'r.source', 'r.version', 'r.created_by'])
    .select(['r.created_at', 'r.updated_at', 'r.deleted_at'])
    .where('r.company_id', '=', companyId)
    .where('r.id', '=', anyOf(ids))
    .orderBy('r.id'),
);

export type OwnRateRow = RowOfStatement<typeof byIds>;

/** Includes removed ones, for the feed. */
export const readOwnRatesByIds = (db: Queryable, companyId: number, ids: readonly number[]): Promise<OwnRateRow[]> =>
  byIds.all(db, { companyId, ids });

export async function findOwnRate(db: Queryable, companyId: number, id: number): Promise<OwnRateRow | null> {
  const [row] = await readOwnRatesByIds(db, companyId, [id]);
  return row?.deleted_at === null ? row : null;
}
