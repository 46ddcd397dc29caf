import type pg from 'pg';
import type { Notifications } from '../../database/notifications.ts';
import { ACCESS_CHANNEL } from '../../projections/engine/batch-statement.ts';
import { FIRST_SHARD } from '../../projections/engine/sharding.ts';
import { readLivePositions } from '../../projections/engine/shards.ts';
import { LEASE_MS, RENEW_MS, waitUntilRightsApplied } from '../../stores/support/applied-rights.ts';

/**
 * The right of a process to trust its cached access data. It lasts a few seconds and is renewed every second. A process
 * that cannot renew it stops trusting its cache before the others stop waiting for it. A change of rights is therefore
 * complete when every process with a valid lease has applied it.
 */
export interface Lease {
  isValid(): boolean;
  /** `companyId` if the change is one of a company file and not of a user or firm. */
  waitUntilApplied(position: number, companyId?: number): Promise<void>;
  close(): Promise<void>;
}

interface LeaseOptions {
  readonly pool: pg.Pool;
  readonly notifications: Notifications;
  readonly processId: string;
  readonly onChange: (subjects: readonly string[]) => void;
}

interface AccessMessage {
  readonly position: number;
  readonly subjects: string[];
  /** Absent for the first one. */
  readonly shard?: number;
}

/** Trust ends one second before the lease, so clocks need not agree to the millisecond. */
const TRUST_MS = 4_000;

export async function openLease({ pool, notifications, processId, onChange }: LeaseOptions): Promise<Lease> {
  /** The last change of each shard that was taken note of. */
  let noted: Readonly<Record<number, number>> = {};
  let renewedAt = -Infinity;

  const note = (shard: number, position: number): void => {
    noted = { ...noted, [shard]: Math.max(noted[shard] ?? 0, position) };
  };
  const renew = async (): Promise<void> => {
    if (!notifications.isConnected()) return;
    const startedAt = performance.now();
    const { [FIRST_SHARD]: first = 0, ...others } = noted;
    await pool.query({
      name: 'renew-lease',
      text: `INSERT INTO ops.processes AS p (id, access_position, access_shards, expires_at)
             VALUES ($1, $2, $3, now() + interval '${LEASE_MS} milliseconds')
             ON CONFLICT (id) DO UPDATE SET access_position = greatest(p.access_position, excluded.access_position),
               access_shards = excluded.access_shards, expires_at = excluded.expires_at`,
      values: [processId, first, others],
    });
    renewedAt = startedAt;
  };
  const unsubscribe = [
    notifications.on(ACCESS_CHANNEL, (payload) => {
      const { position, subjects, shard = FIRST_SHARD } = JSON.parse(payload) as AccessMessage;
      onChange(subjects);
      note(shard, position);
      void renew().catch(() => undefined);
    }),
    // Notifications may have been missed while disconnected: forget everything before trusting the cache again.
    notifications.onReconnect(() => {
      onChange(['all']);
      void recordCheckpoint().catch(() => undefined);
    }),
  ];
  const recordCheckpoint = async (): Promise<void> => {
    const positions = await readLivePositions(pool);
    onChange(['all']);
    positions.forEach((position, shard) => note(shard, position));
    await renew();
  };

  await recordCheckpoint();
  await pool.query("DELETE FROM ops.processes WHERE expires_at < now() - interval '1 hour'");
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_MS);
  timer.unref();

  return {
    isValid: () => notifications.isConnected() && performance.now() - renewedAt < TRUST_MS,
    waitUntilApplied: (position, companyId) => waitUntilRightsApplied(pool, position, companyId),
    async close() {
      clearInterval(timer);
      unsubscribe.forEach((stop) => stop());
      await pool.query('DELETE FROM ops.processes WHERE id = $1', [processId]).catch(() => undefined);
    },
  };
}
