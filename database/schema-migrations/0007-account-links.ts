/**
 * Links to take over an account, accept an invitation or set a new password. Only a hash of the secret is stored; the
 * result is in the log.
 */
export const accountLinks = {
  name: '0007-account-links',
  sql: `
    CREATE TABLE ops.account_links (
      id                   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id              bigint NOT NULL,
      purpose              text NOT NULL,  -- 'invitation' or 'password_reset'
      firm_id              bigint,         -- which an invitation is to
      makes_platform_admin boolean NOT NULL DEFAULT false,
      email                text NOT NULL,  -- of the account when the link was made: with another one it is void
      means                text NOT NULL,  -- 'mailed' or 'handed_over'
      secret_hash          text NOT NULL,
      created_at           timestamptz NOT NULL DEFAULT now(),
      expires_at           timestamptz NOT NULL,
      used_at              timestamptz
    );
    CREATE INDEX account_links_user ON ops.account_links (user_id, purpose);
  `,
};
