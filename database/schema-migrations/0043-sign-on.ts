/** Single sign-on: one-time codes, by hash, and the tokens of the provider, encrypted, that signing out there needs. */
export const signOn = {
  name: '0043-sign-on',
  sql: `
    CREATE TABLE ops.sign_on_codes (
      code_hash       text PRIMARY KEY,
      user_id         bigint NOT NULL,
      provider        text NOT NULL,
      firm_id         bigint,
      challenge       text,
      sealed_id_token text NOT NULL,
      expires_at      timestamptz NOT NULL
    );
    CREATE TABLE ops.sign_on_sessions (
      token_id        bigint PRIMARY KEY,
      sealed_id_token text NOT NULL,
      created_at      timestamptz NOT NULL DEFAULT now()
    );
  `,
};
