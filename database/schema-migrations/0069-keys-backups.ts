/**
 * Backups of the keys that were made. Rows of `vault.keys` are never deleted, so a number of rows above that of the
 * latest backup means that it lacks a key.
 */
export const KEYS_BACKUPS_SQL = `
  CREATE TABLE IF NOT EXISTS vault.backups (
    made_at timestamptz PRIMARY KEY,
    known_keys bigint NOT NULL,
    position bigint NOT NULL
  );
`;

export const keysBackups = {
  name: '0069-keys-backups',
  sql: `
    ${KEYS_BACKUPS_SQL}
    -- A log that was written again with personal data sealed is a new epoch with other hashes.
    ALTER TABLE ops.heads ADD COLUMN epoch integer NOT NULL DEFAULT 1;
  `,
};
