import type pg from 'pg';
import { deleteInPieces } from '../database/delete-in-pieces.ts';
import { DISCONNECTED_TABLES, IS_DISCONNECTED, IS_UNUSED_SECRET } from '../stores/integrations/runs.ts';
import { HAS_IMPORTED_NOTHING } from '../stores/book-migrations/migrations.ts';
import { IS_SENT_MAIL } from '../stores/mail/attempts.ts';
import { deleteOldDeliveries, IS_RETIRED_SECRET } from '../stores/webhooks/delivery-retention.ts';
import { OUTBOX_CURSORS } from '../stores/webhooks/outbox-cursors.ts';

/** Idempotence responses and announced events are kept at least this long. */
const KEPT_DAYS = 31;
/** Retention of finished webhook deliveries. */
const DELIVERIES_KEPT_DAYS = 30;

const buildAge = (interval: string): string => `now() - interval '${interval}'`;
const LONG_AGO = buildAge(`${KEPT_DAYS} days`);
const ENDED_TOKEN = 'SELECT FROM read.tokens k WHERE k.id = t.token_id AND least(k.revoked_at, k.expires_at)';

/** What is deleted every night, by table: the condition on a row `t`. */
const EXPIRED: readonly (readonly [table: string, condition: string])[] = [
  ['ops.idempotence', `t.created_at < ${LONG_AGO}`],
  [
    'ops.outbox',
    `t.created_at < ${LONG_AGO} AND t.number <= (SELECT c.number FROM (${OUTBOX_CURSORS}) AS c WHERE c.shard = t.shard)`,
  ],
  ['ops.webhook_hours', `t.hour < ${buildAge('2 days')}`],
  ['ops.webhook_secrets', IS_RETIRED_SECRET],
  ['ops.mail_attempts', IS_SENT_MAIL],
  ['ops.mail_sender_requests', `t.requested_at < ${LONG_AGO}`],
  ['ops.migrations', `t.finished_at < ${LONG_AGO} AND ${HAS_IMPORTED_NOTHING}`],
  ...DISCONNECTED_TABLES.map((table) => [table, IS_DISCONNECTED] as const),
  ['ops.integration_secrets', IS_UNUSED_SECRET],
  ['ops.rate_counters', `t.window_started_at < ${buildAge('1 hour')}`],
  ['ops.guarded_attempts', `greatest(t.pending_since, t.window_started_at, t.locked_until) < ${buildAge('1 day')}`],
  ['ops.account_failures', `t.last_failed_at < ${buildAge('1 day')}`],
  ['ops.account_links', `t.expires_at < ${LONG_AGO}`],
  // Passwords that were replaced, or that no event ever referred to.
  [
    'ops.passwords',
    `t.set_at < ${buildAge('1 day')}
     AND NOT EXISTS (SELECT FROM read.users u WHERE u.id = t.user_id AND u.password_id = t.id)`,
  ],
  // Addresses of users are kept no longer than the token they used.
  ['ops.token_use', `EXISTS (${ENDED_TOKEN} < ${LONG_AGO})`],
  ['ops.sign_on_codes', `t.expires_at < ${buildAge('1 hour')}`],
  ['ops.sign_on_sessions', `EXISTS (${ENDED_TOKEN} < ${buildAge('1 day')})`],
  ['ops.document_analyses', `t.claimed_until < ${buildAge('1 day')}`],
  ['ops.vat_lookups', `t.asked_at < ${buildAge('1 day')}`],
  ['ops.lookup_counts', `t.day < ${buildAge('2 days')}`],
  // Jobs of machines that are gone; all others run every day.
  ['ops.jobs', `t.leased_by IS NULL AND t.completed_slot < ${LONG_AGO}`],
  ['ops.owners', `t.ended_at < ${LONG_AGO}`],
  ['ops.processes', `t.expires_at < ${buildAge('1 hour')}`],
];

/**
 * Deletes all that has expired. A process that stops leaves the rest to the next run.
 * @throws at the end, if some of it could not be deleted; the job then runs again
 */
export async function deleteExpiredData(pool: pg.Pool, signal?: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  const parts = [
    ...EXPIRED.map(
      ([table, condition]) =>
        () =>
          deleteInPieces(pool, table, condition, { signal }),
    ),
    () => deleteOldDeliveries(pool, DELIVERIES_KEPT_DAYS, signal),
  ];
  for (const deletePart of parts) {
    if (signal?.aborted) break;
    await deletePart().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some of the expired data could not be deleted');
}
