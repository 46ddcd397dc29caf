import type { ClosedYear, Period, PeriodLength } from '../../domain/fiscal-years/fiscal-year-events.ts';
import { json, table, text, type RowOf } from '../support/table.ts';

export interface PeriodRow extends Period {
  readonly locked_at: string | null;
  readonly locked_by: number | null;
}

export const fiscalYears = table({
  name: 'fiscal_years',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    code: 'text NOT NULL',
    starts_on: 'date NOT NULL',
    ends_on: 'date NOT NULL',
    period_length: text<PeriodLength>('NOT NULL'),
    periods: json<readonly PeriodRow[]>('NOT NULL'),
    /** How the year was closed; null while it is open. */
    closing: json<ClosedYear>(),
    closed_at: 'timestamptz',
    closed_by: 'bigint',
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    deleted_at: 'timestamptz',
  },
  key: ['id'],
  past: 'kept',
  indexes: ['company_id, starts_on'],
});

export type FiscalYearRow = RowOf<typeof fiscalYears>;

declare module '../database.ts' {
  interface Database {
    readonly 'read.fiscal_years': RowOf<typeof fiscalYears>;
  }
}
