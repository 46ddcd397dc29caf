/** Which process runs a request that is under way: when it is gone, nobody needs to wait for the claim to run out. */
export const processOfClaim = {
  name: '0005-process-of-a-claim',
  sql: `
    ALTER TABLE ops.idempotence ADD COLUMN process_id uuid;
    CREATE INDEX idempotence_under_way ON ops.idempotence (process_id) WHERE lease_until IS NOT NULL;
  `,
};
