/**
 * Searches look for any part of a text, which an index can serve with the extension `pg_trgm`. It comes with PostgreSQL and
 * needs no superuser; a server that refuses it all the same works without, and searches read more rows.
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
