import type { IntegrationKind, Schedule } from '../../domain/integrations/catalogue.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { json, table, text, type RowOf } from '../support/table.ts';

/** Sources connected to company files. A disconnected one keeps its row, without its credentials. */
export const integrations = table({
  name: 'integrations',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    kind: text<IntegrationKind>('NOT NULL'),
    name: 'text NOT NULL',
    settings: json<JsonRecord>('NOT NULL'),
    hints: json<Readonly<Record<string, string>>>('NOT NULL'),
    sealed_id: 'text',
    schedule: text<Schedule>('NOT NULL'),
    is_active: 'boolean NOT NULL',
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
  indexes: [
    '(company_id) WHERE deleted_at IS NULL',
    "(id) WHERE deleted_at IS NULL AND is_active AND schedule <> 'manual'",
  ],
});

/** Units of a currency per euro, by day. */
export const exchangeRates = table({
  name: 'exchange_rates',
  columns: {
    company_id: 'bigint NOT NULL',
    currency: 'text NOT NULL',
    day: 'date NOT NULL',
    rate: 'text NOT NULL',
    created_at: 'timestamptz NOT NULL',
  },
  key: ['company_id', 'currency', 'day'],
  repeated: 'ignored',
  past: {
    of: [],
    buildRows: ({ company, at }) =>
      `SELECT company_id, currency, day, rate, created_at FROM read.exchange_rates WHERE company_id = ${company} AND created_at <= ${at}`,
  },
  indexes: [],
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.integrations': RowOf<typeof integrations>;
    readonly 'read.exchange_rates': RowOf<typeof exchangeRates>;
  }
}
