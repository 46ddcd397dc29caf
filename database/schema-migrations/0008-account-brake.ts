/** Failed sign-ins per address and network; addresses are hashed, with or without an account. */
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
