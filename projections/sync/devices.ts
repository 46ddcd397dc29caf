import type pg from 'pg';
import { bigint, integer } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

export type DeviceRow = RowOfStatement<typeof devicesStatement>;

const devicesStatement = statement(
  'sync-devices-of-company',
  { companyId: bigint, limit: integer },
  (db, { companyId, limit }) =>
    db
      .selectFrom('ops.sync_devices as d')
      .leftJoin('read.users as u', 'u.id', 'd.user_id')
      .select(['d.device_id', 'd.name', 'd.user_id', 'u.name as user_name', 'd.cursor', 'd.epoch'])
      .select(['d.pulled_at', 'd.pushed_at', 'd.seen_at'])
      .where('d.company_id', '=', companyId)
      .orderBy('d.seen_at', 'desc')
      .limit(limit),
);

/** Most recently seen first. */
export async function listDevices(pool: pg.Pool, companyId: number, limit: number): Promise<DeviceRow[]> {
  return devicesStatement.all(pool, { companyId, limit });
}
