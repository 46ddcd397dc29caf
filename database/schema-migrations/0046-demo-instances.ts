/** Instances of the demo, each in schemas of its own; and within one of them, the copies of its books and their use. */
export const demoInstances = {
  name: '0046-demo-instances',
  sql: `
    CREATE TABLE ops.demo_instances (
      number     integer PRIMARY KEY,
      -- The process that fills it; another one takes over when that is gone.
      process_id text NOT NULL,
      state      text NOT NULL CHECK (state IN ('loading', 'offered', 'retired')),
      started_at timestamptz NOT NULL DEFAULT now(),
      offered_at timestamptz,
      retired_at timestamptz
    );
    CREATE UNIQUE INDEX demo_instance_loaded_once ON ops.demo_instances (state) WHERE state = 'loading';
    CREATE UNIQUE INDEX demo_instance_offered_once ON ops.demo_instances (state) WHERE state = 'offered';

    CREATE TABLE ops.demo_copies (
      -- 0 is the original that the others are copied from.
      number   integer PRIMARY KEY,
      firm_id  bigint NOT NULL,
      streams  text[] NOT NULL DEFAULT '{}',
      state    text NOT NULL CHECK (state IN ('original', 'making', 'ready', 'given')),
      given_at timestamptz
    );

    CREATE TABLE ops.demo_usage (
      user_id    bigint PRIMARY KEY,
      file_bytes bigint NOT NULL DEFAULT 0,
      events     bigint NOT NULL DEFAULT 0,
      row_count  bigint NOT NULL DEFAULT 0
    );
  `,
};
