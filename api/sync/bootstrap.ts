import { Readable } from 'node:stream';
import { z } from 'zod';
import { refuse } from '../../domain/refusal.ts';
import { createCountReader } from '../../projections/sync/digests.ts';
import { readFeedHead, listFeedRecords } from '../../projections/sync/queries.ts';
import { choice, integer, text } from '../http/input/fields.ts';
import { ok } from '../http/reply/reply.ts';
import { JSON_TYPE } from '../http/reply/send-reply.ts';
import { route, type Route } from '../http/routing/route.ts';
import { yieldToPromptWork } from '../../support/yielding.ts';
import { limitConcurrency } from '../../support/semaphore.ts';
import type { Api } from '../subject.ts';
import type { FeedRecord, FeedRequest } from './feed.ts';
import { sortFeedResources, listFeedTables } from './feed-order.ts';
import { MAX_LINES, limitByLines } from './lines.ts';

const DEFAULT_LIMIT = 500;
const MAX_LIMIT = 2_000;
export const NDJSON = 'application/x-ndjson';
/** Records read and written at once: two such pieces are buffered for a slow reader. */
const AT_ONCE = 200;
/** However many clients read a whole file at once, few pieces are built at a time: see array-reply.ts. */
const takingTurns = limitConcurrency(2);

/** Position of a paginated read. The cursor is that of the first page: later changes are pulled from there. */
const Place = z.object({
  cursor: z.int().min(0),
  epoch: z.string(),
  companyId: z.int(),
  counts: z.record(z.string(), z.int()),
  resource: z.string(),
  after: z.int().min(0),
});
type Place = z.output<typeof Place>;

type FeedApi = Pick<Api, 'feed' | 'feedOrder'>;

/** The order of resources and the counter, evaluated on the first request: the subjects are not assembled before. */
interface Bootstrap {
  readonly feed: Api['feed'];
  readonly listResources: () => readonly string[];
  readonly getCounter: () => ReturnType<typeof createCountReader>;
}

function createBootstrap({ feed, feedOrder }: FeedApi): Bootstrap {
  let order: readonly string[] | null = null;
  let counts: ReturnType<typeof createCountReader> | null = null;
  return {
    feed,
    listResources: () => (order ??= sortFeedResources({ feed, feedOrder })),
    getCounter: () => (counts ??= createCountReader(listFeedTables(feed))),
  };
}

const BootstrapQuery = z.object({
  limit: integer({ min: 1 }).optional(),
  page_token: text(8_000).optional().meta({ description: 'From the previous page; absent for the first one.' }),
  format: choice(['json', 'ndjson'])
    .optional()
    .meta({ description: '`ndjson`: one stream of lines, as with `Accept: application/x-ndjson`.' }),
});

const BootstrapReply = z
  .object({
    cursor: z.int().meta({ description: 'Cursor before the first page: pull from here afterwards.' }),
    epoch: z.string(),
    has_more: z.boolean(),
    page_token: z.string().nullable().meta({ description: 'For the next page; null on the last one.' }),
    counts: z.record(z.string(), z.int()).meta({ description: 'Number of records by resource.' }),
    resources: z
      .record(z.string(), z.array(z.record(z.string(), z.unknown())))
      .meta({ description: 'Records as returned by their GET, parents before children.' }),
  })
  .meta({ id: 'SyncBootstrap' });

/** The whole company file, for the initial synchronisation. */
export function createBootstrapRoute(api: FeedApi): Route {
  const bootstrap = createBootstrap(api);
  return route({
    method: 'get',
    path: '/v1/companies/{company}/sync/bootstrap',
    area: 'sync',
    summary: 'Get the whole company file with the cursor to pull from, in pages or as one NDJSON stream',
    ability: 'sync',
    role: 'any',
    demo: 'allowed',
    query: BootstrapQuery,
    replies: { 200: BootstrapReply },
    fileTypes: [NDJSON],
    errorCodes: ['page_token_invalid'],
    async handle(request) {
      const { query, device, services, company, caller } = request;
      if (device !== null)
        services.devices.recordActivity(
          { companyId: company.id, userId: caller.userId, deviceId: device.id },
          { name: device.name, action: 'pull' },
        );
      if (query.format === 'ndjson' || request.accepts(NDJSON)) {
        const inBulk = { services: { ...services, pool: services.bulkPool }, company, language: request.language };
        const lines = streamLines(bootstrap, await readStart(bootstrap, request), inBulk);
        return ok(undefined, {
          raw: Readable.from(lines, { objectMode: false, highWaterMark: 1 }),
          headers: { 'Content-Type': NDJSON },
        });
      }
      const place =
        query.page_token === undefined
          ? await readStart(bootstrap, request)
          : decodePageToken(query.page_token, bootstrap.listResources());
      // The counts in a token are those of its own company file.
      if (place === null || place.companyId !== company.id)
        return refuse('page_token_invalid', { field: 'page_token' });
      const head = await readFeedHead(services.pool, company.id);
      // An earlier page has shown more than this server: what it lacks would never be sent.
      if (place.epoch !== head.epoch || place.cursor > head.base + head.seq) services.requirePrimary();
      if (place.epoch !== head.epoch) return refuse('page_token_invalid', { field: 'page_token' });
      return ok(undefined, {
        raw: await readPage(bootstrap, place, request, Math.min(query.limit ?? DEFAULT_LIMIT, MAX_LIMIT)),
        headers: { 'Content-Type': JSON_TYPE },
      });
    },
  });
}

/** Each piece becomes text when it is read: the records of a whole page as objects take several times the memory. */
async function readPage(bootstrap: Bootstrap, place: Place, request: FeedRequest, limit: number): Promise<string> {
  const texts = new Map<string, string[]>();
  let next: Place | null = null;
  for await (const piece of streamPieces(bootstrap, place, request, limit)) {
    if (piece === null) break;
    const ofResource = texts.get(piece.resource) ?? [];
    texts.set(piece.resource, ofResource);
    if (piece.records.length > 0) ofResource.push(piece.records.map((record) => JSON.stringify(record)).join(','));
    next = { ...place, resource: piece.resource, after: piece.after };
  }
  const isMore = next !== null && (await hasMore(bootstrap, next, request));
  const head: Omit<z.input<typeof BootstrapReply>, 'resources'> = {
    cursor: place.cursor,
    epoch: place.epoch,
    has_more: isMore,
    page_token: isMore ? encodePageToken(next!) : null,
    counts: place.counts,
  };
  const resources = [...texts].map(([resource, ofResource]) => `${JSON.stringify(resource)}:[${ofResource.join(',')}]`);
  return `${JSON.stringify(head).slice(0, -1)},"resources":{${resources.join(',')}}}`;
}

async function readStart(bootstrap: Bootstrap, { services, company }: FeedRequest): Promise<Place> {
  // Read the cursor first: a change made while records are read is in the feed after it.
  const head = await readFeedHead(services.pool, company.id);
  return {
    cursor: head.seq === 0 ? 0 : head.base + head.seq,
    epoch: head.epoch,
    companyId: company.id,
    counts: await bootstrap.getCounter()(services.pool, company.id),
    resource: bootstrap.listResources()[0]!,
    after: 0,
  };
}

/** Yields records from a position on, without deleted ones, and the position after them; null at the end of a page. */
async function* streamPieces(
  { feed, listResources }: Bootstrap,
  start: Place,
  request: FeedRequest,
  limit: number,
): AsyncGenerator<Piece> {
  const names = listResources();
  let left = limit;
  let lines = 0;
  for (let index = names.indexOf(start.resource); index < names.length; index += 1) {
    const resource = names[index]!;
    let after = resource === start.resource ? start.after : 0;
    for (;;) {
      const rows = await listFeedRecords(
        request.services.pool,
        request.company.id,
        resource,
        after,
        Math.min(left, AT_ONCE),
      );
      if (rows.length === 0) break;
      const taken = limitByLines(rows, MAX_LINES - lines);
      lines += taken.reduce((sum, row) => sum + row.lines, 0);
      left -= taken.length;
      after = taken.at(-1)!.record_id;
      const ids = taken.map(({ record_id }) => record_id);
      const records = (await feed.get(resource)!.read(request, ids)).filter((record) => !record['deleted_at']);
      yield { resource, records, after };
      if (left <= 0 || lines >= MAX_LINES) {
        left = limit;
        lines = 0;
        yield null;
      }
    }
  }
}

async function hasMore(bootstrap: Bootstrap, place: Place, request: FeedRequest): Promise<boolean> {
  for await (const piece of streamPieces(bootstrap, place, request, 1)) if (piece !== null) return true;
  return false;
}

/** A first line with the cursor, one line per record, and a last line, whose absence means that the stream was cut off. */
async function* streamLines(bootstrap: Bootstrap, place: Place, request: FeedRequest): AsyncGenerator<string> {
  const { cursor, epoch, counts: expected } = place;
  yield `${JSON.stringify({ cursor, epoch, counts: expected })}\n`;
  const pieces = streamPieces(bootstrap, place, request, MAX_LIMIT);
  let records = 0;
  for (;;) {
    const text = await takingTurns(async () => {
      const next = await pieces.next();
      await yieldToPromptWork();
      if (next.done === true) return null;
      if (next.value === null) return '';
      const { resource, records: read } = next.value;
      records += read.length;
      return read.map((data) => `${JSON.stringify({ resource, id: data.id, version: data.version, data })}\n`).join('');
    });
    if (text === null) break;
    if (text !== '') yield text;
  }
  yield `${JSON.stringify({ complete: true, cursor, epoch, records })}\n`;
}

/** Null when a page is full. */
type Piece = { readonly resource: string; readonly records: readonly FeedRecord[]; readonly after: number } | null;

const encodePageToken = (place: Place): string => Buffer.from(JSON.stringify(place)).toString('base64url');

function decodePageToken(token: string, resources: readonly string[]): Place | null {
  try {
    const parsed = Place.safeParse(JSON.parse(Buffer.from(token, 'base64url').toString('utf8')));
    return parsed.success && resources.includes(parsed.data.resource) ? parsed.data : null;
  } catch {
    return null;
  }
}
