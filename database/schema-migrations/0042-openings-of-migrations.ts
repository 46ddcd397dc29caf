/** The lines of earlier years behind the open items that opening entries of imported books list. */
export const openingsOfMigrations = {
  name: '0042-openings-of-migrations',
  sql: `
    CREATE UNLOGGED TABLE ops.migration_openings (
      migration_id   bigint NOT NULL,
      line_no        integer NOT NULL,
      source_line_no integer NOT NULL,
      cents          bigint NOT NULL,
      PRIMARY KEY (migration_id, source_line_no, line_no)
    );
  `,
};
