import express, { type Request, type Response } from 'express';
import type { HealthProblem } from '../../services.ts';
import type { Certificate } from './certificate.ts';
import { errorBody, refusal, statusOf } from '../reply/errors.ts';
import { acceptedLanguage, DEFAULT_LANGUAGE } from '../routing/language.ts';
import { listen, type Listening } from './server.ts';
import { formatTimestamp } from '../reply/time.ts';

/**
 * What answers while the service cannot begin because a server is away: a probe hears that the process lives, `/v1/status`
 * says what it waits for, and everybody else is asked to come back.
 */
export interface WaitingRoom {
  /** The parts that are missing now. */
  setMissing(parts: readonly ('database' | 'event_log')[]): void;
  close(): Promise<void>;
}

const RETRY_AFTER = { 'Retry-After': '5' };
/** The service itself takes the port next: nobody is kept for long. */
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
  const now = (): string => formatTimestamp(new Date());
  const app = express();
  app.disable('x-powered-by');
  app.use((_request, response, next) => {
    // The service that answers next is another one: no connection outlives this room.
    response.set({ Connection: 'close', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    next();
  });
  app.get('/v1/ping', (_request, response) => void response.json({ ok: true, server_time: now() }));
  app.get('/v1/status', (_request, response) => void response.json({ ok: false, time: now(), problems }));
  app.use((request: Request, response: Response) => {
    const isDatabase = problems.some(({ part }) => part === 'database');
    const refused = refusal(isDatabase ? 'database_unavailable' : 'event_log_unavailable', { headers: RETRY_AFTER });
    const language = acceptedLanguage(request.headers['accept-language']) ?? DEFAULT_LANGUAGE;
    response.set({ ...refused.headers, 'Content-Language': language });
    response.status(statusOf(refused)).json(errorBody(refused, language));
  });
  const listening: Listening = await listen(app, { ...at, drainTimeoutMs: DRAIN_MS });
  return { setMissing, close: () => listening.close() };
}
