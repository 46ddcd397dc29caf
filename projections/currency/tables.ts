import type { OwnRateSource } from '../../domain/currency/exchange-rate-events.ts';
import { table, text, type RowOf } from '../support/table.ts';

/** Rates of a company file, per unit of its own currency: at most one a day for each currency. */
export const ownExchangeRates = table({
  name: 'own_exchange_rates',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    currency: 'text NOT NULL',
    day: 'date NOT NULL',
    rate: 'text NOT NULL',
    source: text<OwnRateSource>('NOT NULL'),
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    created_by: 'bigint',
    deleted_at: 'timestamptz',
  },
  key: ['id'],
  repeated: 'updated',
  past: 'kept',
  indexes: ['(company_id, currency, day) WHERE deleted_at IS NULL'],
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.own_exchange_rates': RowOf<typeof ownExchangeRates>;
  }
}
