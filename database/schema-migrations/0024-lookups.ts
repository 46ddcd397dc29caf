/** Look-ups in external registers: the daily count per user, and the answers of VIES. */
export const lookups = {
  name: '0024-lookups',
  sql: `
    CREATE TABLE ops.lookup_counts (
      user_id bigint PRIMARY KEY,
      day     date NOT NULL,
      asked   integer NOT NULL
    );

    -- By the number that was asked for and the number of whoever asked, empty where nobody was named.
    CREATE TABLE ops.vat_lookups (
      vat_number text NOT NULL,
      requester  text NOT NULL,
      answer     jsonb NOT NULL,
      asked_at   timestamptz NOT NULL,
      PRIMARY KEY (vat_number, requester)
    );
    CREATE INDEX vat_lookups_age ON ops.vat_lookups (asked_at);
  `,
};
