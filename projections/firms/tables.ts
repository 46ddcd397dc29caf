import type { ReadTable } from '../support/table.ts';

export const firms: ReadTable = {
  name: 'firms',
  columns: {
    id: 'bigint NOT NULL',
    public_token: 'text COLLATE "C" NOT NULL',
    name: 'text NOT NULL',
    country_code: 'text NOT NULL',
    locale: 'text NOT NULL',
    email: 'text',
    source: 'text NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
  },
  key: ['id'],
  indexes: ['public_token'],
};

export const members: ReadTable = {
  name: 'members',
  columns: {
    firm_id: 'bigint NOT NULL',
    user_id: 'bigint NOT NULL',
    role: 'text NOT NULL',
    all_companies: 'boolean NOT NULL',
    is_active: 'boolean NOT NULL',
    created_at: 'timestamptz NOT NULL',
  },
  key: ['firm_id', 'user_id'],
  indexes: ['user_id'],
};

/** Files that a firm has taken up; each is opened right after, and completed by a job if the process died between. */
export const registrations: ReadTable = {
  name: 'company_registrations',
  columns: {
    company_id: 'bigint NOT NULL',
    firm_id: 'bigint NOT NULL',
    revision: 'bigint NOT NULL',
    registered_at: 'timestamptz NOT NULL',
  },
  key: ['company_id'],
};

export const firmTables = [firms, members, registrations];
