/** Senders that are not verified yet, and the recipients of mails today. Verified senders are recorded in the log. */
export const mailSenders = {
  name: '0047-mail-senders',
  sql: `
    CREATE TABLE ops.mail_sender_requests (
      id           bigint PRIMARY KEY,
      company_id   bigint NOT NULL,
      kind         text NOT NULL, -- address, domain
      name         text NOT NULL,
      requested_by bigint NOT NULL,
      requested_at timestamptz NOT NULL DEFAULT now(),
      token_hash   text,          -- of the link mailed to an address
      expires_at   timestamptz,   -- of the link
      record       text,          -- value of the TXT record of a domain
      looked_up_at timestamptz,
      UNIQUE (company_id, name)
    );
    CREATE TABLE ops.mail_recipients (
      holder     text PRIMARY KEY, -- a firm, or the owner of files without one
      day        date NOT NULL,    -- in UTC
      recipients integer NOT NULL
    );
  `,
};
