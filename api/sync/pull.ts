import { z } from 'zod';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { integer, text } from '../http/input/fields.ts';
import { timestamp } from '../http/reply/output.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type Route } from '../http/routing/route.ts';
import { formatTimestamp } from '../http/reply/time.ts';
import { buildChangeSchema } from './change.ts';
import { findStart, parseResources, positionField, readFeedPage, resourcesField, type Feed } from './changes.ts';
import { mayStillSync } from './still-allowed.ts';

const DEFAULT_LIMIT = 500;
const MAX_LIMIT = 2_000;
/** Below the usual timeouts of proxies. */
const LONGEST_WAIT_SECONDS = 25;

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
      resources: resourcesField,
      position: positionField,
      wait: integer({ min: 0, max: LONGEST_WAIT_SECONDS }).optional().meta({
        description: 'Seconds to wait for a change if there is none after the cursor.',
      }),
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
      const resources = parseResources(query.resources, sources);
      if (isRefusal(resources)) return resources;
      const known = services.feedHead(company.id);
      let head = known instanceof Promise ? await known : known;
      const asked = query.since ?? 0;
      // After a restore, numbers begin far above: an older cursor is recognised even without its epoch.
      const since = asked === 0 ? await findStart(request, query.position) : asked - head.base;
      const toCursor = (seq: number): number => (seq === 0 ? 0 : head.base + seq);
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
      if (since === head.seq && query.wait !== undefined && services.liveFeed.hasRoom()) {
        const milliseconds = query.wait * 1_000;
        await request.untilDisconnect((signal) =>
          services.liveFeed.waitBeyond(company.id, since, milliseconds, signal),
        );
        if (!(await mayStillSync(request))) return refuse('not_found');
        head = await services.feedHead(company.id);
      }
      if (since === head.seq)
        return ok({ cursor: toCursor(since), has_more: false, full_resync: false, changes: [], ...answer });
      const limit = Math.min(query.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
      const hasPositions = query.position !== undefined;
      const page = { since, limit, resources, base: head.base, hasPositions };
      const { seq, changes } = await readFeedPage(request, sources, page);
      return ok({
        cursor: toCursor(seq),
        has_more: seq < head.seq,
        full_resync: false,
        changes,
        ...answer,
      });
    },
  });
}
