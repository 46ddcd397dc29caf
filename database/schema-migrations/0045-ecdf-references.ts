/** The last reference of an eCDF file of each sender: references are unique, also within a second. */
export const ecdfReferences = {
  name: '0045-ecdf-references',
  sql: `
    CREATE TABLE ops.ecdf_references (
      prefix text PRIMARY KEY,
      second timestamptz NOT NULL,
      sequence integer NOT NULL
    );
  `,
};
