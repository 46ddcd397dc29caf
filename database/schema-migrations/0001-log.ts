/**
 * The event log. Each position is the last visible one plus one and is unique, so positions are gapless and become
 * visible in order. `json` preserves the written text exactly.
 */
export const log = {
  name: '0001-log',
  sql: `
    CREATE SCHEMA log;

    CREATE TABLE log.events (
      position    bigint PRIMARY KEY,
      stream      text COLLATE "C" NOT NULL,
      revision    bigint NOT NULL,
      event_id    uuid NOT NULL UNIQUE,
      type        text NOT NULL,
      version     integer NOT NULL,
      data        json NOT NULL,
      metadata    json NOT NULL,
      recorded_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (stream, revision)
    ) WITH (toast_tuple_target = 8160); -- an entry stays in one piece, uncompressed: it is written and read as a whole
  `,
};
