import { z } from 'zod';
import { timestamp } from '../http/output.ts';
import { ok } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { formatTimestamp } from '../http/time.ts';

const PUBLIC = { method: 'get', area: 'meta', ability: 'public', role: 'any', demo: 'allowed' } as const;
/** A database that does not answer is as good as down: the probe itself must not hang. */
const HEALTH_TIMEOUT_MS = 3_000;

export const metaRoutes = [
  route({
    ...PUBLIC,
    path: '/',
    summary: 'Name, version and status of the service',
    replies: { 200: z.object({ name: z.string(), version: z.string(), status: z.string() }) },
    handle: () => ok({ name: 'Grandlivre', version: 'v1', status: 'ok' }),
  }),
  route({
    ...PUBLIC,
    path: '/v1/ping',
    summary: 'Cheap probe without database access',
    replies: { 200: z.object({ ok: z.boolean(), server_time: timestamp }) },
    handle: () => ok({ ok: true, server_time: formatTimestamp(new Date()) }),
  }),
  route({
    ...PUBLIC,
    path: '/v1/status',
    summary: 'Whether the database and the event log can be reached',
    replies: { 200: z.object({ ok: z.boolean(), time: timestamp }) },
    handle: async ({ services }) => ok({ ok: await inTime(services.health()), time: formatTimestamp(new Date()) }),
  }),
];

async function inTime(health: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, HEALTH_TIMEOUT_MS, false)));
  try {
    return await Promise.race([health, late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
