/** Hashes of passwords. The log says which of them an account has, by its id; those that no account has any more are removed. */
export const passwords = {
  name: '0010-passwords',
  sql: `
    CREATE TABLE ops.passwords (
      user_id bigint NOT NULL,
      id      text NOT NULL,
      hash    text NOT NULL, -- argon2id
      set_at  timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, id)
    );
  `,
};
