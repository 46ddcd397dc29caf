/**
 * Distinguishes a database from an earlier state of itself: its identity, the number of detected restores, and the last
 * seen end of the log. After a restore, feed numbers restart far above the previous ones.
 */
export const standing = {
  name: '0011-standing',
  sql: `
    CREATE TABLE ops.standing (
      singleton   boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      database_id uuid NOT NULL DEFAULT gen_random_uuid(),
      made_as     bigint, -- which database of its server it was when it was last used: another one is a copy
      lineage     integer NOT NULL DEFAULT 0,
      beat        bigint NOT NULL DEFAULT 0,
      position    bigint NOT NULL DEFAULT -1,
      event_id    uuid
    );
    INSERT INTO ops.standing DEFAULT VALUES;
    ALTER TABLE ops.feed_epoch ADD COLUMN base bigint NOT NULL DEFAULT 0;
  `,
};
