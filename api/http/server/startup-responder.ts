import express, { type Request, type Response } from 'express';
import type { HealthProblem } from '../../services.ts';
import type { Certificate } from './certificate.ts';
import { buildErrorBody, buildRefusal, getRefusalStatus } from '../reply/errors.ts';
import { findAcceptedLanguage, DEFAULT_LANGUAGE } from '../routing/language.ts';
import { listen, type Listening } from './server.ts';
import { formatTimestamp } from '../reply/time.ts';

/**
 * Answers requests while the service cannot start because a server is unreachable: the liveness probe succeeds,
 * `/v1/status` lists the missing parts, and every other request is asked to retry.
 */
export interface WaitingRoom {
  /** Parts that are unreachable now. */
  setMissing(parts: readonly ('database' | 'event_log')[]): void;
  close(): Promise<void>;
}

const RETRY_AFTER = { 'Retry-After': '5' };
/** Short, because the service itself takes over the port next. */
const DRAIN_MS = 500;

export async function openWaitingRoom(
  at: { readonly host: string; readonly port: number; readonly certificate: Certificate | null },
  missing: Parameters<WaitingRoom['setMissing']>[0],
): Promise<WaitingRoom> {
  let problems: readonly HealthProblem[] = [];
  const setMissing: WaitingRoom['setMissing'] = (parts) => {
    problems = parts.map((part) => ({ part, state: 'unreachable' }));
  };
  setMissing(missing);
  const formatNow = (): string => formatTimestamp(new Date());
  const app = express();
  app.disable('x-powered-by');
  app.use((_request, response, next) => {
    // The service that answers next is another server: no connection may outlive this one.
    response.set({ Connection: 'close', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    next();
  });
  app.get('/v1/ping', (_request, response) => void response.json({ ok: true, server_time: formatNow() }));
  app.get('/v1/status', (_request, response) => void response.json({ ok: false, time: formatNow(), problems }));
  app.use((request: Request, response: Response) => {
    const isDatabase = problems.some(({ part }) => part === 'database');
    const refused = buildRefusal(isDatabase ? 'database_unavailable' : 'event_log_unavailable', {
      headers: RETRY_AFTER,
    });
    const language = findAcceptedLanguage(request.headers['accept-language']) ?? DEFAULT_LANGUAGE;
    response.set({ ...refused.headers, 'Content-Language': language });
    response.status(getRefusalStatus(refused)).json(buildErrorBody(refused, language));
  });
  const listening: Listening = await listen(app, { ...at, drainTimeoutMs: DRAIN_MS });
  return { setMissing, close: () => listening.close() };
}
