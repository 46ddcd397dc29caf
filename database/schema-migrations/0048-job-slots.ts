/** The slot that each scheduled job last completed, and the process that runs it now. */
export const jobSlots = {
  name: '0048-job-slots',
  sql: `
    CREATE TABLE ops.jobs (
      name           text PRIMARY KEY,
      completed_slot timestamptz, -- NULL: never completed
      leased_by      uuid,        -- the process that runs it
      lease_until    timestamptz
    );
  `,
};
