/** SQL query: how far the announcements of each shard have been turned into deliveries. */
export const OUTBOX_CURSORS = `
  SELECT 0 AS shard, number FROM ops.webhook_dispatch UNION ALL SELECT shard, number FROM ops.outbox_cursors`;
