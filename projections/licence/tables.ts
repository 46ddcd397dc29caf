import type { ReadTable } from '../support/table.ts';

/** The licence that a firm has now: a row of a firm that has given it up names none. */
export const licences: ReadTable = {
  name: 'licences',
  columns: {
    firm_id: 'bigint NOT NULL',
    licence_id: 'text COLLATE "C"',
    plan: 'text',
    key_hint: 'text',
    users: 'integer',
    companies: 'integer',
    valid_from: 'date',
    valid_until: 'date',
    activated_at: 'timestamptz',
  },
  key: ['firm_id'],
  indexes: ['licence_id'],
};
