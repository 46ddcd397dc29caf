/**
 * The processes that hold claims. A claim names the term of its owner; other processes end the term of an owner that
 * stands still, and take over its work.
 */
export const owners = {
  name: '0052-owners',
  sql: `
    CREATE TABLE ops.owners (
      id         uuid PRIMARY KEY,             -- of the term, which a process uses until it is ended
      process    uuid NOT NULL,                -- of the process, which holds an advisory lock while it is connected
      beat       bigint NOT NULL DEFAULT 0,    -- raised twice a second while the process works
      ended_at   timestamptz                   -- by the process itself, or by another one that saw no beat
    );

    ALTER TABLE ops.peppol_sendings ADD COLUMN leased_by uuid; -- NULL: free, or claimed by an earlier version
    ALTER TABLE ops.peppol_inboxes ADD COLUMN leased_by uuid;
    ALTER TABLE ops.bridge_pushes ADD COLUMN leased_by uuid;
  `,
};
