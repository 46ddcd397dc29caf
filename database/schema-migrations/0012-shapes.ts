/** The shapes that read tables have had, in the order in which they first came: which of two versions is the newer one. */
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
