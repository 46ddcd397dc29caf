import type pg from 'pg';
import type { RowOf } from '../support/table.ts';
import { ENDED_ATTEMPTS } from './attempts.ts';
import {
  canViewerSee,
  canViewerSeeDelivery,
  joinViewer,
  MAKER,
  PAUSED_REASON,
  type PausedReason,
  type WebhookViewer,
} from './makers.ts';
import type { webhooks } from './tables.ts';

/** Endpoints with their health and deliveries. Deliveries are not a read table, so the statements are plain SQL. */

export interface WebhookRow extends RowOf<typeof webhooks> {
  readonly last_delivery_at: string | null;
  readonly last_status: 'delivered' | 'failed' | null;
  /** Since when calls have had the same result as the last one. */
  readonly health_since: string | null;
  /** Counts of the last 24 hours. */
  readonly delivered: number;
  readonly failed: number;
  readonly maker_name: string | null;
  readonly paused_reason: PausedReason | null;
  /** Whether the viewer sees all company files of the firm. */
  readonly viewer_sees_all: boolean;
}

const WEBHOOK = `
  SELECT w.*, coalesce(mu.name, '') AS maker_name, ${PAUSED_REASON} AS paused_reason,
    ($3::boolean OR coalesce(vm.all_companies, false)) AS viewer_sees_all, h.last_delivery_at, h.last_status, h.since AS health_since,
    coalesce(day.delivered, 0)::integer AS delivered, coalesce(day.failed, 0)::integer AS failed
  FROM read.webhooks w ${MAKER} ${joinViewer('$2')} LEFT JOIN ops.webhook_health h ON h.webhook_id = w.id
  LEFT JOIN LATERAL (
    SELECT sum(delivered) AS delivered, sum(failed) AS failed FROM ops.webhook_hours
    WHERE webhook_id = w.id AND hour > now() - interval '24 hours'
  ) AS day ON true
  WHERE w.firm_id = $1 AND w.removed_at IS NULL AND ${canViewerSee('$2', '$3')}`;

/** The endpoints that the viewer may see. */
export async function listWebhooks(pool: pg.Pool, firmId: number, viewer: WebhookViewer): Promise<WebhookRow[]> {
  const { rows } = await pool.query<WebhookRow>({
    name: 'webhooks-of-firm',
    text: `${WEBHOOK} ORDER BY w.id`,
    values: [firmId, viewer.userId, viewer.isPlatformAdmin],
  });
  return rows;
}

/** Undefined if there is none that the viewer may see. */
export async function findWebhook(
  pool: pg.Pool,
  firmId: number,
  id: number,
  viewer: WebhookViewer,
): Promise<WebhookRow | undefined> {
  const { rows } = await pool.query<WebhookRow>({
    name: 'webhook-of-firm',
    text: `${WEBHOOK} AND w.id = $4`,
    values: [firmId, viewer.userId, viewer.isPlatformAdmin, id],
  });
  return rows[0];
}

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

export interface AttemptRow {
  readonly number: number;
  readonly outcome: 'delivered' | 'failed' | 'interrupted';
  readonly at: string;
  readonly response_status: number | null;
  readonly response_excerpt: string | null;
  readonly duration_ms: number | null;
}

export interface DeliveryRow {
  readonly id: number;
  readonly event_id: string;
  readonly event: string;
  readonly status: (typeof DELIVERY_STATUSES)[number];
  readonly attempts: number;
  readonly next_attempt_at: string | null;
  readonly response_status: number | null;
  readonly response_excerpt: string | null;
  readonly duration_ms: number | null;
  readonly delivered_at: string | null;
  readonly created_at: string;
  readonly replay_id: string | null;
  /** As sent. */
  readonly body: string;
}

const DELIVERY = `d.id, d.event_id, d.event, d.status, d.attempts, d.next_attempt_at, d.response_status, d.response_excerpt,
  d.duration_ms, d.delivered_at, d.created_at, d.replay_id, coalesce(d.replayed_body, b.body) AS body`;

const WITH_VIEWER = `JOIN read.webhooks w ON w.id = d.webhook_id ${joinViewer('$2')}`;

export interface DeliveryFilter {
  readonly status?: DeliveryRow['status'] | undefined;
  readonly event?: string | undefined;
  readonly viewer: WebhookViewer;
}

export interface DeliveryPage {
  readonly limit: number;
  readonly offset: number;
}

/** Deliveries of company files that the viewer sees, newest first. */
export async function listDeliveries(
  pool: pg.Pool,
  webhookId: number,
  { status, event, viewer }: DeliveryFilter,
  { limit, offset }: DeliveryPage,
): Promise<{ readonly rows: DeliveryRow[]; readonly total: number }> {
  const values: unknown[] = [webhookId, viewer.userId, viewer.isPlatformAdmin];
  const addParameter = (value: unknown): string => `$${values.push(value)}`;
  const conditions = [
    'd.webhook_id = $1',
    canViewerSeeDelivery('$3'),
    ...(status === undefined ? [] : [`d.status = ${addParameter(status)}`]),
    ...(event === undefined ? [] : [`d.event = ${addParameter(event)}`]),
  ].join(' AND ');
  const counted = await pool.query<{ total: number }>(
    `SELECT count(*) AS total FROM ops.webhook_deliveries d ${WITH_VIEWER} WHERE ${conditions}`,
    [...values],
  );
  const { rows } = await pool.query<DeliveryRow>(
    `SELECT ${DELIVERY} FROM (
       SELECT d.* FROM ops.webhook_deliveries d ${WITH_VIEWER} WHERE ${conditions} ORDER BY d.id DESC LIMIT ${addParameter(limit)} OFFSET ${addParameter(offset)}
     ) AS d LEFT JOIN ops.webhook_bodies b USING (event_id) ORDER BY d.id DESC`,
    values,
  );
  return { rows, total: counted.rows[0]!.total };
}

export type DeliveryWithAttempts = DeliveryRow & { readonly attempt_log: readonly AttemptRow[] };

export async function findDelivery(
  pool: pg.Pool,
  webhookId: number,
  id: number,
  viewer: WebhookViewer,
): Promise<DeliveryWithAttempts | undefined> {
  const { rows } = await pool.query<DeliveryWithAttempts>({
    name: 'webhook-delivery',
    text: `SELECT ${DELIVERY}, ${ENDED_ATTEMPTS} AS attempt_log FROM ops.webhook_deliveries d LEFT JOIN ops.webhook_bodies b USING (event_id)
      ${WITH_VIEWER} WHERE d.webhook_id = $1 AND d.id = $4 AND ${canViewerSeeDelivery('$3')}`,
    values: [webhookId, viewer.userId, viewer.isPlatformAdmin, id],
  });
  return rows[0];
}

/** Deliveries of all firms that wait for an attempt: their number, and how long the first has been due, in seconds. */
export async function readWaitingDeliveries(
  pool: Pick<pg.Pool, 'query'>,
): Promise<{ readonly pending: number; readonly oldest_seconds: number }> {
  const { rows } = await pool.query<{ pending: number; oldest_seconds: number }>({
    name: 'webhook-waiting',
    text: `SELECT count(*) AS pending, coalesce(greatest(extract(epoch FROM now() - min(d.next_attempt_at)), 0), 0)::float8 AS oldest_seconds
      FROM ops.webhook_deliveries d JOIN read.webhooks w ON w.id = d.webhook_id AND w.is_active
      WHERE d.next_attempt_at IS NOT NULL AND d.status = 'pending'`,
  });
  return rows[0]!;
}
