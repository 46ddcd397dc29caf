/** Limited attempts, and the last use of each token. */
export const identity = {
  name: '0003-identity',
  sql: `
    CREATE TABLE ops.guarded_attempts (
      subject           text PRIMARY KEY,
      failures          integer NOT NULL DEFAULT 0,
      window_started_at timestamptz NOT NULL DEFAULT now(),
      pending           integer NOT NULL DEFAULT 0, -- attempts that are being looked at
      pending_since     timestamptz NOT NULL DEFAULT now(),
      locked_until      timestamptz
    );

    -- Takes a place for an attempt: 'go', 'wait' when those under way might use up what is left, or 'locked'.
    CREATE FUNCTION ops.begin_attempt(asked text, most integer, span interval, OUT verdict text, OUT locked_seconds double precision)
    LANGUAGE plpgsql AS $$
    DECLARE
      kept    ops.guarded_attempts;
      instant timestamptz;
    BEGIN
      INSERT INTO ops.guarded_attempts (subject) VALUES (asked) ON CONFLICT (subject) DO NOTHING;
      SELECT * INTO kept FROM ops.guarded_attempts WHERE subject = asked FOR UPDATE;
      instant := clock_timestamp();
      IF kept.locked_until > instant THEN
        verdict := 'locked';
        locked_seconds := extract(epoch FROM kept.locked_until - instant);
        RETURN;
      END IF;
      IF kept.locked_until IS NOT NULL OR kept.window_started_at <= instant - span THEN kept.failures := 0; END IF;
      -- A process that died gives its places back this way.
      IF kept.pending_since <= instant - interval '30 seconds' THEN kept.pending := 0; END IF;
      IF kept.failures + kept.pending >= most THEN
        verdict := 'wait';
        RETURN;
      END IF;
      verdict := 'go';
      UPDATE ops.guarded_attempts
      SET failures = kept.failures, pending = kept.pending + 1, pending_since = instant, locked_until = NULL
      WHERE subject = asked;
    END $$;

    -- Gives the place back; the last failure that is allowed locks.
    CREATE FUNCTION ops.end_attempt(asked text, has_failed boolean, most integer, span interval) RETURNS void
    LANGUAGE plpgsql AS $$
    DECLARE
      kept    ops.guarded_attempts;
      instant timestamptz;
    BEGIN
      SELECT * INTO kept FROM ops.guarded_attempts WHERE subject = asked FOR UPDATE;
      instant := clock_timestamp();
      IF has_failed THEN
        IF kept.failures = 0 OR kept.window_started_at <= instant - span THEN
          kept.failures := 0;
          kept.window_started_at := instant;
        END IF;
        kept.failures := kept.failures + 1;
        IF kept.failures >= most THEN kept.locked_until := instant + span; END IF;
      END IF;
      UPDATE ops.guarded_attempts
      SET failures = kept.failures, window_started_at = kept.window_started_at,
          pending = greatest(pending - 1, 0), locked_until = kept.locked_until
      WHERE subject = asked;
    END $$;

    -- Never in the log: it changes all the time and proves nothing.
    CREATE TABLE ops.token_use (
      token_id     bigint PRIMARY KEY,
      last_used_at timestamptz, -- NULL: issued, not used yet
      ip           text
    );
  `,
};
