import type { RevaluationMethod } from '../../domain/country-packs/exchange.ts';
import type { Revaluation, RevaluationRate } from '../../domain/revaluations/revaluation-events.ts';
import { json, table, text, type RowOf } from '../support/table.ts';

export const revaluations = table({
  name: 'revaluations',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    fiscal_year_id: 'bigint NOT NULL',
    valued_on: 'date NOT NULL',
    method: text<RevaluationMethod>('NOT NULL'),
    rates: json<readonly RevaluationRate[]>('NOT NULL'),
    entries: json<Revaluation['entries']>('NOT NULL'),
    amounts: json<Revaluation['amounts']>('NOT NULL'),
    /** What it leaves on the books for the next day that is revalued; null if nothing. */
    carried_values: json<NonNullable<Revaluation['values']>>(),
    provisions: json<NonNullable<Revaluation['provisions']>>(),
    is_taken_back: 'boolean NOT NULL',
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    created_by: 'bigint',
  },
  key: ['id'],
  repeated: 'updated',
  past: 'kept',
  indexes: ['company_id, fiscal_year_id, id'],
});

/** The items that a revaluation valued. They never change. */
export const revaluationItems = table({
  name: 'revaluation_items',
  columns: {
    revaluation_id: 'bigint NOT NULL',
    /** Position of the event in the log, and of the item in it. */
    position: 'bigint NOT NULL',
    item_number: 'integer NOT NULL',
    company_id: 'bigint NOT NULL',
    line_id: 'bigint',
    account_id: 'bigint NOT NULL',
    third_party_id: 'bigint',
    currency: 'text COLLATE "C" NOT NULL',
    currency_amount: 'numeric(20,2) NOT NULL',
    carrying_amount: 'numeric(20,2) NOT NULL',
    closing_amount: 'numeric(20,2) NOT NULL',
    created_at: 'timestamptz NOT NULL',
  },
  key: ['revaluation_id', 'position', 'item_number'],
  repeated: 'impossible',
  past: {
    of: [],
    buildRows: ({ company, at }) =>
      `SELECT i.* FROM read.revaluation_items i WHERE i.company_id = ${company} AND i.created_at <= ${at}`,
  },
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.revaluations': RowOf<typeof revaluations>;
    readonly 'read.revaluation_items': RowOf<typeof revaluationItems>;
  }
}
