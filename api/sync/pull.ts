import { z } from 'zod';
import { listChangesAfter, type FeedChange } from '../../projections/sync/queries.ts';
import { integer, text } from '../http/input/fields.ts';
import { timestamp } from '../http/reply/output.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type Route } from '../http/routing/route.ts';
import { formatTimestamp } from '../http/reply/time.ts';
import { buildChangeSchema, type Change } from './change.ts';
import { isPurged, type FeedRecord, type FeedRequest, type FeedSource } from './feed.ts';
import { limitByLines } from './lines.ts';

const DEFAULT_LIMIT = 500;
const MAX_LIMIT = 2_000;

type Feed = ReadonlyMap<string, FeedSource>;

export function createPullRoute(sources: Feed): Route {
  const Change = buildChangeSchema(sources);
  return route({
    method: 'get',
    path: '/v1/companies/{company}/sync/pull',
    operationId: 'pullChanges',
    area: 'sync',
    summary: 'Get the changes of the company file after a cursor, each record at its latest version',
    ability: 'sync',
    role: 'any',
    demo: 'allowed',
    query: z.object({
      since: integer({ min: 0 }).optional(),
      limit: integer({ min: 1 }).optional(),
      epoch: text(64).optional(),
    }),
    replies: {
      200: z.object({
        cursor: z.int(),
        has_more: z.boolean(),
        full_resync: z.boolean(),
        changes: z.array(Change),
        server_time: timestamp,
        epoch: z.string(),
      }),
    },
    async handle(request) {
      const { query, services, company, caller, device } = request;
      const known = services.feedHead(company.id);
      const head = known instanceof Promise ? await known : known;
      const asked = query.since ?? 0;
      // After a restore, numbers begin far above: an older cursor is recognised even without its epoch.
      const since = asked === 0 ? 0 : asked - head.base;
      const answer = { epoch: head.epoch, server_time: formatTimestamp(new Date()) };
      const isStale = since < 0 || since > head.seq || (query.epoch !== undefined && query.epoch !== head.epoch);
      if (asked > 0 && isStale) services.requirePrimary();
      if (asked > 0 && isStale) return ok({ cursor: 0, has_more: false, full_resync: true, changes: [], ...answer });
      // A device that asks for changes after a cursor has everything before it.
      if (device !== null)
        services.devices.recordActivity(
          { companyId: company.id, userId: caller.userId, deviceId: device.id },
          { name: device.name, action: 'pull', reached: { cursor: asked, epoch: head.epoch } },
        );
      if (since === head.seq) return ok({ cursor: asked, has_more: false, full_resync: false, changes: [], ...answer });
      const limit = Math.min(query.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
      const feed = limitByLines(await listChangesAfter(services.pool, company.id, since, limit));
      const cursor = feed.at(-1)?.seq ?? since;
      const changes = await withData(feed, sources, request, head.base);
      return ok({
        cursor: cursor === 0 ? 0 : head.base + cursor,
        has_more: cursor < head.seq,
        full_resync: false,
        changes,
        ...answer,
      });
    },
  });
}

/**
 * Omits changes overtaken by a later one of the same record: each record comes once, in its current state. Sequence
 * numbers are offset by `base`.
 */
async function withData(
  feed: readonly FeedChange[],
  sources: Feed,
  request: FeedRequest,
  base: number,
): Promise<Change[]> {
  const found = new Map<string, Found>();
  for (const { resource, record_id, seq } of feed) {
    let of = found.get(resource);
    if (!of)
      found.set(resource, (of = { source: getFeedSource(resource, sources), last: new Map(), current: new Map() }));
    of.last.set(record_id, seq);
  }
  await Promise.all(
    [...found.values()].map(async ({ source, last, current }) => {
      for (const record of await source.read(request, [...last.keys()])) current.set(record.id, record);
    }),
  );
  const changes: Change[] = [];
  for (const { resource, op, record_id: id, version, changed_at, seq: own } of feed) {
    const { source, last, current } = found.get(resource)!;
    const record = current.get(id);
    const seq = base + own;
    // Of a purged record only the change itself remains: clients that were offline must still learn of it.
    if (record === undefined && op === 'delete' && last.get(id) === own) {
      const data = { id, deleted_at: changed_at, reason: 'purged' };
      changes.push({ resource, op, id, version, data, changed_at, seq });
    } else if (record?.version === version) {
      changes.push({ resource, op, id, version, data: buildChangeData(op, record, source), changed_at, seq });
    }
  }
  return changes;
}

/** Changes of one resource in the feed. */
interface Found {
  readonly source: FeedSource;
  /** Sequence number of the last change, by record. */
  readonly last: Map<number, number>;
  readonly current: Map<number, FeedRecord>;
}

function buildChangeData(
  op: FeedChange['op'],
  record: FeedRecord,
  source: FeedSource,
): Readonly<Record<string, unknown>> {
  if (op !== 'delete') return record;
  const isGone = source.isGoneForGood === true || isPurged(record);
  // A merged record names its replacement: references that a client holds move to it.
  const merged = record['merged_into_id'] ? { merged_into_id: record['merged_into_id'] } : {};
  return { id: record.id, deleted_at: record['deleted_at'], reason: isGone ? 'purged' : 'trashed', ...merged };
}

function getFeedSource(resource: string, sources: Feed): FeedSource {
  const source = sources.get(resource);
  if (!source) throw new Error(`No subject declares a feed source for ${resource}`);
  return source;
}
