/** The external platform: synchronisation state, and attempts to send documents there. */
export const bridge = {
  name: '0027-bridge',
  sql: `
    CREATE TABLE ops.bridge_syncs (
      kind      text NOT NULL CHECK (kind IN ('firm', 'company')),
      id        bigint NOT NULL,
      synced_at timestamptz,
      -- False: what the platform told was not taken over as a whole; a job goes on with it.
      is_whole  boolean NOT NULL DEFAULT true,
      -- Behind which documents of the platform are asked for; losing it costs time, nothing else.
      cursor    text,
      tried_at  timestamptz,
      PRIMARY KEY (kind, id)
    );
    CREATE INDEX bridge_syncs_open ON ops.bridge_syncs (tried_at) WHERE NOT is_whole;

    CREATE TABLE ops.bridge_pushes (
      document_id     bigint PRIMARY KEY,
      attempts        integer NOT NULL DEFAULT 0,
      next_attempt_at timestamptz NOT NULL DEFAULT now(),
      claimed_until   timestamptz NOT NULL DEFAULT now()
    );
  `,
};
