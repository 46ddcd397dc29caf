/**
 * Progress of sending mails. Content and outcome of a mail are recorded in the log; this table stores who is sending it
 * and what must be known after a crash to avoid sending it twice.
 */
export const mails = {
  name: '0026-mails',
  sql: `
    CREATE TABLE ops.mail_attempts (
      mail_id         bigint PRIMARY KEY,
      company_id      bigint NOT NULL,
      state           text NOT NULL, -- claimed, sending, waiting (for its next attempt), ended (to be recorded), done
      attempts        integer NOT NULL DEFAULT 0,
      leased_by       uuid,          -- the process that has claimed it
      next_attempt_at timestamptz,
      outcome         jsonb,         -- once it has ended
      changed_at      timestamptz NOT NULL DEFAULT now()
    ) WITH (fillfactor = 50); -- a row is written four times
    CREATE INDEX mail_attempts_open ON ops.mail_attempts (state) WHERE state IN ('claimed', 'sending', 'ended');
    CREATE INDEX mail_attempts_done ON ops.mail_attempts (changed_at) WHERE state = 'done';
  `,
};
