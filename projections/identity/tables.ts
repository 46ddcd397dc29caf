import type { ReadTable } from '../support/table.ts';

export const users: ReadTable = {
  name: 'users',
  columns: {
    id: 'bigint NOT NULL',
    name: 'text NOT NULL',
    email: 'text NOT NULL',
    email_verified: 'boolean NOT NULL',
    pending_email: 'text',
    pending_email_until: 'timestamptz',
    pending_email_request: 'text',
    password_hash: 'text NOT NULL',
    locale: 'text',
    is_platform_admin: 'boolean NOT NULL',
    opened_by_firm_id: 'bigint',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
  },
  key: ['id'],
  indexes: ['(lower(email))'],
};

export const tokens: ReadTable = {
  name: 'tokens',
  columns: {
    id: 'bigint NOT NULL',
    user_id: 'bigint NOT NULL',
    kind: 'text NOT NULL',
    name: 'text NOT NULL',
    secret_hash: 'text NOT NULL',
    abilities: 'jsonb NOT NULL',
    expires_at: 'timestamptz',
    revoked_at: 'timestamptz',
    created_at: 'timestamptz NOT NULL',
  },
  key: ['id'],
  indexes: ['(user_id, kind) WHERE revoked_at IS NULL'],
};
