import type pg from 'pg';
import { buildIsGoneSql } from '../../database/owners.ts';

/** Records of scheduled jobs: the slot that each last completed, and the process that runs it now. */
export interface JobRecord {
  readonly name: string;
  /** Null if it was never completed. */
  readonly completed: Date | null;
}

export interface JobRecords {
  /** By the clock of the database, which all processes share. */
  readonly now: Date;
  readonly records: ReadonlyMap<string, JobRecord>;
}

const IS_FREE = `(j.leased_by IS NULL OR ${buildIsGoneSql('j.leased_by')})`;

export async function readJobRecords(pool: pg.Pool): Promise<JobRecords> {
  const { rows } = await pool.query<{ now: string; name: string | null; completed_slot: string | null }>({
    name: 'job-records',
    text: 'SELECT now() AS now, j.name, j.completed_slot FROM (VALUES (1)) AS once LEFT JOIN ops.jobs j ON true',
  });
  const records = rows.flatMap(({ name, completed_slot }) =>
    name === null ? [] : [{ name, completed: completed_slot === null ? null : new Date(completed_slot) }],
  );
  return { now: new Date(rows[0]!.now), records: new Map(records.map((record) => [record.name, record])) };
}

/**
 * Takes the jobs that no other process runs or has completed since the records were read; returns their names. This
 * process runs none of them: if one is recorded as its own, the end of it could not be recorded.
 */
export async function claimJobs(
  pool: pg.Pool,
  owner: string,
  jobs: readonly JobRecord[],
): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string }>({
    name: 'claim-jobs',
    text: `
      INSERT INTO ops.jobs AS j (name, completed_slot, leased_by)
      SELECT due.name, due.completed, $3::uuid FROM unnest($1::text[], $2::timestamptz[]) AS due(name, completed)
      ON CONFLICT (name) DO UPDATE SET leased_by = excluded.leased_by, lease_until = NULL
      WHERE (${IS_FREE} OR j.leased_by = $3::uuid) AND j.completed_slot IS NOT DISTINCT FROM excluded.completed_slot
      RETURNING j.name`,
    values: [jobs.map(({ name }) => name), jobs.map(({ completed }) => completed), owner],
  });
  return new Set(rows.map(({ name }) => name));
}

/** Ends the claim and records the slot; null if the job was not completed. Does nothing if another process has the job. */
export async function endJob(pool: pg.Pool, owner: string, name: string, slot: Date | null): Promise<void> {
  await pool.query({
    name: 'end-job',
    text: `UPDATE ops.jobs SET leased_by = NULL, lease_until = NULL, completed_slot = coalesce($3::timestamptz, completed_slot)
           WHERE name = $2 AND leased_by = $1::uuid`,
    values: [owner, name, slot],
  });
}

/** Corrects a record that a clock in the future has written, unless it has changed since it was read. */
export async function correctSlot(pool: pg.Pool, { name, completed }: JobRecord, slot: Date): Promise<void> {
  await pool.query({
    name: 'correct-job-slot',
    text: `UPDATE ops.jobs j SET completed_slot = $3 WHERE j.name = $1 AND j.completed_slot = $2 AND ${IS_FREE}`,
    values: [name, completed, slot],
  });
}
