/**
 * Searches match any part of a text, which the extension `pg_trgm` can index. It is part of PostgreSQL and needs no
 * superuser. If a server refuses it, searches still work but read more rows.
 */
export const search = {
  name: '0004-search',
  sql: `
    DO $$
    BEGIN
      CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA ops;
    EXCEPTION WHEN OTHERS THEN
      RAISE NOTICE 'pg_trgm is not available: %', SQLERRM;
    END $$;
  `,
};
