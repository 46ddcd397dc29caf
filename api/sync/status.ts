import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { countConflicts } from '../../projections/sync/conflicts.ts';
import { listDevices } from '../../projections/sync/devices.ts';
import { createDigestReader } from '../../projections/sync/digests.ts';
import { readFeedHead } from '../../projections/sync/queries.ts';
import { recordId, timestamp } from '../http/reply/output.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type Route } from '../http/routing/route.ts';
import { formatTimestamp } from '../http/reply/time.ts';
import type { FeedSource } from './feed.ts';
import { listFeedTables } from './feed-order.ts';

const MOST_SHOWN = 200;
const MOST_REMEMBERED = 500;

const Device = z
  .object({
    id: z.string(),
    name: z.string().nullable(),
    user: z.object({ id: recordId, name: z.string().nullable() }),
    cursor: z.int().meta({ description: 'The device has everything up to here.' }),
    behind: z.int().meta({ description: 'Number of changes it has not requested yet.' }),
    is_stale: z.boolean().meta({ description: 'Its copy dates from before a restore: it will have to start over.' }),
    last_pull_at: timestamp.nullable().meta({ description: 'When it last requested changes.' }),
    last_push_at: timestamp.nullable().meta({ description: 'When it last sent actions made offline.' }),
    last_seen_at: timestamp.meta({ description: 'When it was last seen.' }),
  })
  .meta({ id: 'SyncDevice' });

const Status = z
  .object({
    cursor: z.int().meta({ description: 'Current position of the feed.' }),
    min_cursor: z.int().meta({ description: 'Clients with an older cursor, except 0, must start over.' }),
    epoch: z.string(),
    server_time: timestamp,
    projection: z
      .object({
        lag_events: z.int().meta({ description: 'Events of the log that the read tables do not show yet.' }),
        lag_ms: z.int().meta({ description: 'Time since the read tables last caught up with the log.' }),
      })
      .meta({ description: 'Lag of the read tables behind the log.' }),
    open_conflicts: z.int().meta({ description: 'Conflicts that await a decision.' }),
    counts: z.record(z.string(), z.int()).meta({ description: 'Number of records by resource.' }),
    digests: z.record(z.string(), z.string()).meta({
      description:
        'By resource, the sum over all records of the first four bytes (big-endian) of SHA-256 of `id:version`: a client that computes the same sum has everything.',
    }),
    devices: z
      .array(Device)
      .meta({ description: 'Devices that hold a copy or write to the file, most recently seen first.' }),
  })
  .meta({ id: 'SyncStatus' });

interface Figures {
  readonly standing: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly digests: Readonly<Record<string, string>>;
}

export function createStatusRoute(feed: ReadonlyMap<string, FeedSource>): Route {
  const digests = createDigestReader(listFeedTables(feed));
  // Counts are cached as long as the feed has not moved.
  const remembered = new LRUCache<number, Figures>({ max: MOST_REMEMBERED });
  return route({
    method: 'get',
    path: '/v1/companies/{company}/sync/status',
    area: 'sync',
    summary: 'Get the status of the feed, the devices and their conflicts, and the totals of a complete copy',
    ability: 'sync',
    role: 'any',
    demo: 'allowed',
    replies: { 200: Status },
    async handle({ services, company }) {
      const { pool } = services;
      await services.devices.flush();
      const head = await readFeedHead(pool, company.id);
      const toCursor = (seq: number): number => (seq === 0 ? 0 : head.base + seq);
      const standing = `${head.epoch} ${head.seq}`;
      const readFigures = async (): Promise<Figures> => {
        const known = remembered.get(company.id);
        if (known?.standing === standing) return known;
        const rows = await digests(pool, company.id);
        const counted = {
          standing,
          counts: Object.fromEntries(rows.map(({ resource, count }) => [resource, count])),
          digests: Object.fromEntries(rows.map(({ resource, digest }) => [resource, digest])),
        };
        // Changes made meanwhile are counted too, so the result is only cached if the feed has not moved.
        if ((await readFeedHead(pool, company.id)).seq === head.seq) remembered.set(company.id, counted);
        return counted;
      };
      const [{ counts, digests: sums }, open, rows, lag] = await Promise.all([
        readFigures(),
        countConflicts(pool, company.id, { status: 'open' }),
        listDevices(pool, company.id, MOST_SHOWN),
        services.measureLag(),
      ]);
      return ok({
        cursor: toCursor(head.seq),
        min_cursor: head.base,
        epoch: head.epoch,
        server_time: formatTimestamp(new Date()),
        projection: { lag_events: lag.events, lag_ms: lag.milliseconds },
        open_conflicts: open,
        counts,
        digests: sums,
        devices: rows.map((row) => {
          const isStale = row.epoch !== '' && row.epoch !== head.epoch;
          return {
            id: row.device_id,
            name: row.name,
            user: { id: row.user_id, name: row.user_name },
            cursor: row.cursor,
            behind: isStale ? head.seq : Math.max(toCursor(head.seq) - row.cursor, 0),
            is_stale: isStale,
            last_pull_at: row.pulled_at,
            last_push_at: row.pushed_at,
            last_seen_at: row.seen_at,
          };
        }),
      });
    },
  });
}
