import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpRefusal } from '../reply/errors.ts';
import { buildErrorBody, buildRefusal, getRefusalStatus } from '../reply/errors.ts';
import { findAcceptedLanguage, DEFAULT_LANGUAGE } from '../routing/language.ts';

/** Probes of supervisors and load balancers, on the address of the API and on the address of the metrics. */

export const UNREADY_REASONS = [
  'database',
  'event_log',
  'projector_behind',
  'disk_full',
  'tables_being_made',
  'shutting_down',
] as const;

export type UnreadyReason = (typeof UNREADY_REASONS)[number];

export interface Probes {
  /** Why requests should go to another process; empty if this one is ready. Cheap: recent results are shared. */
  listUnreadyReasons(): Promise<readonly UnreadyReason[]>;
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal;
  /** The same until the process was ready once; empty from then on. */
  listStartReasons(): Promise<readonly UnreadyReason[]>;
}

/** How each probe is answered: an empty list means 200. */
export const PROBES = {
  '/livez': () => Promise.resolve([]),
  '/readyz': (probes) => probes.listUnreadyReasons(),
  '/startupz': (probes) => probes.listStartReasons(),
} as const satisfies Record<string, (probes: Probes) => Promise<readonly UnreadyReason[]>>;

export type ProbePath = keyof typeof PROBES;

export const isProbePath = (path: string): path is ProbePath => Object.hasOwn(PROBES, path);

export const refuseUnready = (reasons: readonly UnreadyReason[]): HttpRefusal =>
  buildRefusal('not_ready', { facts: { ok: false, reasons }, headers: { 'Retry-After': '5' } });

/** Answers a probe without the application, for example before it exists. */
export async function respondToProbe(
  path: ProbePath,
  probes: Probes,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reasons = await PROBES[path](probes);
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };
  if (reasons.length === 0) {
    const body = path === '/livez' ? { ok: true } : { ok: true, reasons };
    response.writeHead(200, headers).end(JSON.stringify(body));
    return;
  }
  const refused = refuseUnready(reasons);
  const language = findAcceptedLanguage(request.headers['accept-language']) ?? DEFAULT_LANGUAGE;
  response
    .writeHead(getRefusalStatus(refused), { ...headers, ...refused.headers, 'Content-Language': language })
    .end(JSON.stringify(buildErrorBody(refused, language)));
}
