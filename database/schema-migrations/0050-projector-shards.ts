/** Who projects, how far the read tables are, and which processes could take over. */
export const projectorShards = {
  name: '0050-projector-shards',
  sql: `
    CREATE TABLE ops.projector_shards (
      shard        integer PRIMARY KEY CHECK (shard >= 0),
      owner        uuid,                      -- the process that projects
      fence        bigint NOT NULL DEFAULT 0, -- raised by each new owner; rows of an earlier one are refused
      position     bigint NOT NULL,
      generation   uuid,                      -- tables that the position is about; others are at read.checkpoint
      heartbeat_at timestamptz
    ) WITH (fillfactor = 50);
    INSERT INTO ops.projector_shards (shard, position) VALUES (0, -1);

    CREATE TABLE ops.projectors (
      id           uuid PRIMARY KEY,
      heartbeat_at timestamptz NOT NULL
    );

    -- Announcements of one shard are visible in the order of their numbers; those of several are not.
    ALTER TABLE ops.outbox ADD COLUMN shard integer NOT NULL DEFAULT 0;
    DROP INDEX ops.outbox_order;
    CREATE INDEX outbox_order ON ops.outbox (shard, number);
    -- How far the outbox has been turned into deliveries; ops.webhook_dispatch has the position of shard 0.
    CREATE TABLE ops.outbox_cursors (
      shard  integer PRIMARY KEY CHECK (shard > 0),
      number bigint NOT NULL DEFAULT 0
    );

    -- The last change of access rights by each shard but the first that a process has taken note of.
    ALTER TABLE ops.processes ADD COLUMN access_shards jsonb NOT NULL DEFAULT '{}';
  `,
};
