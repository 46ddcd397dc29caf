/** Firms opened for the demo by earlier versions; the log records only that their source is the demo. */
export const demo = {
  name: '0028-demo',
  sql: `
    CREATE TABLE ops.demo_generations (
      firm_id    bigint PRIMARY KEY,
      -- The process that fills it; another one takes over when that is gone.
      process_id text NOT NULL,
      state      text NOT NULL CHECK (state IN ('loading', 'offered', 'retired')),
      -- Where the stream of each company file ended when it was filled: whatever is behind was done by visitors.
      heads      jsonb NOT NULL DEFAULT '{}',
      started_at timestamptz NOT NULL DEFAULT now(),
      offered_at timestamptz
    );
    CREATE UNIQUE INDEX demo_loaded_once ON ops.demo_generations (state) WHERE state = 'loading';
    CREATE UNIQUE INDEX demo_offered_once ON ops.demo_generations (state) WHERE state = 'offered';
  `,
};
