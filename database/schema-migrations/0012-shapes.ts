/** All shapes of the read tables in order of first use, to determine which of two versions is newer. */
export const shapes = {
  name: '0012-shapes',
  sql: `
    CREATE TABLE ops.shapes (
      digest text PRIMARY KEY,
      number bigint NOT NULL,
      since  timestamptz NOT NULL DEFAULT now()
    );
  `,
};
