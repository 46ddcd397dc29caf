import type pg from 'pg';

/** Earlier versions kept the demo as firms in the log of the service. None of them is offered any more. */

export async function retireGenerations(pool: pg.Pool): Promise<void> {
  await pool.query(`UPDATE ops.demo_generations SET state = 'retired' WHERE state <> 'retired'`);
}

/** Company files of retired firms that are not in the recycle bin yet. */
export async function listRetiredFiles(
  pool: pg.Pool,
): Promise<readonly { readonly id: number; readonly firm_id: number }[]> {
  const { rows } = await pool.query<{ id: number; firm_id: number }>(
    `SELECT c.id, c.firm_id FROM read.companies c JOIN ops.demo_generations d ON d.firm_id = c.firm_id
     WHERE d.state = 'retired' AND c.deleted_at IS NULL ORDER BY c.id`,
  );
  return rows;
}
