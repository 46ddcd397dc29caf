/** The process of a running request: if it is gone, its claim can be taken over before it expires. */
export const processOfClaim = {
  name: '0005-process-of-a-claim',
  sql: `
    ALTER TABLE ops.idempotence ADD COLUMN process_id uuid;
    CREATE INDEX idempotence_under_way ON ops.idempotence (process_id) WHERE lease_until IS NOT NULL;
  `,
};
