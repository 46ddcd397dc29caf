import { z } from 'zod';
import { PROBES, UNREADY_REASONS, refuseUnready, type ProbePath } from '../http/server/probes.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type Route } from '../http/routing/route.ts';

const NO_STORE = { headers: { 'Cache-Control': 'no-store' } };

const Alive = z.object({ ok: z.boolean() });
const Ready = Alive.extend({
  reasons: z.array(z.enum(UNREADY_REASONS)).meta({
    description:
      'Why requests should go to another process: database and event_log (not reachable), projector_behind, disk_full, tables_being_made, shutting_down. Empty if it is ready; a 503 lists them',
  }),
});

const createProbeRoute = (path: ProbePath, operationId: string, summary: string): Route =>
  route({
    method: 'get',
    path,
    operationId,
    summary,
    area: 'operations',
    ability: 'public',
    role: 'any',
    demo: 'allowed',
    isProbe: true,
    replies: { 200: path === '/livez' ? Alive : Ready },
    errorCodes: path === '/livez' ? [] : ['not_ready'],
    handle: async ({ services }) => {
      if (path === '/livez') return ok({ ok: true }, NO_STORE);
      const reasons = await PROBES[path](services.probes);
      return reasons.length === 0 ? ok({ ok: true, reasons }, NO_STORE) : refuseUnready(reasons);
    },
  });

export const probeRoutes = [
  createProbeRoute('/livez', 'checkLiveness', 'Check that the process runs'),
  createProbeRoute(
    '/readyz',
    'checkReadiness',
    'Check that the process can serve requests; 503 with the reasons if not',
  ),
  createProbeRoute(
    '/startupz',
    'checkStartup',
    'Check that the process was ready once; 503 with the reasons until then',
  ),
];
