import { sql } from 'kysely';
import type { RecordsQuery } from '../records/records-query.ts';

/** The last number of the newest year, from the documents. */
export type NumberSeriesExtras = {
  readonly last_year: string | null;
  readonly last_place: number | null;
  readonly next_year: string | null;
};

export const withNumberSeriesExtras = (series: RecordsQuery) =>
  series
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('read.documents as d')
          .select(['d.number_year', 'd.number_place'])
          .whereRef('d.company_id', '=', 't.company_id')
          .whereRef('d.number_series_id', '=', 't.id')
          .where('d.number_place', 'is not', null)
          .orderBy('d.number_year', 'desc')
          .orderBy('d.number_place', 'desc')
          .limit(1)
          .as('n'),
      (join) => join.onTrue(),
    )
    .select([
      sql<NumberSeriesExtras['last_year']>`n.number_year`.as('last_year'),
      sql<NumberSeriesExtras['last_place']>`n.number_place`.as('last_place'),
      sql<NumberSeriesExtras['next_year']>`t.next_year`.as('next_year'),
    ]);
