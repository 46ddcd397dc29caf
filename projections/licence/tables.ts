import type { PlanCode } from '../../domain/licence/plans.ts';
import { table, text, type RowOf } from '../support/table.ts';

/** The current licence of a firm; a firm that released its licence keeps an empty row. */
export const licences = table({
  name: 'licences',
  shard: 'first',
  columns: {
    firm_id: 'bigint NOT NULL',
    licence_id: 'text COLLATE "C"',
    plan: text<PlanCode>(),
    key_hint: 'text',
    users: 'integer',
    companies: 'integer',
    valid_from: 'date',
    valid_until: 'date',
    activated_at: 'timestamptz',
  },
  key: ['firm_id'],
  indexes: ['licence_id'],
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.licences': RowOf<typeof licences>;
  }
}
