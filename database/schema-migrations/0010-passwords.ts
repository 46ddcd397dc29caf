/** Password hashes. The log refers to the current one of an account by id; unused ones are deleted. */
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
