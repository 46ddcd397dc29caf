import type pg from 'pg';
import { buildIsGoneSql, OwnershipLost, type Term } from '../../database/owners.ts';
import { BRIEF, runInTransaction } from '../../database/dedicated-connection.ts';
import { listPrefixedSchemas } from '../../database/schema-prefix.ts';

/**
 * Instances of the demo: each has a log, tables and operational data in schemas of its own, beside those of the service.
 * A reset fills another instance, offers it, and drops the schemas of the previous one.
 */
export interface OfferedInstance {
  readonly number: number;
  readonly started_at: string;
  /** When it was last created or found unused. */
  readonly offered_at: string;
}

/** The number is the part of the prefix that tells instances apart, so it is at most six digits long. */
const MAX_NUMBER = 999_999;

export const buildInstancePrefix = (number: number): string => `demo_${number}_`;

export async function findOfferedInstance(pool: pg.Pool): Promise<OfferedInstance | null> {
  const { rows } = await pool.query<OfferedInstance>({
    name: 'offered-demo-instance',
    text: `SELECT number, started_at, offered_at FROM ops.demo_instances WHERE state = 'offered'`,
  });
  return rows[0] ?? null;
}

/** The number of a new instance for the one process that fills it, or null; an owner that is gone loses its claim. */
export async function beginInstance(pool: pg.Pool, { id: owner }: Term): Promise<number | null> {
  await pool.query(
    `UPDATE ops.demo_instances SET state = 'retired', retired_at = now()
     WHERE state = 'loading' AND ${buildIsGoneSql('ops.demo_instances.process_id::uuid')}`,
  );
  const { rows } = await pool.query<{ number: number }>(
    `INSERT INTO ops.demo_instances (number, process_id, state)
     SELECT coalesce(max(number), 0) % ${MAX_NUMBER} + 1, $1, 'loading' FROM ops.demo_instances
     ON CONFLICT DO NOTHING RETURNING number`,
    [owner],
  );
  return rows[0]?.number ?? null;
}

/** Sends visitors to this instance from now on. @throws OwnershipLost if another process fills one instead */
export async function offerInstance(pool: pg.Pool, { id: owner }: Term, number: number): Promise<void> {
  await runInTransaction(
    pool,
    async (connection) => {
      await connection.query(
        `UPDATE ops.demo_instances SET state = 'retired', retired_at = now() WHERE state = 'offered'`,
      );
      const { rowCount } = await connection.query(
        `UPDATE ops.demo_instances SET state = 'offered', offered_at = now()
       WHERE number = $1 AND state = 'loading' AND process_id = $2`,
        [number, owner],
      );
      if (rowCount === 0) throw new OwnershipLost();
    },
    BRIEF,
  );
}

/** Renews an offer that no visitor has used. */
export async function renewInstance(pool: pg.Pool, number: number): Promise<void> {
  await pool.query(`UPDATE ops.demo_instances SET offered_at = now() WHERE number = $1 AND state = 'offered'`, [
    number,
  ]);
}

export async function retireInstance(pool: pg.Pool, number: number): Promise<void> {
  await pool.query(`UPDATE ops.demo_instances SET state = 'retired', retired_at = now() WHERE number = $1`, [number]);
}

/** Retired instances that no process serves any more. */
export async function listRetiredInstances(pool: pg.Pool, graceMs: number): Promise<readonly number[]> {
  const { rows } = await pool.query<{ number: number }>(
    `SELECT number FROM ops.demo_instances
     WHERE state = 'retired' AND retired_at <= now() - make_interval(secs => $1) ORDER BY number`,
    [graceMs / 1000],
  );
  return rows.map(({ number }) => number);
}

/** Drops all that an instance has stored in the database. */
export async function dropInstance(pool: pg.Pool, number: number): Promise<void> {
  // One after another, so that a transaction locks few tables.
  for (const schema of listPrefixedSchemas(buildInstancePrefix(number)).toReversed())
    await pool.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  await pool.query(`DELETE FROM ops.demo_instances WHERE number = $1 AND state = 'retired'`, [number]);
}
