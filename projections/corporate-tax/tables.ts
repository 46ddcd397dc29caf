import type { ManualLine } from '../../domain/corporate-tax/tax-events.ts';
import { json, table, type RowOf } from '../support/table.ts';

/** Manual lines of the estimate of corporate tax, by fiscal year; years without any have no row. */
export const corporateTaxLines = table({
  name: 'corporate_tax_lines',
  columns: {
    /** Id of the fiscal year. */
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    lines: json<readonly ManualLine[]>('NOT NULL'),
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    created_by: 'bigint',
  },
  key: ['id'],
  repeated: 'updated',
  past: 'kept',
  indexes: ['company_id, id'],
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.corporate_tax_lines': RowOf<typeof corporateTaxLines>;
  }
}
