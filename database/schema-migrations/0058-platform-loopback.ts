/** What an approved platform would keep: invoices and statuses on their way between company files of one firm. */
export const platformLoopback = {
  name: '0058-platform-loopback',
  sql: `
    CREATE TABLE ops.platform_loopback_messages (
      id uuid PRIMARY KEY,
      number bigint GENERATED ALWAYS AS IDENTITY,
      tracking_id text,
      kind text NOT NULL,
      sender text NOT NULL,
      sender_company_id bigint NOT NULL,
      recipient_company_id bigint, -- NULL: no company file has the address
      document_number text NOT NULL,
      xml bytea NOT NULL,
      sent_at timestamptz NOT NULL DEFAULT now(),
      taken_at timestamptz
    );
    CREATE UNIQUE INDEX platform_loopback_tracking ON ops.platform_loopback_messages (tracking_id) WHERE tracking_id IS NOT NULL;
    CREATE INDEX platform_loopback_waiting ON ops.platform_loopback_messages (recipient_company_id, number) WHERE taken_at IS NULL;
  `,
};
