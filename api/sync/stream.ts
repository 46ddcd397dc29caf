import { Readable } from 'node:stream';
import { z } from 'zod';
import { isRefusal } from '../../domain/refusal.ts';
import { integer, text } from '../http/input/fields.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type Route, type RouteRequest } from '../http/routing/route.ts';
import { findStart, parseResources, positionField, readFeedPage, resourcesField, type Feed } from './changes.ts';
import { mayStillSync } from './still-allowed.ts';

/** The feed as server-sent events, for as long as the client reads. */

export const EVENT_STREAM = 'text/event-stream';
const RETRY_MS = 3_000;
/** Twice within the time after which a revoked token must have ended a stream. */
const CHECK_MS = 7_000;
const HEARTBEAT_MS = 14_000;
/** A client that takes longer to accept a page gets the cursor to go on from, and is disconnected. */
const SLOW_MS = 20_000;
const PAGE = 200;
const LONGEST_SECONDS = 86_400;
/** On a replica a change may arrive a little later than it is announced. */
const BEHIND_MS = 100;

interface Watch {
  readonly sources: Feed;
  readonly resources: ReadonlySet<string> | null;
  readonly resourcesKey: string;
  /** The cursor of the client; 0: from the start. */
  readonly cursor: number;
  /** Where a client without a cursor begins. */
  readonly position: number | undefined;
  readonly epoch: string | undefined;
  /** On the clock of `performance.now`. */
  readonly endsAt: number;
  /** Aborted when the client has left. */
  readonly left: AbortSignal;
}

export function createStreamRoute(sources: Feed): Route {
  return route({
    method: 'get',
    path: '/v1/companies/{company}/sync/stream',
    operationId: 'streamChanges',
    area: 'sync',
    summary: 'Receive the changes of the company file as server-sent events, as they happen',
    ability: 'sync',
    role: 'any',
    demo: 'allowed',
    query: z.object({
      since: integer({ min: 0 }).optional().meta({ description: 'Cursor; `Last-Event-ID` precedes it.' }),
      epoch: text(64).optional(),
      resources: resourcesField,
      position: positionField,
      max_seconds: integer({ min: 0, max: LONGEST_SECONDS })
        .optional()
        .meta({ description: 'The stream ends after this time; 0: once it has caught up.' }),
    }),
    replies: {
      200: z.string().meta({
        description:
          'Events `change` (one member of `changes` of a pull, with its cursor as id) and `resync` (`{"cursor"}`: go on from there; 0: make a new copy).',
      }),
    },
    fileTypes: [EVENT_STREAM],
    example: { query: { max_seconds: 0 } },
    errorCodes: ['rate_limited'],
    handle(request) {
      const { query, services, caller, headers } = request;
      const resources = parseResources(query.resources, sources);
      if (isRefusal(resources)) return resources;
      const end = services.liveFeed.begin(caller.token.id);
      if (typeof end !== 'function') return end;
      const left = new AbortController();
      const cursor = parseLastEventId(headers['last-event-id']) ?? query.since ?? 0;
      const endsAt = performance.now() + (query.max_seconds ?? Infinity) * 1_000;
      const resourcesKey = [...(resources ?? [])].sort().join('+');
      const { position, epoch } = query;
      const watch = { sources, resources, resourcesKey, cursor, position, epoch, endsAt, left: left.signal };
      const events = Readable.from(streamEvents(request, watch), { objectMode: false, highWaterMark: 1 });
      const finish = (): void => {
        end();
        left.abort();
      };
      events.once('close', finish);
      // The stream itself only closes when it has stopped waiting for a change.
      void request.untilDisconnect(
        (signal) =>
          new Promise<void>((resolve) => {
            signal.addEventListener('abort', finish);
            left.signal.addEventListener('abort', () => resolve());
          }),
      );
      return ok(undefined, {
        raw: events,
        headers: { 'Content-Type': EVENT_STREAM, 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
      });
    },
  });
}

/** Any other text is not one of ours: the client continues with `since`. */
const parseLastEventId = (header: string | readonly string[] | undefined): number | null =>
  typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null;

type StreamRequest = Pick<RouteRequest, 'services' | 'company' | 'language' | 'headers'>;

async function* streamEvents(request: StreamRequest, watch: Watch): AsyncGenerator<string> {
  const { services, company, language } = request;
  const { liveFeed } = services;
  const hasPositions = watch.position !== undefined;
  let { cursor } = watch;
  let saidAt = performance.now();
  yield `retry: ${RETRY_MS}\n\n`;
  while (!watch.left.aborted && !liveFeed.stopping.aborted && (await mayStillSync(request))) {
    const head = await services.feedHead(company.id);
    const since = cursor === 0 ? await findStart(request, watch.position) : cursor - head.base;
    if (cursor === 0 && since > 0) cursor = head.base + since;
    const isOther = watch.epoch !== undefined && watch.epoch !== head.epoch;
    if (cursor > 0 && (since < 0 || since > head.seq || isOther)) {
      yield writeResync(0);
      return;
    }
    if (since < head.seq) {
      const asked = { since, limit: PAGE, resources: watch.resources, base: head.base, hasPositions };
      // The head is part of the key: a record that has changed again since is read again.
      const key = [company.id, language, watch.resourcesKey, since, head.seq, head.base, hasPositions].join();
      const { seq, changes } = await liveFeed.share(key, () => readFeedPage(request, watch.sources, asked));
      cursor = seq === 0 ? 0 : head.base + seq;
      saidAt = performance.now();
      if (changes.length > 0) yield changes.map((change) => writeEvent('change', change.seq, change)).join('');
      if (performance.now() - saidAt > SLOW_MS) {
        yield writeResync(cursor);
        return;
      }
      if (seq === since) await pause(BEHIND_MS);
      continue;
    }
    if (performance.now() - saidAt >= HEARTBEAT_MS) {
      saidAt = performance.now();
      yield writeHeartbeat(cursor);
    }
    const left = watch.endsAt - performance.now();
    if (left <= 0) return;
    await liveFeed.waitBeyond(company.id, since, Math.min(CHECK_MS, left), watch.left);
  }
}

const writeEvent = (name: string, id: number, data: object): string =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Tells the client to go on from this cursor; 0: with a new copy. */
const writeResync = (cursor: number): string => writeEvent('resync', cursor, { cursor });

/** Without data it is no event, but the client remembers the id: a stream of few resources advances too. */
const writeHeartbeat = (cursor: number): string => `: ${cursor}\nid: ${cursor}\n\n`;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
