import type { PlanCode } from '../../domain/licence/plans.ts';
import { table, text } from '../support/table.ts';

/** The licence that a firm has now: a row of a firm that has given it up names none. */
export const licences = table({
  name: 'licences',
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
