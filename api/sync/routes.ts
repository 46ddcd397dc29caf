import { z } from 'zod';
import { changesAfter, feedHead, type FeedChange } from '../../projections/sync/queries.ts';
import { integer, text } from '../http/fields.ts';
import { timestamp } from '../http/output.ts';
import { ok } from '../http/reply.ts';
import { route, type Route } from '../http/route.ts';
import { formatTimestamp } from '../http/time.ts';
import { changeOf, type Change } from './change.ts';
import type { FeedRecord, FeedRequest, FeedSource } from './feed.ts';

const DEFAULT_LIMIT = 500;
const MAX_LIMIT = 2_000;
/** Of entries and letterings together: some have a thousand, and an answer is held as a whole. */
const MAX_LINES = 10_000;

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
      const { query, services, company } = request;
      const head = await feedHead(services.pool, company.id);
      const asked = query.since ?? 0;
      // After a restore the numbers begin far above: a cursor from before is recognised without its epoch.
      const since = asked === 0 ? 0 : asked - head.base;
      const answer = { epoch: head.epoch, server_time: formatTimestamp(new Date()) };
      const isStale = since < 0 || since > head.seq || (query.epoch !== undefined && query.epoch !== head.epoch);
      if (asked > 0 && isStale) return ok({ cursor: 0, has_more: false, full_resync: true, changes: [], ...answer });
      const limit = Math.min(query.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
      const feed = withinLines(await changesAfter(services.pool, company.id, since, limit));
      const cursor = feed.at(-1)?.seq ?? since;
      const changes = await withData(feed, sources, request);
      return ok({
        cursor: cursor === 0 ? 0 : head.base + cursor,
        has_more: cursor < head.seq,
        full_resync: false,
        changes: changes.map((change) => ({ ...change, seq: head.base + change.seq })),
        ...answer,
      });
    },
  });
}

/** The first of them, at least one: those behind it come with the next cursor. */
function withinLines(feed: readonly FeedChange[]): readonly FeedChange[] {
  let lines = 0;
  const end = feed.findIndex((change, index) => (lines += change.lines) > MAX_LINES && index > 0);
  return end < 0 ? feed : feed.slice(0, end);
}

/** A change that a later one of the same record has overtaken is left out: the record comes once, as it is now. */
async function withData(feed: readonly FeedChange[], sources: Feed, request: FeedRequest): Promise<Change[]> {
  const current = new Map<string, FeedRecord>();
  const idsByResource = new Map<string, number[]>();
  for (const { resource, record_id } of feed) pushTo(idsByResource, resource, record_id);
  await Promise.all(
    [...idsByResource].map(async ([resource, ids]) => {
      const records = await sourceOf(resource, sources).read(request, ids);
      for (const record of records) current.set(`${resource}:${record.id}`, record);
    }),
  );
  return feed.flatMap(({ resource, op, record_id: id, version, changed_at, seq }) => {
    const record = current.get(`${resource}:${id}`);
    if (record?.version !== version) return [];
    const reason = sourceOf(resource, sources).isGoneForGood ? 'purged' : 'trashed';
    // What was merged tells into which one: records that a client keeps of it are the other's from now on.
    const merged = record['merged_into_id'] ? { merged_into_id: record['merged_into_id'] } : {};
    const data = op === 'delete' ? { id, deleted_at: record['deleted_at'], reason, ...merged } : record;
    return [{ resource, op, id, version, data, changed_at, seq }];
  });
}

function sourceOf(resource: string, sources: Feed): FeedSource {
  const source = sources.get(resource);
  if (!source) throw new Error(`No subject declares how the feed shows ${resource}`);
  return source;
}

function pushTo(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
