import type { Course } from '../../commands/support/context.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { Problem } from '../../domain/refusal.ts';
import { invalid } from '../../domain/refusal.ts';
import type { AccessPort } from './access.ts';
import type { Guards } from './access-check.ts';
import { accessCheck } from './access-check.ts';
import type { Answer } from './answer.ts';
import { answerOf, answerOfRefusal } from './answer.ts';
import { DEFAULT_MAX_BODY_BYTES, readJsonBody } from './body.ts';
import type { Call } from './call.ts';
import { checkReply } from './check-reply.ts';
import type { HttpRefusal } from './errors.ts';
import { refusal } from './errors.ts';
import type { IdempotencePort, MemorisedReply } from './idempotence.ts';
import { fingerprintOf } from './idempotence.ts';
import { problemsOf } from './problems.ts';
import { parseQuery } from './query.ts';
import type { RateLimitPort } from './rate-limit.ts';
import type { Route } from './route.ts';
import { readWriteHeaders } from './write-headers.ts';

export interface PipelinePorts {
  readonly access: AccessPort;
  readonly idempotence: IdempotencePort;
  readonly rateLimits: RateLimitPort;
  readonly guards: Guards;
  readonly docsUrl: string;
  readonly checkReplies: boolean;
  readonly bodyTimeoutMs?: number;
}

/** The steps of one route, in order. A step refuses by giving a refusal; undefined lets the request pass. */
export type Pipeline = (call: Call, names: readonly string[], values: readonly string[]) => Promise<Answer>;

type Step = (call: Call) => Promise<HttpRefusal | undefined> | HttpRefusal | undefined;

const NOT_FOUND = refusal('not_found');
/** With the input kept in its issues, a parse can tell what is absent from what is of the wrong type. */
const REPORT_INPUT = { reportInput: true } as const;

/** What a route needs is found out once, here: a request runs only the steps that its route asks for. */
export function compileRoute(route: Route, ports: PipelinePorts): Pipeline {
  const checkAccess = accessCheck(route, ports.access, ports.guards);
  const resolves = checkAccess !== null && route.ability !== 'signed' && route.ability !== 'bridge';
  const limit = route.perMinute === undefined ? null : rateLimit(route, route.perMinute, ports.rateLimits);
  const isWrite = route.method !== 'get';
  const { params: paramsSchema } = route;
  const readInput = inputReader(route, ports.bodyTimeoutMs);
  const deprecation = deprecationHeaders(route);

  async function refusalBeforeHandler(call: Call, names: readonly string[], values: readonly string[]) {
    if (checkAccess !== null) {
      const company = resolves ? valueOf('company', names, values) : undefined;
      const firm = resolves ? valueOf('firm', names, values) : undefined;
      const refused = await checkAccess(call, company, firm);
      if (refused) return refused;
      if (resolves) await lookUpLanguage(call, ports.access);
    }
    if (paramsSchema !== undefined) {
      const parsed = paramsSchema.safeParse(namedValues(names, values));
      if (!parsed.success) return NOT_FOUND;
      call.params = parsed.data as never;
    }
    if (limit !== null) {
      const refused = await limit(call);
      if (refused) return refused;
    }
    if (isWrite) {
      const problems: Problem[] = [];
      call.knownWrite = readWriteHeaders(call.request.headers, call.knownCaller, problems);
      if (problems.length > 0) return invalid(problems);
    }
    return readInput === null ? undefined : readInput(call);
  }

  async function execute(call: Call): Promise<Answer> {
    const outcome = await route.handle(call);
    if (isRefusal(outcome)) return answerOfRefusal(outcome, call, ports.docsUrl);
    if (ports.checkReplies) checkReply(route, outcome);
    return answerOf(outcome, call);
  }

  return async (call, names, values) => {
    call.answerHeaders = deprecation;
    const refused = await refusalBeforeHandler(call, names, values);
    if (refused) return answerOfRefusal(refused, call, ports.docsUrl);
    const key = call.knownWrite?.clientMutationId;
    if (key && call.knownCaller !== null) return executeOnce(call, key, call.knownCaller.userId, execute, ports);
    return execute(call);
  };
}

function valueOf(name: string, names: readonly string[], values: readonly string[]): string | undefined {
  const index = names.indexOf(name);
  return index < 0 ? undefined : values[index];
}

function namedValues(names: readonly string[], values: readonly string[]): Record<string, string> {
  const named: Record<string, string> = {};
  names.forEach((name, index) => void (named[name] = values[index]!));
  return named;
}

/** The firm's language counts only where the caller has none and asks for none: it is rarely looked up. */
async function lookUpLanguage(call: Call, access: AccessPort): Promise<void> {
  if (call.caller.locale !== null || call.knownFirm !== null || call.askedLanguage() !== null) return;
  call.firmLanguage = await access.firmLanguage(call.caller);
}

/** RFC 9745 and RFC 8594: since when a route is deprecated, when it ends, and what replaces it. */
function deprecationHeaders({ deprecation }: Route): Record<string, string> | null {
  if (deprecation === undefined) return null;
  const { since, sunset, link } = deprecation;
  return {
    Deprecation: `@${Math.floor(Date.parse(since) / 1000)}`,
    ...(sunset !== undefined && { Sunset: new Date(sunset).toUTCString() }),
    ...(link !== undefined && { Link: `<${link}>; rel="deprecation"` }),
  };
}

function rateLimit(route: Route, perMinute: number, rateLimits: RateLimitPort): Step {
  return async (call) => {
    const who = call.knownCaller === null ? `ip:${call.ip}` : `user:${call.knownCaller.userId}`;
    const hit = await rateLimits.hit(`${route.method} ${route.path} ${who}`, perMinute);
    call.answerHeaders = {
      ...call.answerHeaders,
      'X-RateLimit-Limit': String(perMinute),
      'X-RateLimit-Remaining': String(hit.remaining),
      'X-RateLimit-Reset': String(hit.resetAtUnix),
    };
    if (hit.allowed) return undefined;
    const seconds = hit.retryAfterSeconds;
    return refusal('rate_limited', { params: { seconds }, headers: { 'Retry-After': String(seconds) } });
  };
}

/** Reads query and body; what is wrong with either is told at once. */
function inputReader(route: Route, bodyTimeoutMs: number | undefined): Step | null {
  const { query: querySchema, body: bodySchema } = route;
  const maxBodyBytes = route.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
  if (bodySchema === undefined && querySchema === undefined) return null;
  return async (call) => {
    let problems: Problem[] | undefined;
    if (querySchema !== undefined) {
      const parsed = querySchema.safeParse(parseQuery(call.search), REPORT_INPUT);
      if (parsed.success) call.query = parsed.data as never;
      else problems = problemsOf(parsed.error, 'query');
    }
    if (bodySchema !== undefined) {
      const body = await readJsonBody(call.request, maxBodyBytes, bodyTimeoutMs);
      if (body.refused) return body.refused;
      call.json = body.value;
      const parsed = bodySchema.safeParse(body.value, REPORT_INPUT);
      if (parsed.success) call.body = parsed.data as never;
      else problems = [...(problems ?? []), ...problemsOf(parsed.error)];
    }
    return problems && invalid(problems);
  };
}

async function executeOnce(
  call: Call,
  key: string,
  userId: number,
  execute: (call: Call) => Promise<Answer>,
  { idempotence, docsUrl }: PipelinePorts,
): Promise<Answer> {
  const scope = { userId, companyId: call.knownCompany?.id ?? null };
  const fingerprint = fingerprintOf(call.request.method ?? '', call.path, call.json);
  const course: Course = { hasActed: false, earlierOperationId: null };
  const outcome = await idempotence.run({ scope, key, fingerprint }, async (isResumed) => {
    call.knownWrite = { ...call.write, isResumed, course };
    return memorised(await execute(call));
  });
  if ('problem' in outcome) return answerOfRefusal(idempotenceRefusal(outcome.problem), call, docsUrl);
  const { reply, replayed } = outcome;
  const isFoundInLog = course.earlierOperationId !== null && !course.hasActed;
  if (!replayed && !isFoundInLog) return reply;
  // A replay is a 200 even of a 201 or a 204, whose empty body stays empty; a refusal is repeated as it was.
  const status = reply.status < 300 ? 200 : reply.status;
  return { ...reply, status, headers: { ...reply.headers, 'X-Idempotent-Replay': '1' } };
}

function memorised({ status, headers, body }: Answer): MemorisedReply {
  if (body !== null && typeof body !== 'string') throw new Error('Only JSON answers can be kept for replays');
  return { status, headers, body };
}

function idempotenceRefusal(problem: 'idempotency_key_reused' | 'request_in_progress'): HttpRefusal {
  if (problem === 'request_in_progress') return refusal(problem, { headers: { 'Retry-After': '1' } });
  return refusal(problem, { field: 'X-Client-Mutation-Id' });
}
