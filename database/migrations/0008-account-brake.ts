/** How often in a row signing in to an address has failed, from anywhere; addresses by their hash, with an account or not. */
export const accountBrake = {
  name: '0008-account-brake',
  sql: `
    CREATE TABLE ops.account_failures (
      address_hash   text PRIMARY KEY,
      failures       integer NOT NULL,
      last_failed_at timestamptz NOT NULL DEFAULT now()
    );
  `,
};
