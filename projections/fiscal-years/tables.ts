import type { ReadTable } from '../support/table.ts';

export const fiscalYears: ReadTable = {
  name: 'fiscal_years',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    code: 'text NOT NULL',
    starts_on: 'date NOT NULL',
    ends_on: 'date NOT NULL',
    period_length: 'text NOT NULL',
    periods: 'jsonb NOT NULL',
    /** How the year was closed; null while it is open. */
    closing: 'jsonb',
    closed_at: 'timestamptz',
    closed_by: 'bigint',
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    deleted_at: 'timestamptz',
  },
  key: ['id'],
  indexes: ['company_id, starts_on'],
};
