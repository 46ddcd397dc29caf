/** Operational data besides the log: replies to replay, counters, snapshots, ids, processes, outbox. */
export const operations = {
  name: '0002-operations',
  sql: `
    CREATE SCHEMA ops;

    CREATE TABLE ops.idempotence (
      user_id       bigint NOT NULL,
      company_id    bigint NOT NULL, -- 0 outside a company file
      key           text NOT NULL,
      fingerprint   text NOT NULL,
      lease_until   timestamptz,     -- NULL once the answer is memorised
      status        integer,
      answer        json,
      created_at    timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, company_id, key)
    );
    CREATE INDEX idempotence_age ON ops.idempotence (created_at);

    CREATE TABLE ops.rate_counters (
      key               text PRIMARY KEY,
      window_started_at timestamptz NOT NULL,
      hits              integer NOT NULL
    );

    CREATE TABLE ops.snapshots (
      stream     text PRIMARY KEY,
      revision   bigint NOT NULL,
      version    integer NOT NULL,
      hash       text,
      state      json NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE ops.id_counters (
      resource text PRIMARY KEY,
      last_id  bigint NOT NULL
    );

    -- Processes that serve requests, and the last change of access rights that each has taken note of.
    CREATE TABLE ops.processes (
      id              uuid PRIMARY KEY,
      access_position bigint NOT NULL,
      expires_at      timestamptz NOT NULL
    );

    -- Events to announce to webhook endpoints, written with the projector's checkpoint: once each, never by a rebuild.
    CREATE TABLE ops.outbox (
      event_id   text PRIMARY KEY,
      firm_id    bigint,
      company_id bigint NOT NULL,
      event      text NOT NULL,
      data       jsonb NOT NULL,
      created_at timestamptz NOT NULL
    );

    -- A stream whose projection met an event that it cannot digest: held from there on, the others go on.
    CREATE TABLE ops.halted_streams (
      stream        text PRIMARY KEY,
      next_revision bigint NOT NULL,
      position      bigint NOT NULL,
      error         text NOT NULL,
      halted_at     timestamptz NOT NULL DEFAULT now()
    );

    -- Makes a statement fail as a whole when a condition does not hold.
    CREATE FUNCTION ops.require(condition boolean, message text) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      IF condition IS NOT TRUE THEN RAISE EXCEPTION USING ERRCODE = 'GL001', MESSAGE = message; END IF;
    END $$;

    -- Changes when cursors of the synchronisation feed handed out before no longer mean the same.
    CREATE TABLE ops.feed_epoch (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      epoch text NOT NULL
    );
    INSERT INTO ops.feed_epoch (epoch) VALUES (gen_random_uuid()::text);
  `,
};
