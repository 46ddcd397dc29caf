/**
 * Identity of the log, and the log that the tables belong to. Notes about a log are stored beside its events and are
 * append-only. `ops.log` records which log the tables were built from, and whether it is being copied elsewhere.
 */
export const logIdentity = {
  name: '0014-log-identity',
  sql: `
    CREATE TABLE log.notes (
      number   integer PRIMARY KEY,
      note     json NOT NULL,
      noted_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE ops.log (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      id        uuid, -- NULL: not known yet
      place     text, -- where it is, in words
      moving_to text, -- where it is being copied to, or was: nothing is written meanwhile
      mover     uuid, -- the process that copies; when it is gone, writing goes on
      pause     uuid, -- this pause of the writes, and no other of the same process
      successor uuid  -- the copy is complete: it is to be used instead
    );
    INSERT INTO ops.log DEFAULT VALUES;

    -- Processes that have let go of writing, and for which pause.
    CREATE TABLE ops.log_pauses (
      process_id uuid PRIMARY KEY,
      pause      uuid NOT NULL
    );

    -- Positions of a log that was left say nothing about where the one in use stands.
    ALTER TABLE ops.heads ADD COLUMN is_of_earlier_log boolean NOT NULL DEFAULT false;
  `,
};
