/** Deliveries of past events. They have a body of their own, because the body of the event may be gone. */
export const webhookReplays = {
  name: '0073-webhook-replays',
  sql: `
    ALTER TABLE ops.webhook_deliveries ADD COLUMN replay_id text; -- NULL: made when the event happened
    ALTER TABLE ops.webhook_deliveries ADD COLUMN replayed_body text;
  `,
};
