/**
 * Integrations: secrets, next runs, run results and items seen. Imported data is recorded in the log, so this is never
 * the only copy of anything.
 */
export const integrations = {
  name: '0029-integrations',
  sql: `
    CREATE TABLE ops.integration_secrets (
      id             text PRIMARY KEY,
      integration_id bigint NOT NULL,
      sealed         text NOT NULL,
      created_at     timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX integration_secrets_of ON ops.integration_secrets (integration_id);

    CREATE TABLE ops.integration_standing (
      integration_id bigint PRIMARY KEY,
      company_id     bigint NOT NULL,
      next_run_at    timestamptz NOT NULL DEFAULT now(),
      lease_until    timestamptz,  -- when another process may run it
      lease_of       text,
      fingerprint    text          -- of the key that the server has shown first
    );
    CREATE INDEX integration_standing_next ON ops.integration_standing (next_run_at);

    CREATE TABLE ops.integration_runs (
      id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      integration_id bigint NOT NULL,
      company_id     bigint NOT NULL,
      trigger        text NOT NULL CHECK (trigger IN ('schedule', 'request')),
      status         text NOT NULL CHECK (status IN ('queued', 'running', 'succeeded', 'partial', 'failed')),
      queued_at      timestamptz NOT NULL DEFAULT now(),
      started_at     timestamptz,
      finished_at    timestamptz,
      counts         jsonb NOT NULL DEFAULT '{}',
      errors         jsonb NOT NULL DEFAULT '[]'
    );
    CREATE INDEX integration_runs_of ON ops.integration_runs (integration_id, id DESC);
    CREATE UNIQUE INDEX integration_runs_open ON ops.integration_runs (integration_id) WHERE status IN ('queued', 'running');

    CREATE TABLE ops.integration_items (
      integration_id bigint NOT NULL,
      item           text NOT NULL,   -- hash of where it lies
      outcome        text NOT NULL CHECK (outcome IN ('begun', 'taken', 'failed')),
      tries          integer NOT NULL,
      noted_at       timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (integration_id, item)
    );
  `,
};
