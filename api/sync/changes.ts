import { refuseInvalid, type Refusal } from '../../domain/refusal.ts';
import { findChangeShownAt, listChangesAfter, type FeedChange } from '../../projections/sync/queries.ts';
import { integer, text } from '../http/input/fields.ts';
import type { Change } from './change.ts';
import { isPurged, type FeedRecord, type FeedRequest, type FeedSource } from './feed.ts';
import { limitByLines } from './lines.ts';

/** Reading of the feed, shared by pages and streams. */

export type Feed = ReadonlyMap<string, FeedSource>;

const LONGEST_LIST = 2_000;

/** Query parameter that chooses resources. */
export const resourcesField = text(LONGEST_LIST).optional().meta({
  description: 'Only changes of these resources, separated by commas. The cursor passes the others.',
});

/** Query parameter of those who read what they show, without a copy. */
export const positionField = integer({ min: 0 }).optional().meta({
  description:
    'Without a cursor: begin after what a response with this `X-Position` shows. Each change then has its `position`.',
});

/** The number to begin after for a client without a cursor, without the base. */
export const findStart = ({ services, company }: FeedRequest, position: number | undefined): Promise<number> | number =>
  position === undefined ? 0 : findChangeShownAt(services.pool, company.id, position);

/** The resources of a query; null: all. */
export function parseResources(given: string | undefined, sources: Feed): ReadonlySet<string> | null | Refusal {
  if (given === undefined) return null;
  const names = given.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !sources.has(name));
  if (unknown === undefined) return new Set(names);
  return refuseInvalid([{ code: 'feed_resource_unknown', field: 'resources', params: { resource: unknown } }]);
}

export interface FeedPage {
  /** Number of the last change that was looked at, without the base. */
  readonly seq: number;
  readonly changes: readonly Change[];
}

interface PageRequest {
  readonly since: number;
  readonly limit: number;
  readonly resources: ReadonlySet<string> | null;
  /** Added to the numbers of changes. */
  readonly base: number;
  readonly hasPositions: boolean;
}

/** Changes after a number, each record once, in its current state. */
export async function readFeedPage(
  request: FeedRequest,
  sources: Feed,
  { since, limit, resources, ...numbers }: PageRequest,
): Promise<FeedPage> {
  const feed = limitByLines(await listChangesAfter(request.services.pool, request.company.id, since, limit));
  const chosen = resources === null ? feed : feed.filter(({ resource }) => resources.has(resource));
  return { seq: feed.at(-1)?.seq ?? since, changes: await withData(chosen, sources, request, numbers) };
}

/**
 * Omits changes overtaken by a later one of the same record: each record comes once, in its current state. Sequence
 * numbers are offset by `base`.
 */
async function withData(
  feed: readonly FeedChange[],
  sources: Feed,
  request: FeedRequest,
  { base, hasPositions }: Pick<PageRequest, 'base' | 'hasPositions'>,
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
  for (const { resource, op, record_id: id, version, changed_at, seq: own, position } of feed) {
    const { source, last, current } = found.get(resource)!;
    const record = current.get(id);
    const place = { changed_at, seq: base + own, ...(hasPositions && { position }) };
    // Of a purged record only the change itself remains: clients that were offline must still learn of it.
    if (record === undefined && op === 'delete' && last.get(id) === own) {
      const data = { id, deleted_at: changed_at, reason: 'purged' };
      changes.push({ resource, op, id, version, data, ...place });
    } else if (record?.version === version) {
      changes.push({ resource, op, id, version, data: buildChangeData(op, record, source), ...place });
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
