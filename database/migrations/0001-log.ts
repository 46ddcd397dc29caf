/**
 * The event log. Positions are handed out under a lock that is held until the commit, so that they have no gap and
 * become visible in their order. `json` keeps what was written to the letter.
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
    );

    -- Judges each append on its own expected revision and stores those that fit. One row back for each append:
    -- outcome 'appended', 'duplicate' (some of its event ids are there already; revision and position are those of the
    -- last of them) or 'wrong_revision' (revision = actual one).
    CREATE FUNCTION log.append(
      streams text[], expected bigint[], counts integer[],
      event_append integer[], event_offset integer[], ids uuid[], types text[], versions integer[], data json[], metadata json[]
    ) RETURNS TABLE (append integer, outcome text, revision bigint, "position" bigint)
    LANGUAGE plpgsql AS $$
    #variable_conflict use_column
    BEGIN
      -- The statement below takes its snapshot after the lock is ours, and so sees every earlier append.
      PERFORM pg_advisory_xact_lock(7201002);
      RETURN QUERY
      WITH head AS (
        SELECT coalesce((SELECT e.position FROM log.events e ORDER BY e.position DESC LIMIT 1), 0) AS position
      ), known AS (
        SELECT a.no, max(e.revision) AS revision, max(e.position) AS position
        FROM unnest(event_append, ids) AS a(no, id) JOIN log.events e ON e.event_id = a.id GROUP BY a.no
      ), asked AS (
        SELECT a.no::integer AS no, a.stream, a.expected, a.n, k.revision AS known_revision, k.position AS known_position,
          coalesce((SELECT e.revision FROM log.events e WHERE e.stream = a.stream ORDER BY e.revision DESC LIMIT 1), -1) AS actual
        FROM unnest(streams, expected, counts) WITH ORDINALITY AS a(stream, expected, n, no)
        LEFT JOIN known k ON k.no = a.no
      ), accepted AS (
        SELECT a.no, a.stream, a.expected, a.n, head.position + sum(a.n) OVER (ORDER BY a.no) - a.n AS base
        FROM asked a, head WHERE a.actual = a.expected AND a.known_revision IS NULL
      ), stored AS (
        INSERT INTO log.events (position, stream, revision, event_id, type, version, data, metadata)
        SELECT a.base + e.off, a.stream, a.expected + e.off, e.id, e.type, e.version, e.data, e.metadata
        FROM unnest(event_append, event_offset, ids, types, versions, data, metadata)
          AS e(no, off, id, type, version, data, metadata)
        JOIN accepted a ON a.no = e.no
      )
      SELECT a.no,
        CASE WHEN a.known_revision IS NOT NULL THEN 'duplicate' WHEN c.no IS NULL THEN 'wrong_revision' ELSE 'appended' END,
        coalesce(a.known_revision, CASE WHEN c.no IS NULL THEN a.actual ELSE a.expected + a.n END),
        coalesce(a.known_position, (c.base + a.n)::bigint)
      FROM asked a LEFT JOIN accepted c ON c.no = a.no ORDER BY a.no;
    END $$;
  `,
};
