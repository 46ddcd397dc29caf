/** Encrypted secrets of authenticator apps, and hashes of recovery codes. The log records only that an account has them. */
export const secondFactor = {
  name: '0009-second-factor',
  sql: `
    CREATE TABLE ops.second_factors (
      user_id       bigint PRIMARY KEY,
      sealed_secret text NOT NULL,
      last_step     bigint NOT NULL DEFAULT 0, -- of the last code that was taken: none is taken twice
      created_at    timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE ops.recovery_codes (
      user_id   bigint NOT NULL,
      code_hash text NOT NULL,
      PRIMARY KEY (user_id, code_hash)
    );
  `,
};
