/**
 * Keys of personal data. The vault is a schema of its own, because it may be in another database and is never part of a
 * backup of the log. A destroyed key leaves its id, so that it can never be created again.
 */
export const VAULT_SQL = `
  CREATE SCHEMA IF NOT EXISTS vault;
  CREATE TABLE IF NOT EXISTS vault.keys (
    id text PRIMARY KEY,
    wrapped bytea,
    created_at timestamptz NOT NULL DEFAULT now(),
    destroyed_at timestamptz,
    CHECK ((wrapped IS NULL) = (destroyed_at IS NOT NULL))
  );
  CREATE TABLE IF NOT EXISTS vault.erasures (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key_id text NOT NULL UNIQUE,
    company_id bigint,
    position bigint,
    erased_at timestamptz NOT NULL DEFAULT now()
  );
`;

export const vault = { name: '0067-vault', sql: VAULT_SQL };
