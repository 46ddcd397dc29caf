/**
 * Deliveries of webhooks with two indexes less to write: found by endpoint and id, and forgotten by a summary of when they ended,
 * which an update need not touch.
 */
export const leanerDeliveries = {
  name: '0033-leaner-deliveries',
  sql: `
    ALTER TABLE ops.webhook_deliveries DROP CONSTRAINT webhook_deliveries_pkey;
    DROP INDEX ops.webhook_deliveries_listed;
    ALTER TABLE ops.webhook_deliveries ADD PRIMARY KEY (webhook_id, id);
    DROP INDEX ops.webhook_deliveries_finished;
    CREATE INDEX webhook_deliveries_finished ON ops.webhook_deliveries USING brin (finished_at) WITH (autosummarize = on);
  `,
};
