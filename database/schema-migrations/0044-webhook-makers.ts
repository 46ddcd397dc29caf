/** The company file of a delivery, so that it is sent and shown only where it may be seen. */
export const webhookMakers = {
  name: '0044-webhook-makers',
  sql: `
    ALTER TABLE ops.webhook_deliveries ADD COLUMN company_id bigint; -- NULL: a test, or written by an earlier version
  `,
};
