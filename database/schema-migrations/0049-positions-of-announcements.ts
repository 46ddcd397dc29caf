/** The position in the log of an announced event, which decides for which endpoints it is. */
export const positionsOfAnnouncements = {
  name: '0049-positions-of-announcements',
  sql: `
    ALTER TABLE ops.outbox ADD COLUMN position bigint; -- NULL: written by an earlier version or from another log
  `,
};
