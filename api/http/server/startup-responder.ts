import express, { type Request, type Response } from 'express';
import { VERSION } from '../../../support/version.ts';
import type { HealthProblem } from '../../services.ts';
import type { Certificate } from './certificate.ts';
import { buildErrorBody, buildRefusal, getRefusalStatus } from '../reply/errors.ts';
import { findAcceptedLanguage, DEFAULT_LANGUAGE } from '../routing/language.ts';
import { PROBES, respondToProbe, type ProbePath, type Probes, type UnreadyReason } from './probes.ts';
import { listen, type Listening } from './server.ts';
import { formatTimestamp } from '../reply/time.ts';

/**
 * Answers requests while the service cannot start, because a server is unreachable or its tables are being made: the
 * liveness probe succeeds, `/readyz` and `/v1/status` list the missing parts, and every other request is asked to retry.
 */
export interface WaitingRoom {
  close(): Promise<void>;
}

const RETRY_AFTER = { 'Retry-After': '5' };
/** Short, because the service itself takes over the port next. */
const DRAIN_MS = 500;

/** How a start that waits is reported by `/v1/status`. */
const PROBLEMS: Readonly<Partial<Record<UnreadyReason, HealthProblem>>> = {
  database: { part: 'database', state: 'unreachable' },
  event_log: { part: 'event_log', state: 'unreachable' },
  tables_being_made: { part: 'projection', state: 'being_made' },
};

export async function openWaitingRoom(
  at: { readonly host: string; readonly port: number; readonly certificate: Certificate | null },
  probes: Probes,
): Promise<WaitingRoom> {
  const formatNow = (): string => formatTimestamp(new Date());
  const app = express();
  app.disable('x-powered-by');
  app.use((_request, response, next) => {
    // The service that answers next is another server: no connection may outlive this one.
    response.set({ Connection: 'close', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    next();
  });
  for (const path of Object.keys(PROBES) as ProbePath[])
    app.get(path, (request, response) => respondToProbe(path, probes, request, response));
  app.get('/v1/ping', (_request, response) => void response.json({ ok: true, server_time: formatNow() }));
  app.get('/v1/status', async (_request, response) => {
    const problems = (await probes.listUnreadyReasons()).flatMap((reason) => PROBLEMS[reason] ?? []);
    response.json({ ok: false, time: formatNow(), version: VERSION, problems });
  });
  app.use(async (request: Request, response: Response) => {
    const refused = refuseWhileWaiting(await probes.listUnreadyReasons());
    const language = findAcceptedLanguage(request.headers['accept-language']) ?? DEFAULT_LANGUAGE;
    response.set({ ...refused.headers, 'Content-Language': language });
    response.status(getRefusalStatus(refused)).json(buildErrorBody(refused, language));
  });
  const listening: Listening = await listen(app, { ...at, drainTimeoutMs: DRAIN_MS });
  return { close: () => listening.close() };
}

function refuseWhileWaiting(reasons: readonly UnreadyReason[]) {
  const headers = RETRY_AFTER;
  if (reasons.includes('database')) return buildRefusal('database_unavailable', { headers });
  if (reasons.includes('event_log')) return buildRefusal('event_log_unavailable', { headers });
  return buildRefusal('tables_being_made', { headers });
}
