import type pg from 'pg';
import type { QueryCreator } from '../support/compiler.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

const selectIntegrations = (db: QueryCreator) =>
  db
    .selectFrom('read.integrations as i')
    .select(['i.id', 'i.company_id', 'i.kind', 'i.name', 'i.settings', 'i.hints', 'i.schedule', 'i.is_active'])
    .select(['i.version', 'i.created_at', 'i.updated_at', 'i.deleted_at']);

const ofCompany = statement('integrations-of-company', { companyId: bigint }, (db, { companyId }) =>
  selectIntegrations(db).where('i.company_id', '=', companyId).where('i.deleted_at', 'is', null).orderBy('i.id'),
);

const byIds = statement('integrations-by-ids', { companyId: bigint, ids: bigints }, (db, { companyId, ids }) =>
  selectIntegrations(db).where('i.company_id', '=', companyId).where('i.id', '=', anyOf(ids)).orderBy('i.id'),
);

export type IntegrationRow = RowOfStatement<typeof ofCompany>;

export const listIntegrations = (pool: pg.Pool, companyId: number): Promise<IntegrationRow[]> =>
  ofCompany.all(pool, { companyId });

/** Includes disconnected integrations, for the feed. */
export const readIntegrationsByIds = (
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<IntegrationRow[]> => byIds.all(pool, { companyId, ids });

/** Only connected integrations. */
export async function findIntegration(
  pool: pg.Pool,
  companyId: number,
  id: number,
): Promise<IntegrationRow | undefined> {
  return (await readIntegrationsByIds(pool, companyId, [id])).find(({ deleted_at }) => deleted_at === null);
}

/** Runs are not a read table: their results are stored separately, so the statements are plain SQL. */
export interface RunRow {
  readonly id: number;
  readonly integration_id: number;
  readonly trigger: 'schedule' | 'request';
  readonly status: 'queued' | 'running' | 'succeeded' | 'partial' | 'failed';
  readonly queued_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly errors: readonly {
    readonly code: string;
    readonly params: Readonly<Record<string, string | number>>;
    readonly item: string | null;
  }[];
}

const RUN = 'r.id, r.integration_id, r.trigger, r.status, r.queued_at, r.started_at, r.finished_at, r.counts, r.errors';

/** The last run of each integration, by integration id. */
export async function readLastRuns(pool: pg.Pool, ids: readonly number[]): Promise<ReadonlyMap<number, RunRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<RunRow>({
    name: 'integration-last-runs',
    text: `SELECT ${RUN} FROM unnest($1::bigint[]) AS one(id) CROSS JOIN LATERAL
      (SELECT * FROM ops.integration_runs WHERE integration_id = one.id ORDER BY id DESC LIMIT 1) AS r`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.integration_id, row]));
}

/** Newest first. */
export async function listRuns(
  pool: pg.Pool,
  integrationId: number,
  page: number,
  perPage: number,
): Promise<{ readonly rows: readonly RunRow[]; readonly total: number }> {
  const counted = await pool.query<{ total: number }>({
    name: 'integration-runs-count',
    text: 'SELECT count(*) AS total FROM ops.integration_runs WHERE integration_id = $1',
    values: [integrationId],
  });
  const { rows } = await pool.query<RunRow>({
    name: 'integration-runs',
    text: `SELECT ${RUN} FROM ops.integration_runs r WHERE r.integration_id = $1 ORDER BY r.id DESC LIMIT $2 OFFSET $3`,
    values: [integrationId, perPage, (page - 1) * perPage],
  });
  return { rows, total: counted.rows[0]!.total };
}

export async function findRun(pool: pg.Pool, id: number): Promise<RunRow | undefined> {
  const { rows } = await pool.query<RunRow>({
    name: 'integration-run',
    text: `SELECT ${RUN} FROM ops.integration_runs r WHERE r.id = $1`,
    values: [id],
  });
  return rows[0];
}
