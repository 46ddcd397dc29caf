/** How often signing in to an address has failed, from each network; addresses by their hash, with an account or not. */
export const accountBrake = {
  name: '0008-account-brake',
  sql: `
    CREATE TABLE ops.account_failures (
      address_hash   text NOT NULL,
      network        text NOT NULL,
      failures       integer NOT NULL,
      last_failed_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (address_hash, network)
    );
  `,
};
