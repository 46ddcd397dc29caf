/**
 * Removes two indexes of webhook deliveries: rows are found by endpoint and id, and expired rows by a BRIN index that
 * updates need not touch.
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
