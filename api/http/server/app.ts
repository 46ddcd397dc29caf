import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import express from 'express';
import type { Logger } from 'pino';
import { networkOf } from '../../../stores/identity/network.ts';
import { consoleRoutes } from '../../console-pages/routes.ts';
import { documentationRoutes } from '../../documentation/routes.ts';
import type { Services } from '../../services.ts';
import type { AccessPort } from '../routing/access.ts';
import { keyGuard, type Guards } from '../routing/guard.ts';
import type { Answer } from '../reply/answer.ts';
import { answerOfRefusal, BrokenOff, createSend } from '../reply/send-reply.ts';
import { RequestAborted } from '../input/body.ts';
import type { CallSettings } from '../routing/call.ts';
import { Call } from '../routing/call.ts';
import type { Origins } from './cross-origin.ts';
import { crossOrigin } from './cross-origin.ts';
import type { DefaultLimit } from '../limits/default-limit.ts';
import { isNotModified } from '../reply/entity-tag.ts';
import { refusal } from '../reply/errors.ts';
import type { IdempotencePort } from '../routing/idempotence.ts';
import { innerRequests } from '../routing/inner-requests.ts';
import { metricsRoute, type Metrics } from './metrics.ts';
import type { Pipeline } from '../routing/pipeline.ts';
import { compileRoute } from '../routing/pipeline.ts';
import { createHeavyWork } from '../limits/heavy-work.ts';
import type { RateLimitPort } from '../limits/rate-limit.ts';
import type { Route } from '../routing/route.ts';
import { createRouter } from '../routing/router.ts';
import { securityHeaders } from './security-headers.ts';
import { lifecycleOf } from './server.ts';
import { refusalOfException } from './unavailable.ts';
import { unknownFieldsOf } from '../input/unknown-fields.ts';

export interface AppOptions {
  readonly routes: readonly Route[];
  readonly services: Services;
  readonly access: AccessPort;
  readonly idempotence: IdempotencePort;
  readonly rateLimits: RateLimitPort;
  /** Of routes that have no limit of their own; absent: none. */
  readonly defaultLimit?: DefaultLimit | null;
  /** Of requests that know no route or no token, by address; absent: none. */
  readonly refusedLimit?: DefaultLimit | null;
  readonly guards?: Guards;
  readonly config: {
    /** Scheme and host as clients see them, without a path. */
    readonly baseUrl: string;
    /** Key of the service; absent: one that ends with the process. */
    readonly appKey?: string;
    /** How many proxies in front of the service are to be believed. */
    readonly trustProxy: number;
    /** Checks each answer against its declaration; for tests. */
    readonly checkReplies: boolean;
    /** How long a JSON body may trickle in; absent: 30 s. */
    readonly bodyTimeoutMs?: number;
    /** How long a reader may take nothing of an answer before it is cut; absent: 30 s. */
    readonly stalledReaderMs?: number | undefined;
    /** What `GET /metrics` is opened with; absent: it stays closed. */
    readonly metricsToken?: string | null;
    /** Whose pages may call the service from a browser; absent: none but its own. */
    readonly corsOrigins?: Origins;
  };
  readonly logger: Logger;
  readonly metrics: Metrics;
}

interface Row {
  readonly path: string;
  /** A file behind a signed link, which pages show as it is. */
  readonly isFile: boolean;
  readonly route: Route;
  readonly run: Pipeline;
}

const SANE_REQUEST_ID = /^[A-Za-z0-9._:-]{1,64}$/;
const NO_ROUTE = '(unknown)';
const MAX_LOGGED_PATH = 200;

/** The API as an Express application: one loop over the table of routes, one way in and one way out for every request. */
export function buildApp(options: AppOptions): express.Application {
  const baseUrl = options.config.baseUrl.replace(/\/+$/, '');
  const { routes, services, metrics, logger } = options;
  const settings: CallSettings = {
    services,
    baseUrl,
    trustProxy: options.config.trustProxy,
    appKey: options.config.appKey ?? randomUUID(),
    innerOf: (call) => inner(call),
  };
  const docsUrl = `${baseUrl}/docs`;
  const ports = {
    ...options,
    guards: { operator: keyGuard(options.config.metricsToken ?? null), ...options.guards },
    defaultLimit: options.defaultLimit ?? null,
    heavyWork: createHeavyWork(),
    docsUrl,
    checkReplies: options.config.checkReplies,
    bodyTimeoutMs: options.config.bodyTimeoutMs,
    unknownFields: unknownFieldsOf(routes),
  };
  const router = createRouter<Row>();
  for (const route of [...routes, ...documentationRoutes(routes, baseUrl), ...consoleRoutes, metricsRoute(metrics)]) {
    const isFile = route.ability === 'signed' && route.fileTypes !== undefined;
    router.add(route.method.toUpperCase(), route.path, {
      path: route.path,
      isFile,
      route,
      run: compileRoute(route, ports),
    });
  }
  const inner = innerRequests({
    find: (method, path) => router.find(method, path),
    settings,
    docsUrl,
    ...{ idempotence: options.idempotence, logger },
  });
  const countRefused = options.refusedLimit?.counterOf('(refused)') ?? null;
  const others = crossOrigin(options.config.corsOrigins ?? []);
  const send = createSend(securityHeaders(baseUrl), others?.vary ?? null, options.config.stalledReaderMs);

  type Found = ReturnType<typeof router.find>;
  const app = express();
  app.disable('x-powered-by');
  const lifecycle = lifecycleOf(app);
  app.use((request: IncomingMessage, response: ServerResponse) => void serve(request, response));
  return app;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = performance.now();
    const [path, search] = splitUrl(request.url ?? '/');
    const call = new Call(request, requestIdOf(request), path, search, settings);
    const found = router.find(request.method ?? '', path);
    const route = found !== null && 'target' in found ? found.target.path : NO_ROUTE;
    try {
      const pending = answerTo(call, found);
      let answer = pending instanceof Promise ? await pending : pending;
      if (found === null || answer.status === 401) answer = await unlessTooMany(call, answer);
      const sending = deliver(answer, call, response, found);
      record(call, route, answer.status, startedAt);
      await sending;
    } catch (error) {
      fail(error, call, route, response, startedAt);
    }
  }

  function deliver(answer: Answer, call: Call, response: ServerResponse, found: Found): Promise<void> | void {
    const isFile = found !== null && 'target' in found && found.target.isFile;
    return send(response, others?.opened(answer, call, isFile) ?? answer, call, lifecycle.draining);
  }

  function answerTo(call: Call, found: Found): Promise<Answer> | Answer {
    if (others?.isPreflight(call.request)) return { status: 204, headers: {}, body: null };
    if (found === null) return answerOfRefusal(refusal('not_found'), call, docsUrl);
    if ('allowed' in found) return otherMethod(call, found.allowed);
    const { path, run } = found.target;
    call.setPathValues(found.names, found.values);
    try {
      const pending = run(call);
      if (!(pending instanceof Promise)) return unlessKnown(call, pending);
      return pending.then(
        (answer) => unlessKnown(call, answer),
        (error: unknown) => answerOfCondition(error, call, path),
      );
    } catch (error) {
      return answerOfCondition(error, call, path);
    }
  }

  /** @throws the error itself when it is no condition that is known, but a mistake of ours */
  function answerOfCondition(error: unknown, call: Call, route: string): Answer {
    const known = refusalOfException(error);
    if (known === undefined) throw error;
    logger.warn({ err: error, requestId: call.requestId, route }, 'request refused by a condition');
    return answerOfRefusal(known, call, docsUrl);
  }

  /** Whoever tries out tokens or addresses gets few answers a minute; requests that know what they want are not concerned. */
  async function unlessTooMany(call: Call, answer: Answer): Promise<Answer> {
    const hit = await countRefused?.(networkOf(call.ip));
    if (hit === undefined || hit.allowed) return answer;
    const seconds = hit.retryAfterSeconds;
    const headers = { 'Retry-After': String(seconds) };
    return answerOfRefusal(refusal('rate_limited', { params: { seconds }, headers }), call, docsUrl);
  }

  function unlessKnown(call: Call, answer: Answer): Answer {
    if (!isNotModified(answer, call.request.headers['if-none-match']) || !isRead(call)) return answer;
    const { 'Content-Type': _type, ...headers } = answer.headers;
    if (answer.body instanceof Readable) answer.body.destroy();
    return { status: 304, headers, body: null };
  }

  function otherMethod(call: Call, allowed: readonly string[]): Answer {
    const headers = { Allow: allowed.join(', ') };
    if (call.request.method === 'OPTIONS') return { status: 204, headers, body: null };
    return answerOfRefusal(refusal('method_not_allowed', { headers }), call, docsUrl);
  }

  function fail(error: unknown, call: Call, route: string, response: ServerResponse, startedAt: number): void {
    const isBrokenOff = error instanceof BrokenOff;
    const facts = {
      err: isBrokenOff ? error.cause : error,
      requestId: call.requestId,
      method: call.request.method,
      route,
    };
    if (error instanceof RequestAborted || (!isBrokenOff && response.headersSent && response.destroyed)) {
      logger.info(facts, 'the client went away');
      response.destroy();
      return;
    }
    logger.error(facts, 'request failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const answer = answerOfRefusal(refusal('server_error'), call, docsUrl);
    void deliver(answer, call, response, null);
    record(call, route, answer.status, startedAt);
  }

  /** One line and one observation a request; never tokens, bodies or queries. */
  function record(call: Call, route: string, status: number, startedAt: number): void {
    const milliseconds = performance.now() - startedAt;
    const method = call.request.method ?? '';
    metrics.observeRequest(route === NO_ROUTE ? 'any' : method, route, status, milliseconds / 1000);
    logger.info(
      {
        requestId: call.requestId,
        method,
        route,
        ...(route === NO_ROUTE && { path: call.path.slice(0, MAX_LOGGED_PATH) }),
        status,
        durationMs: Math.round(milliseconds * 1000) / 1000,
        userId: call.knownCaller?.userId,
      },
      'request',
    );
  }
}

const isRead = (call: Call) => call.request.method === 'GET' || call.request.method === 'HEAD';

function requestIdOf(request: IncomingMessage): string {
  const requested = request.headers['x-request-id'];
  return typeof requested === 'string' && SANE_REQUEST_ID.test(requested) ? requested : randomUUID();
}

function splitUrl(url: string): [path: string, search: string] {
  // A client of a proxy may send the whole address.
  const local = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '');
  const mark = local.indexOf('?');
  return mark < 0 ? [withoutLastSlash(local), ''] : [withoutLastSlash(local.slice(0, mark)), local.slice(mark + 1)];
}

/** One slash at the end is forgiven, and does not show in the addresses of pages. */
const withoutLastSlash = (path: string) => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);
