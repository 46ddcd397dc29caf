import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import express from 'express';
import type { Logger } from 'pino';
import { beginPromptWork } from '../../../support/yielding.ts';
import { getNetwork } from '../../../stores/identity/network.ts';
import { consoleRoutes } from '../../console-pages/routes.ts';
import { createDocumentationRoutes } from '../../documentation/routes.ts';
import type { Tracer } from '../../../outside/tracing/port.ts';
import type { VisitorQuotas } from '../../../commands/demo/quotas.ts';
import type { Services } from '../../services.ts';
import type { AccessPort } from '../routing/access.ts';
import { createKeyGuard, type Guards } from '../routing/guard.ts';
import type { Answer } from '../reply/answer.ts';
import { toRefusalAnswer, BrokenOff, createSend } from '../reply/send-reply.ts';
import { RequestAborted } from '../input/body.ts';
import type { CallSettings } from '../routing/call.ts';
import { Call } from '../routing/call.ts';
import type { CrossOrigin, Origins } from './cross-origin.ts';
import { createCrossOrigin, createOriginCheck } from './cross-origin.ts';
import type { Counter, DefaultLimit } from '../limits/default-limit.ts';
import { isNotModified } from '../reply/entity-tag.ts';
import { buildRefusal } from '../reply/errors.ts';
import type { IdempotencePort } from '../routing/idempotence.ts';
import { createCallerLog, type CallerLogging, type LoggedCaller } from './logged-caller.ts';
import { createInnerRequests } from '../routing/inner-requests.ts';
import { createMetricsRoute, type Metrics } from './metrics.ts';
import { trackPositions, type PositionPorts } from '../routing/positions.ts';
import type { Pipeline } from '../routing/pipeline.ts';
import { compileRoute } from '../routing/pipeline.ts';
import { createHeavyLanes, SERVICE_LANES, type HeavyLanes, type LaneLimits } from '../limits/heavy-lanes.ts';
import type { RateLimitPort } from '../limits/rate-limit.ts';
import type { Route } from '../routing/route.ts';
import { createRouter, type Router } from '../routing/router.ts';
import { buildSecurityHeaders } from './security-headers.ts';
import { getLifecycle } from './server.ts';
import { findExceptionRefusal } from './unavailable.ts';
import { createUnknownFieldsCheck } from '../input/unknown-fields.ts';

export interface AppOptions {
  readonly routes: readonly Route[];
  readonly services: Services;
  readonly access: AccessPort;
  readonly idempotence: IdempotencePort;
  /** Positions in the log and the servers to read from; without them answers have no `X-Position`. */
  readonly positions?: Omit<PositionPorts, 'docsUrl'>;
  readonly rateLimits: RateLimitPort;
  /** Rate limit of routes without their own; none by default. */
  readonly defaultLimit?: DefaultLimit | null;
  /** Rate limit by address for requests with an unknown route or token; none by default. */
  readonly refusedLimit?: DefaultLimit | null;
  readonly guards?: Guards;
  /** Limits what visitors store; in the instance of the demo alone. */
  readonly visitorQuotas?: VisitorQuotas | null;
  /** Queues of expensive requests; those of the service by default. */
  readonly laneLimits?: LaneLimits;
  readonly config: {
    /** Public scheme and host, without a path. */
    readonly baseUrl: string;
    /** Key of the service; by default a random one per process. */
    readonly appKey?: string;
    /** Number of trusted proxies in front of the service. */
    readonly trustProxy: number;
    /** Checks each response against its declaration; for tests. */
    readonly checkReplies: boolean;
    /** Timeout for receiving a JSON body; 30 s by default. */
    readonly bodyTimeoutMs?: number;
    /** How long a reader may accept no data before it is disconnected; 30 s by default. */
    readonly stalledReaderMs?: number | undefined;
    /** Query parameters that are ignored on every route; none besides the usual ones by default. */
    readonly ignoredQuery?: readonly string[];
    /** Token for `GET /metrics`; the route is closed by default. */
    readonly metricsToken?: string | null;
    /** How the log names callers; by default by hashes. */
    readonly callerLogging?: CallerLogging;
    /** Origins whose pages may call the service; by default only its own. */
    readonly corsOrigins?: Origins;
  };
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Null if no traces are sent. */
  readonly tracer?: Tracer | null;
}

interface Row {
  readonly path: string;
  /** A file behind a signed link, which pages can embed. */
  readonly isFile: boolean;
  readonly route: Route;
  readonly run: Pipeline;
}

const SANE_REQUEST_ID = /^[A-Za-z0-9._:-]{1,64}$/;
const NO_ROUTE = '(unknown)';
const MAX_LOGGED_PATH = 200;

type Found = ReturnType<Router<Row>['findRoute']>;

interface Served {
  readonly call: Call;
  readonly route: string;
  readonly startedAt: number;
}

interface AppState extends Pick<AppOptions, 'logger' | 'metrics'> {
  readonly tracer: Tracer | null;
  readonly router: Router<Row>;
  readonly settings: CallSettings;
  readonly docsUrl: string;
  readonly send: ReturnType<typeof createSend>;
  /** Rules for pages of other origins; null if none may call. */
  readonly others: CrossOrigin | null;
  /** Counts refused requests by address; null without a limit. */
  readonly countRefused: Counter | null;
  readonly lifecycle: ReturnType<typeof getLifecycle>;
  readonly describeCaller: (call: Call) => LoggedCaller;
}

/** The API as an Express application: one loop over the route table, with the same entry and exit for every request. */
export function buildApp(options: AppOptions): express.Application {
  const { config, logger, metrics } = options;
  const baseUrl = config.baseUrl.replace(/\/+$/, '');
  const docsUrl = `${baseUrl}/docs`;
  const heavyLanes = createHeavyLanes(options.laneLimits ?? SERVICE_LANES);
  const router = compileRoutes(options, heavyLanes, baseUrl, docsUrl);
  const settings = createCallSettings(options, heavyLanes, docsUrl, router);
  const others = createCrossOrigin(config.corsOrigins ?? []);
  const application = express();
  application.disable('x-powered-by');
  const app: AppState = {
    logger,
    metrics,
    tracer: options.tracer ?? null,
    router,
    settings,
    docsUrl,
    send: createSend(buildSecurityHeaders(baseUrl), others?.vary ?? null, config.stalledReaderMs),
    others,
    countRefused: options.refusedLimit?.createCounter('(refused)') ?? null,
    lifecycle: getLifecycle(application),
    describeCaller: createCallerLog(config.callerLogging ?? 'hash', config.appKey ?? randomUUID()),
  };
  application.use((request: IncomingMessage, response: ServerResponse) => void serveRequest(app, request, response));
  return application;
}

function compileRoutes(options: AppOptions, heavyLanes: HeavyLanes, baseUrl: string, docsUrl: string): Router<Row> {
  const { routes, config } = options;
  const ports = {
    ...options,
    guards: { operator: createKeyGuard(config.metricsToken ?? null), ...options.guards },
    defaultLimit: options.defaultLimit ?? null,
    heavyLanes,
    docsUrl,
    checkReplies: config.checkReplies,
    withPositions: options.positions ? trackPositions({ ...options.positions, docsUrl }) : null,
    bodyTimeoutMs: config.bodyTimeoutMs,
    isKnownOrigin: createOriginCheck(baseUrl, config.corsOrigins ?? []),
    unknownFields: createUnknownFieldsCheck(routes, config.ignoredQuery),
  };
  const router = createRouter<Row>();
  for (const route of [
    ...routes,
    ...createDocumentationRoutes(routes, baseUrl),
    ...consoleRoutes,
    createMetricsRoute(options.metrics),
  ]) {
    const isFile = route.ability === 'signed' && route.fileTypes !== undefined;
    router.addRoute(route.method.toUpperCase(), route.path, {
      path: route.path,
      isFile,
      route,
      run: compileRoute(route, ports),
    });
  }
  return router;
}

function createCallSettings(
  { services, config, idempotence, logger }: AppOptions,
  { downloads }: HeavyLanes,
  docsUrl: string,
  router: Router<Row>,
): CallSettings {
  const settings: CallSettings = {
    services,
    downloads,
    baseUrl: config.baseUrl.replace(/\/+$/, ''),
    trustProxy: config.trustProxy,
    appKey: config.appKey ?? randomUUID(),
    innerOf: (call) => inner(call),
  };
  const inner = createInnerRequests({
    find: (method, path) => router.findRoute(method, path),
    settings,
    docsUrl,
    idempotence,
    logger,
  });
  return settings;
}

async function serveRequest(app: AppState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const startedAt = performance.now();
  const [path, search] = splitUrl(request.url ?? '/');
  const call = new Call(request, getRequestId(request), path, search, app.settings);
  const found = app.router.findRoute(request.method ?? '', path);
  const route = found !== null && 'target' in found ? found.target.path : NO_ROUTE;
  const serve = (): Promise<void> => serveCall(app, { call, route, startedAt }, found, response);
  if (app.tracer === null || isProbe(found)) return serve();
  return app.tracer.runInRequest({ requestId: call.requestId, method: request.method ?? '', route }, serve);
}

async function serveCall(app: AppState, served: Served, found: Found, response: ServerResponse): Promise<void> {
  const { call, route, startedAt } = served;
  const endPromptWork = beginPromptWork();
  call.onBulkWork = endPromptWork;
  try {
    const pending = answerCall(app, call, found);
    let answer = pending instanceof Promise ? await pending : pending;
    if (found === null || answer.status === 401) answer = await limitRefusedAnswer(app, call, answer);
    endPromptWork();
    const sending = deliverAnswer(app, answer, call, response, found);
    if (!isProbe(found)) recordRequest(app, call, route, answer.status, startedAt);
    await sending;
  } catch (error) {
    endPromptWork();
    handleFailure(app, error, served, response);
  }
}

function deliverAnswer(
  app: AppState,
  answer: Answer,
  call: Call,
  response: ServerResponse,
  found: Found,
): Promise<void> | void {
  const isFile = found !== null && 'target' in found && found.target.isFile;
  return app.send(response, app.others?.withCorsHeaders(answer, call, isFile) ?? answer, call, app.lifecycle.draining);
}

function answerCall(app: AppState, call: Call, found: Found): Promise<Answer> | Answer {
  if (app.others?.isPreflight(call.request)) return { status: 204, headers: {}, body: null };
  if (found === null) return toRefusalAnswer(buildRefusal('not_found'), call, app.docsUrl);
  if ('allowed' in found) return answerOtherMethod(app, call, found.allowed);
  const { path, run } = found.target;
  call.setPathValues(found.names, found.values);
  try {
    const pending = run(call);
    if (!(pending instanceof Promise)) return answerNotModified(call, pending);
    return pending.then(
      (answer) => answerNotModified(call, answer),
      (error: unknown) => answerCondition(app, error, call, path),
    );
  } catch (error) {
    return answerCondition(app, error, call, path);
  }
}

/** @throws the error itself if it is not a known condition but a bug */
function answerCondition(app: AppState, error: unknown, call: Call, route: string): Answer {
  const known = findExceptionRefusal(error);
  if (known === undefined) throw error;
  app.logger.warn({ err: error, requestId: call.requestId, route }, 'request refused due to a known condition');
  return toRefusalAnswer(known, call, app.docsUrl);
}

/** Limits responses to callers that guess tokens or paths; valid requests are not affected. */
async function limitRefusedAnswer(app: AppState, call: Call, answer: Answer): Promise<Answer> {
  const hit = await app.countRefused?.(getNetwork(call.ip));
  if (hit === undefined || hit.allowed) return answer;
  const seconds = hit.retryAfterSeconds;
  const headers = { 'Retry-After': String(seconds) };
  return toRefusalAnswer(buildRefusal('rate_limited', { params: { seconds }, headers }), call, app.docsUrl);
}

function answerNotModified(call: Call, answer: Answer): Answer {
  if (!isNotModified(answer, call.request.headers['if-none-match']) || !isRead(call)) return answer;
  const { 'Content-Type': _type, ...headers } = answer.headers;
  if (answer.body instanceof Readable) answer.body.destroy();
  return { status: 304, headers, body: null };
}

function answerOtherMethod(app: AppState, call: Call, allowed: readonly string[]): Answer {
  const headers = { Allow: allowed.join(', ') };
  if (call.request.method === 'OPTIONS') return { status: 204, headers, body: null };
  return toRefusalAnswer(buildRefusal('method_not_allowed', { headers }), call, app.docsUrl);
}

function handleFailure(
  app: AppState,
  error: unknown,
  { call, route, startedAt }: Served,
  response: ServerResponse,
): void {
  const isBrokenOff = error instanceof BrokenOff;
  const facts = {
    err: isBrokenOff ? error.cause : error,
    requestId: call.requestId,
    method: call.request.method,
    route,
  };
  if (error instanceof RequestAborted || (!isBrokenOff && response.headersSent && response.destroyed)) {
    app.logger.info(facts, 'client disconnected');
    response.destroy();
    return;
  }
  app.logger.error(facts, 'request failed');
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const answer = toRefusalAnswer(buildRefusal('internal_error'), call, app.docsUrl);
  void deliverAnswer(app, answer, call, response, null);
  recordRequest(app, call, route, answer.status, startedAt);
}

/** One log line and one metric per request; never tokens, bodies or queries. */
function recordRequest(app: AppState, call: Call, route: string, status: number, startedAt: number): void {
  const milliseconds = performance.now() - startedAt;
  const method = call.request.method ?? '';
  if (app.tracer !== null) traceStatus(app.tracer, status);
  app.metrics.observeRequest(route === NO_ROUTE ? 'any' : method, route, status, milliseconds / 1000);
  const { user, address } = app.describeCaller(call);
  app.logger.info(
    {
      requestId: call.requestId,
      method,
      route,
      ...(route === NO_ROUTE && { path: call.path.slice(0, MAX_LOGGED_PATH) }),
      status,
      durationMs: Math.round(milliseconds * 1000) / 1000,
      user,
      address,
    },
    'request',
  );
}

function traceStatus(tracer: Tracer, status: number): void {
  const span = tracer.getRequestSpan();
  span?.setAttributes({ 'http.response.status_code': status });
  if (status >= 500) span?.markFailed(`status ${status}`);
}

/** Probes come every few seconds and would drown the requests of users. */
const isProbe = (found: Found): boolean => found !== null && 'target' in found && found.target.route.isProbe === true;

const isRead = (call: Call) => call.request.method === 'GET' || call.request.method === 'HEAD';

function getRequestId(request: IncomingMessage): string {
  const requested = request.headers['x-request-id'];
  return typeof requested === 'string' && SANE_REQUEST_ID.test(requested) ? requested : randomUUID();
}

function splitUrl(url: string): [path: string, search: string] {
  // A client of a proxy may send the absolute URL.
  const local = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '');
  const mark = local.indexOf('?');
  return mark < 0 ? [withoutLastSlash(local), ''] : [withoutLastSlash(local.slice(0, mark)), local.slice(mark + 1)];
}

/** A trailing slash is accepted and removed from page URLs. */
const withoutLastSlash = (path: string) => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);
