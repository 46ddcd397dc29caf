import type pg from 'pg';
import { formatArrayLiteral } from '../../database/array-literal.ts';

/**
 * Tracks which devices write to a company file or have a copy of it, and how far each has synchronised. Updates are
 * collected in memory and written together shortly after. Updates lost in a crash are repeated with the next request.
 */
export interface SyncDevices {
  recordActivity(device: DeviceId, note: DeviceNote): void;
  /** Resolves when all updates so far are written. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface DeviceId {
  readonly companyId: number;
  readonly userId: number;
  readonly deviceId: string;
}

export interface DeviceNote {
  readonly name: string | null;
  /** Cursor up to which the device has everything, implied by its request for later changes; absent if not given. */
  readonly reached?: { readonly cursor: number; readonly epoch: string };
  readonly action: 'pull' | 'push' | 'write';
}

interface Kept extends DeviceId {
  name: string | null;
  cursor: number | null;
  epoch: string | null;
  pulledAt: number | null;
  pushedAt: number | null;
  seenAt: number;
}

const WRITE_AFTER_MS = 2_000;
const MAX_NOTES = 10_000;
/** Per user and company file; a client that invents a new device for each request evicts only its own. */
export const MOST_DEVICES = 50;

const WRITE = `
  INSERT INTO ops.sync_devices AS known (company_id, user_id, device_id, name, cursor, epoch, pulled_at, pushed_at, seen_at)
  SELECT c, u, d, n, coalesce(k, 0), coalesce(e, ''), now() - make_interval(secs => pulled), now() - make_interval(secs => pushed),
    now() - make_interval(secs => seen)
  FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::float8[], $8::float8[], $9::float8[])
    AS noted(c, u, d, n, k, e, pulled, pushed, seen)
  ON CONFLICT (company_id, user_id, device_id) DO UPDATE SET
    name = coalesce(excluded.name, known.name),
    cursor = CASE WHEN excluded.epoch = '' THEN known.cursor ELSE excluded.cursor END,
    epoch = CASE WHEN excluded.epoch = '' THEN known.epoch ELSE excluded.epoch END,
    pulled_at = greatest(excluded.pulled_at, known.pulled_at),
    pushed_at = greatest(excluded.pushed_at, known.pushed_at),
    seen_at = greatest(excluded.seen_at, known.seen_at)`;

const FORGET = `
  DELETE FROM ops.sync_devices WHERE ctid IN (
    SELECT ctid FROM (
      SELECT ctid, row_number() OVER (PARTITION BY company_id, user_id ORDER BY seen_at DESC) AS place FROM ops.sync_devices
      WHERE (company_id, user_id) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[]))
    ) AS ranked WHERE place > ${MOST_DEVICES})`;

export function openSyncDevices(pool: pg.Pool): SyncDevices {
  const notes = new Map<string, Kept>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  function writeNotes(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    // In a fixed order, so that two processes never block each other.
    const batch = [...notes].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, kept]) => kept);
    notes.clear();
    if (batch.length > 0) writing = writing.then(() => storeBatch(batch));
    return writing;
  }

  async function storeBatch(batch: readonly Kept[]): Promise<void> {
    const now = performance.now();
    const toSecondsAgo = (at: number | null): number | null => (at === null ? null : (now - at) / 1_000);
    const owners = [batch.map(({ companyId }) => companyId), batch.map(({ userId }) => userId)].map(formatArrayLiteral);
    const values = [
      ...owners,
      formatArrayLiteral(batch.map(({ deviceId }) => deviceId)),
      formatArrayLiteral(batch.map(({ name }) => name)),
      formatArrayLiteral(batch.map(({ cursor }) => cursor)),
      formatArrayLiteral(batch.map(({ epoch }) => epoch)),
      formatArrayLiteral(batch.map(({ pulledAt }) => toSecondsAgo(pulledAt))),
      formatArrayLiteral(batch.map(({ pushedAt }) => toSecondsAgo(pushedAt))),
      formatArrayLiteral(batch.map(({ seenAt }) => toSecondsAgo(seenAt))),
    ];
    try {
      await pool.query({ name: 'sync-devices', text: WRITE, values });
      await pool.query({ name: 'sync-devices-forget', text: FORGET, values: owners });
    } catch {
      // Not essential: the next request of the device is recorded again.
    }
  }

  return {
    recordActivity({ companyId, userId, deviceId }, { name, reached, action }) {
      const key = `${companyId} ${userId} ${deviceId}`;
      const known = notes.get(key);
      if (known === undefined && notes.size >= MAX_NOTES) return;
      const at = performance.now();
      const kept: Kept = known ?? {
        companyId,
        userId,
        deviceId,
        name,
        cursor: null,
        epoch: null,
        pulledAt: null,
        pushedAt: null,
        seenAt: at,
      };
      if (known === undefined) notes.set(key, kept);
      if (name !== null) kept.name = name;
      if (reached) ({ cursor: kept.cursor, epoch: kept.epoch } = reached);
      kept.seenAt = at;
      if (action === 'pull') kept.pulledAt = at;
      if (action === 'push') kept.pushedAt = at;
      timer ??= setTimeout(() => void writeNotes(), WRITE_AFTER_MS).unref();
    },
    flush: writeNotes,
    close: writeNotes,
  };
}
