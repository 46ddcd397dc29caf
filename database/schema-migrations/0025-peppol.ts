/**
 * Exchange with the Peppol network: sending attempts, inboxes to check, and the local loopback network with which company
 * files of one service can test it. Sent and received messages are recorded in the log.
 */
export const peppol = {
  name: '0025-peppol',
  sql: `
    CREATE TABLE ops.peppol_sendings (
      message_id      bigint PRIMARY KEY,
      version         integer NOT NULL,     -- of the message when it was queued: another one begins anew
      attempts        integer NOT NULL,
      next_attempt_at timestamptz NOT NULL, -- 'infinity' for one that has ended
      lease_until     timestamptz,          -- when another process may send it
      is_interrupted  boolean NOT NULL DEFAULT false -- an earlier attempt ended without a word
    );

    CREATE TABLE ops.peppol_inboxes (
      company_id  bigint PRIMARY KEY,
      due_at      timestamptz NOT NULL,
      lease_until timestamptz
    );
    CREATE INDEX peppol_inboxes_due ON ops.peppol_inboxes (due_at);

    CREATE TABLE ops.peppol_loopback_participants (
      reference    text PRIMARY KEY,
      identifier   text NOT NULL,
      is_receiving boolean NOT NULL,
      joined_at    timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX peppol_loopback_identifier ON ops.peppol_loopback_participants (identifier, joined_at);

    CREATE TABLE ops.peppol_loopback_messages (
      number      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      id          uuid NOT NULL UNIQUE,
      sender_reference    text NOT NULL,
      recipient_reference text NOT NULL,
      sender      text NOT NULL,
      document_number text NOT NULL,
      xml         bytea NOT NULL,
      sent_at     timestamptz NOT NULL DEFAULT now(),
      taken_at    timestamptz
    );
    CREATE INDEX peppol_loopback_waiting ON ops.peppol_loopback_messages (recipient_reference, number) WHERE taken_at IS NULL;
    CREATE INDEX peppol_loopback_sent ON ops.peppol_loopback_messages (sender_reference, document_number);
  `,
};
