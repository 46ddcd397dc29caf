/**
 * A delivery that succeeds at the first attempt is written twice, the second time within its page and without index
 * updates: the last attempt is stored in the row, and only waiting deliveries are in the index of due ones. An event is
 * never delivered twice to an endpoint because its body is written once, together with all its deliveries.
 */
export const deliveriesInPlace = {
  name: '0039-deliveries-in-place',
  sql: `
    -- When the last attempt that has ended began; null: all attempts are in the log.
    ALTER TABLE ops.webhook_deliveries ADD COLUMN attempted_at timestamptz;
    ALTER TABLE ops.webhook_deliveries DROP CONSTRAINT webhook_deliveries_event_id_webhook_id_key;
    DROP INDEX ops.webhook_deliveries_due;
    CREATE INDEX webhook_deliveries_due ON ops.webhook_deliveries (webhook_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
    -- All rows of a page may be written for the second time together.
    ALTER TABLE ops.webhook_deliveries SET (fillfactor = 40);

    -- Deliveries that a process has claimed as it made them: while they are in no index, those of a process that is gone are found by this.
    CREATE TABLE ops.webhook_claims (
      first_id    bigint PRIMARY KEY, -- of the deliveries
      last_id     bigint NOT NULL,
      webhook_ids bigint[] NOT NULL,
      process_id  uuid NOT NULL,
      lease_until timestamptz NOT NULL
    );
  `,
};
