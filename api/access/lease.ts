import type pg from 'pg';
import type { Notifications } from '../../database/notifications.ts';
import { ACCESS_CHANNEL } from '../../projections/engine/batch-statement.ts';
import { readLivePosition } from '../../projections/engine/shards.ts';

/**
 * The right of a process to trust its cached access data. It lasts a few seconds and is renewed every second. A process
 * that cannot renew it stops trusting its cache before the others stop waiting for it. A change of rights is therefore
 * complete when every process with a valid lease has applied it.
 */
export interface Lease {
  isValid(): boolean;
  waitUntilApplied(position: number): Promise<void>;
  close(): Promise<void>;
}

interface LeaseOptions {
  readonly pool: pg.Pool;
  readonly notifications: Notifications;
  readonly processId: string;
  readonly onChange: (subjects: readonly string[]) => void;
}

const LEASE_MS = 5_000;
/** Trust ends one second before the lease, so clocks need not agree to the millisecond. */
const TRUST_MS = 4_000;
const RENEW_MS = 1_000;
const LOOK_AGAIN_MS = 10;

export async function openLease({ pool, notifications, processId, onChange }: LeaseOptions): Promise<Lease> {
  let notedPosition = 0;
  let renewedAt = -Infinity;

  const renew = async (): Promise<void> => {
    if (!notifications.isConnected()) return;
    const startedAt = performance.now();
    await pool.query({
      name: 'renew-lease',
      text: `INSERT INTO ops.processes AS p (id, access_position, expires_at) VALUES ($1, $2, now() + interval '${LEASE_MS} milliseconds')
             ON CONFLICT (id) DO UPDATE SET access_position = greatest(p.access_position, excluded.access_position), expires_at = excluded.expires_at`,
      values: [processId, notedPosition],
    });
    renewedAt = startedAt;
  };
  const unsubscribe = [
    notifications.on(ACCESS_CHANNEL, (payload) => {
      const { position, subjects } = JSON.parse(payload) as { position: number; subjects: string[] };
      onChange(subjects);
      notedPosition = Math.max(notedPosition, position);
      void renew().catch(() => undefined);
    }),
    // Notifications may have been missed while disconnected: forget everything before trusting the cache again.
    notifications.onReconnect(() => {
      onChange(['all']);
      void recordCheckpoint().catch(() => undefined);
    }),
  ];
  const recordCheckpoint = async (): Promise<void> => {
    const position = await readLivePosition(pool);
    onChange(['all']);
    notedPosition = Math.max(notedPosition, position);
    await renew();
  };

  await recordCheckpoint();
  await pool.query("DELETE FROM ops.processes WHERE expires_at < now() - interval '1 hour'");
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_MS);
  timer.unref();

  return {
    isValid: () => notifications.isConnected() && performance.now() - renewedAt < TRUST_MS,
    async waitUntilApplied(position) {
      const deadline = performance.now() + LEASE_MS + RENEW_MS;
      while (performance.now() < deadline) {
        const { rows } = await pool.query<{ behind: number }>({
          name: 'processes-behind',
          text: 'SELECT count(*) AS behind FROM ops.processes WHERE expires_at > now() AND access_position < $1',
          values: [position],
        });
        if (rows[0]!.behind === 0) return;
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      }
    },
    async close() {
      clearInterval(timer);
      unsubscribe.forEach((stop) => stop());
      await pool.query('DELETE FROM ops.processes WHERE id = $1', [processId]).catch(() => undefined);
    },
  };
}
