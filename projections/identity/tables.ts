import type { TokenKind } from '../../domain/identity/user-events.ts';
import type { Language } from '../../domain/language.ts';
import { json, table, text, type RowOf } from '../support/table.ts';

/** Permissions of a token. */
export type Ability = 'read' | 'write' | 'sync';

export const users = table({
  name: 'users',
  shard: 'first',
  columns: {
    id: 'bigint NOT NULL',
    name: 'text NOT NULL',
    email: 'text NOT NULL',
    email_verified: 'boolean NOT NULL',
    pending_email: 'text',
    pending_email_until: 'timestamptz',
    pending_email_request: 'text',
    password_id: 'text NOT NULL',
    /** Person id on the external platform, which checks the password, for an account from there. */
    external_id: 'text COLLATE "C"',
    locale: text<Language>(),
    is_platform_admin: 'boolean NOT NULL',
    opened_by_firm_id: 'bigint',
    is_claimed: 'boolean NOT NULL',
    /** Link of the claim that the firm which opened the account may still contest, and since when; otherwise null. */
    doubted_link_id: 'bigint',
    doubted_since: 'timestamptz',
    /**
     * Whether mail reached the person, or someone other than a firm vouches for the address. Null in rows of earlier
     * versions, until the tables have been rebuilt.
     */
    is_address_proven: 'boolean',
    has_second_factor: 'boolean NOT NULL',
    /** The account of the same owner that this one was joined into; otherwise null. */
    joined_into_id: 'bigint',
    /** When the person deleted the account; otherwise null. */
    erased_at: 'timestamptz',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
  },
  key: ['id'],
  indexes: ['(lower(email))', '(external_id) WHERE external_id IS NOT NULL'],
});

export const tokens = table({
  name: 'tokens',
  shard: 'first',
  columns: {
    id: 'bigint NOT NULL',
    user_id: 'bigint NOT NULL',
    kind: text<TokenKind>('NOT NULL'),
    name: 'text NOT NULL',
    secret_hash: 'text NOT NULL',
    abilities: json<readonly Ability[]>('NOT NULL'),
    expires_at: 'timestamptz',
    revoked_at: 'timestamptz',
    /** Provider through which the session was opened; null for a password. */
    sign_on_provider: 'text',
    /** The firm of that provider: the token sees nothing else. Null: no restriction. */
    sign_on_firm_id: 'bigint',
    created_at: 'timestamptz NOT NULL',
  },
  key: ['id'],
  indexes: ['(user_id, kind) WHERE revoked_at IS NULL'],
});

/** People of identity providers and the accounts that they sign in to. */
export const signOnLinks = table({
  name: 'sign_on_links',
  shard: 'first',
  columns: {
    issuer: 'text COLLATE "C" NOT NULL',
    subject: 'text COLLATE "C" NOT NULL',
    user_id: 'bigint NOT NULL',
    is_linked: 'boolean NOT NULL',
    created_at: 'timestamptz NOT NULL',
  },
  key: ['issuer', 'subject'],
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.users': RowOf<typeof users>;
    readonly 'read.tokens': RowOf<typeof tokens>;
    readonly 'read.sign_on_links': RowOf<typeof signOnLinks>;
  }
}
