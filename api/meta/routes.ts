import { z } from 'zod';
import { timestamp } from '../http/reply/output.ts';
import type { HealthProblem } from '../services.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { renderFrontPage } from './front-page.ts';
import { VERSION } from '../../support/version.ts';
import { formatTimestamp } from '../http/reply/time.ts';

const PUBLIC = { method: 'get', area: 'meta', ability: 'public', role: 'any', demo: 'allowed' } as const;
/** A database that does not respond counts as down: the probe itself must not hang. */
const HEALTH_TIMEOUT_MS = 3_000;

const Problem = z.object({
  part: z.enum(['database', 'event_log', 'disk', 'projection']),
  state: z.enum(['unreachable', 'read_only', 'moving', 'full', 'behind', 'halted', 'being_made']).meta({
    description:
      'database: unreachable, read_only; event_log: unreachable, moving; disk: full; projection: behind, halted, being_made',
  }),
});

export const metaRoutes = [
  route({
    ...PUBLIC,
    path: '/',
    operationId: 'getService',
    summary: 'Get the name, version and status of the service; a browser gets a page with links',
    replies: { 200: z.object({ name: z.string(), version: z.string(), status: z.string() }) },
    page: renderFrontPage,
    handle: () => ok({ name: 'Grandlivre', version: 'v1', status: 'ok' }),
  }),
  route({
    ...PUBLIC,
    path: '/v1/ping',
    operationId: 'ping',
    summary: 'Cheap liveness probe without database access',
    replies: { 200: z.object({ ok: z.boolean(), server_time: timestamp }) },
    handle: () => ok({ ok: true, server_time: formatTimestamp(new Date()) }),
  }),
  route({
    ...PUBLIC,
    path: '/v1/status',
    operationId: 'getStatus',
    summary: 'Get the health of the service and its current problems',
    replies: {
      200: z.object({ ok: z.boolean(), time: timestamp, version: z.string(), problems: z.array(Problem).optional() }),
    },
    handle: async ({ services }) => {
      const problems = await withTimeout(services.checkHealth());
      const time = formatTimestamp(new Date());
      const version = VERSION;
      return ok(problems.length === 0 ? { ok: true, time, version } : { ok: false, time, version, problems });
    },
  }),
];

/** Returns after a timeout, even if the database does not respond. */
async function withTimeout(health: Promise<readonly HealthProblem[]>): Promise<readonly HealthProblem[]> {
  const unknown: readonly HealthProblem[] = [{ part: 'database', state: 'unreachable' }];
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof unknown>((resolve) => (timer = setTimeout(resolve, HEALTH_TIMEOUT_MS, unknown)));
  try {
    return await Promise.race([health, late]);
  } catch {
    return unknown;
  } finally {
    clearTimeout(timer);
  }
}
