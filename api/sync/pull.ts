import { z } from 'zod';
import { changesAfter, type FeedChange } from '../../projections/sync/queries.ts';
import { integer, text } from '../http/input/fields.ts';
import { timestamp } from '../http/reply/output.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type Route } from '../http/routing/route.ts';
import { formatTimestamp } from '../http/reply/time.ts';
import { changeOf, type Change } from './change.ts';
import type { FeedRecord, FeedRequest, FeedSource } from './feed.ts';
import { withinLines } from './lines.ts';

const DEFAULT_LIMIT = 500;
const MAX_LIMIT = 2_000;

type Feed = ReadonlyMap<string, FeedSource>;

export function pullRoute(sources: Feed): Route {
  const Change = changeOf(sources);
  return route({
    method: 'get',
    path: '/v1/companies/{company}/sync/pull',
    area: 'sync',
    summary: 'Changes of the company file behind a cursor, each record at its latest version',
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
      // After a restore the numbers begin far above: a cursor from before is recognised without its epoch.
      const since = asked === 0 ? 0 : asked - head.base;
      const answer = { epoch: head.epoch, server_time: formatTimestamp(new Date()) };
      const isStale = since < 0 || since > head.seq || (query.epoch !== undefined && query.epoch !== head.epoch);
      if (asked > 0 && isStale) return ok({ cursor: 0, has_more: false, full_resync: true, changes: [], ...answer });
      // Whoever asks for what comes behind a cursor has what comes before it.
      if (device !== null)
        services.devices.note(
          { companyId: company.id, userId: caller.userId, deviceId: device.id },
          { name: device.name, action: 'pull', reached: { cursor: asked, epoch: head.epoch } },
        );
      if (since === head.seq) return ok({ cursor: asked, has_more: false, full_resync: false, changes: [], ...answer });
      const limit = Math.min(query.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
      const feed = withinLines(await changesAfter(services.pool, company.id, since, limit));
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
 * A change that a later one of the same record has overtaken is left out: the record comes once, as it is now. Numbers are told from
 * `base` on.
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
    if (!of) found.set(resource, (of = { source: sourceOf(resource, sources), last: new Map(), current: new Map() }));
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
    // Of what was purged nothing is left but the change itself: whoever slept meanwhile must hear of it all the same.
    if (record === undefined && op === 'delete' && last.get(id) === own) {
      const data = { id, deleted_at: changed_at, reason: 'purged' };
      changes.push({ resource, op, id, version, data, changed_at, seq });
    } else if (record?.version === version) {
      changes.push({ resource, op, id, version, data: dataOf(op, record, source), changed_at, seq });
    }
  }
  return changes;
}

/** What the feed brings of a resource. */
interface Found {
  readonly source: FeedSource;
  /** Number of the last change, by record. */
  readonly last: Map<number, number>;
  readonly current: Map<number, FeedRecord>;
}

function dataOf(op: FeedChange['op'], record: FeedRecord, source: FeedSource): Readonly<Record<string, unknown>> {
  if (op !== 'delete') return record;
  const isGone = source.isGoneForGood === true || record['purged_at'] !== undefined;
  // What was merged tells into which one: records that a client keeps of it are the other's from now on.
  const merged = record['merged_into_id'] ? { merged_into_id: record['merged_into_id'] } : {};
  return { id: record.id, deleted_at: record['deleted_at'], reason: isGone ? 'purged' : 'trashed', ...merged };
}

function sourceOf(resource: string, sources: Feed): FeedSource {
  const source = sources.get(resource);
  if (!source) throw new Error(`No subject declares how the feed shows ${resource}`);
  return source;
}
