import type pg from 'pg';
import type { FileSpan } from '../engine/past-announcements.ts';
import { MAKER, MAKER_SEES_ALL } from './makers.ts';

/** A company file whose events an endpoint may get. */
export interface ReplayedFile {
  readonly id: number;
  readonly public_token: string;
  readonly name: string;
}

/** The files of the firm that the maker of the endpoint may see. */
export async function listFilesOfMaker(pool: Pick<pg.Pool, 'query'>, webhookId: number): Promise<ReplayedFile[]> {
  const { rows } = await pool.query<ReplayedFile>({
    name: 'webhook-files',
    text: `SELECT c.id, c.public_token, c.name FROM read.webhooks w ${MAKER} JOIN read.companies c ON c.firm_id = w.firm_id
      WHERE w.id = $1 AND (${MAKER_SEES_ALL} OR mm.companies ? c.id::text) ORDER BY c.id`,
    values: [webhookId],
  });
  return rows;
}

/** From a position or a moment, inclusive; to a moment, exclusive. */
export interface ReplaySpan {
  readonly fromPosition: number;
  readonly from: string | null;
  readonly to: string | null;
}

/** The events of each file in a span: the first revision of its stream, and how many from there. */
export async function listFileSpans(
  pool: Pick<pg.Pool, 'query'>,
  companyIds: readonly number[],
  { fromPosition, from, to }: ReplaySpan,
): Promise<FileSpan[]> {
  const { rows } = await pool.query<FileSpan>({
    name: 'webhook-replay-spans',
    text: `SELECT a.company_id AS "companyId", min(a.revision) AS first, max(a.revision) - min(a.revision) + 1 AS count
      FROM unnest($1::bigint[]) AS f(id) JOIN read.activity a ON a.company_id = f.id AND a.stream = 'company-' || f.id
      WHERE a.position >= $2 AND ($3::timestamptz IS NULL OR a.recorded_at >= $3::timestamptz)
        AND ($4::timestamptz IS NULL OR a.recorded_at < $4::timestamptz)
      GROUP BY a.company_id ORDER BY a.company_id`,
    values: [companyIds, fromPosition, from, to],
  });
  return rows;
}
