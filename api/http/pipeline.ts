import type { Course } from '../../commands/support/context.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { Problem } from '../../domain/refusal.ts';
import { invalid } from '../../domain/refusal.ts';
import type { AccessPort } from './access.ts';
import type { Guards } from './access-check.ts';
import { accessCheck } from './access-check.ts';
import type { Answer } from './answer.ts';
import { answerOf, answerOfRefusal } from './answer.ts';
import { DEFAULT_MAX_BODY_BYTES, readJsonBody, type JsonBody } from './body.ts';
import type { Call } from './call.ts';
import { checkReply } from './check-reply.ts';
import type { Counter, DefaultLimit } from './default-limit.ts';
import type { HttpRefusal } from './errors.ts';
import { refusal } from './errors.ts';
import type { IdempotencePort, MemorisedReply } from './idempotence.ts';
import { fingerprintOf } from './idempotence.ts';
import { readMultipart, type UploadDeclaration } from './multipart.ts';
import { problemsOf } from './problems.ts';
import { parseQuery } from './query.ts';
import type { RateLimitHit, RateLimitPort } from './rate-limit.ts';
import type { Route } from './route.ts';
import { openSecrets, sealSecrets } from './shown-once.ts';
import { readWriteHeaders } from './write-headers.ts';

export interface PipelinePorts {
  readonly access: AccessPort;
  readonly idempotence: IdempotencePort;
  readonly rateLimits: RateLimitPort;
  /** Of routes that have no limit of their own; null = none. */
  readonly defaultLimit: DefaultLimit | null;
  readonly guards: Guards;
  readonly docsUrl: string;
  readonly checkReplies: boolean;
  readonly bodyTimeoutMs?: number;
}

/**
 * The steps of one route, in order. A step refuses by giving a refusal; undefined lets the request pass. Where a step need
 * not wait, and on most requests none of them need, nothing is awaited: that would cost more than the step.
 */
export type Pipeline = (call: Call, names: readonly string[], values: readonly string[]) => Promise<Answer>;

type Step = (call: Call) => Promise<HttpRefusal | undefined> | HttpRefusal | undefined;

const NOT_FOUND = refusal('not_found');
/** With the input kept in its issues, a parse can tell what is absent from what is of the wrong type. */
const REPORT_INPUT = { reportInput: true } as const;

/** What a route needs is found out once, here: a request runs only the steps that its route asks for. */
export function compileRoute(route: Route, ports: PipelinePorts): Pipeline {
  const checkAccess = accessCheck(route, ports.access, ports.guards);
  const resolves = checkAccess !== null && route.ability !== 'signed' && route.ability !== 'bridge';
  const checkLimit = limitCheck(route, ports);
  const isWrite = route.method !== 'get';
  const { params: paramsSchema } = route;
  const readInput = inputReader(route, ports.bodyTimeoutMs);
  const deprecation = deprecationHeaders(route);

  async function refusalBeforeHandler(call: Call, names: readonly string[], values: readonly string[]) {
    if (checkAccess !== null) {
      const company = resolves ? valueOf('company', names, values) : undefined;
      const firm = resolves ? valueOf('firm', names, values) : undefined;
      const verdict = checkAccess(call, company, firm);
      const refused = verdict instanceof Promise ? await verdict : verdict;
      // Also for a refusal, which speaks to a caller who is known by then.
      if (resolves && call.knownCaller !== null && needsFirmLanguage(call))
        call.firmLanguage = await ports.access.firmLanguage(call.caller);
      if (refused) return refused;
    }
    if (paramsSchema !== undefined) {
      const parsed = paramsSchema.safeParse(namedValues(names, values));
      if (!parsed.success) return NOT_FOUND;
      call.params = parsed.data as never;
    }
    if (checkLimit !== null) {
      const verdict = checkLimit(call);
      const refused = verdict instanceof Promise ? await verdict : verdict;
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
    const handled = route.handle(call);
    const outcome = handled instanceof Promise ? await handled : handled;
    if (isRefusal(outcome)) return answerOfRefusal(outcome, call, ports.docsUrl);
    if (ports.checkReplies) checkReply(route, outcome);
    return answerOf(outcome, call);
  }

  return async (call, names, values) => {
    call.answerHeaders = deprecation;
    if (route.upload === undefined) return run(call, names, values);
    try {
      return await run(call, names, values);
    } finally {
      await call.discardFiles?.();
    }
  };

  async function run(call: Call, names: readonly string[], values: readonly string[]): Promise<Answer> {
    const refused = await refusalBeforeHandler(call, names, values);
    if (refused) return answerOfRefusal(refused, call, ports.docsUrl);
    const key = call.knownWrite?.clientMutationId;
    if (key && call.knownCaller !== null) return executeOnce(call, key, call.knownCaller.userId, route, execute, ports);
    return execute(call);
  }
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
function needsFirmLanguage(call: Call): boolean {
  return call.caller.locale === null && call.knownFirm === null && call.askedLanguage() === null;
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

/** A route's own limit is counted exactly, in the database; any other gets the default. */
function limitCheck(route: Route, { rateLimits, defaultLimit }: PipelinePorts): Step | null {
  const name = `${route.method} ${route.path}`;
  const { perMinute } = route;
  if (perMinute !== undefined)
    return limitStep(perMinute, (who) =>
      rateLimits.hit(`${name} ${typeof who === 'number' ? `user:${who}` : `ip:${who}`}`, perMinute),
    );
  return defaultLimit && limitStep(defaultLimit.perMinute, defaultLimit.counterOf(name));
}

function limitStep(perMinute: number, count: Counter): Step {
  const limit = String(perMinute);
  const judge = (call: Call, hit: RateLimitHit): HttpRefusal | undefined => {
    const headers = {
      'X-RateLimit-Limit': limit,
      'X-RateLimit-Remaining': String(hit.remaining),
      'X-RateLimit-Reset': String(hit.resetAtUnix),
    };
    call.answerHeaders = call.answerHeaders === null ? headers : { ...call.answerHeaders, ...headers };
    if (hit.allowed) return undefined;
    const seconds = hit.retryAfterSeconds;
    return refusal('rate_limited', { params: { seconds }, headers: { 'Retry-After': String(seconds) } });
  };
  return (call) => {
    const hit = count(call.knownCaller?.userId ?? call.ip);
    return hit instanceof Promise ? hit.then((late) => judge(call, late)) : judge(call, hit);
  };
}

/** Reads query and body; what is wrong with either is told at once. */
function inputReader(route: Route, bodyTimeoutMs: number | undefined): Step | null {
  const { query: querySchema, body: bodySchema, upload } = route;
  const maxBodyBytes = route.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
  if (bodySchema === undefined && querySchema === undefined && upload === undefined) return null;
  return async (call) => {
    let problems: Problem[] | undefined;
    if (querySchema !== undefined) {
      const parsed = querySchema.safeParse(parseQuery(call.search), REPORT_INPUT);
      if (parsed.success) call.query = parsed.data as never;
      else problems = problemsOf(parsed.error, 'query');
    }
    if (bodySchema !== undefined || upload !== undefined) {
      const body = upload
        ? await readForm(call, upload)
        : await readJsonBody(call.request, maxBodyBytes, bodyTimeoutMs);
      if (body.refused) return body.refused;
      call.json = body.value;
      if (bodySchema === undefined) return problems && invalid(problems);
      const parsed = bodySchema.safeParse(upload ? call.fields : body.value, REPORT_INPUT);
      if (parsed.success) call.body = parsed.data as never;
      else problems = [...(problems ?? []), ...problemsOf(parsed.error)];
    }
    return problems && invalid(problems);
  };
}

/** A form counts as the same request when its fields and the content of its files are the same. */
async function readForm(call: Call, upload: UploadDeclaration): Promise<JsonBody> {
  const form = await readMultipart(call.request, upload, call.services.files);
  if (form.refused) return form;
  call.files = form.files;
  call.discardFiles = form.discard;
  call.fields = form.fields;
  return { value: { fields: form.fields, files: form.files.map(({ name, sha256 }) => ({ name, sha256 })) } };
}

async function executeOnce(
  call: Call,
  key: string,
  userId: number,
  route: Route,
  execute: (call: Call) => Promise<Answer>,
  { idempotence, docsUrl }: PipelinePorts,
): Promise<Answer> {
  const scope = { userId, companyId: call.knownCompany?.id ?? null };
  const conceal = (secret: string): string => call.conceal(secret);
  const fingerprint = fingerprintOf(call.request.method ?? '', call.path, call.json, conceal);
  const course: Course = { hasActed: false, earlierOperationId: null };
  const outcome = await idempotence.run({ scope, key, fingerprint }, async (isResumed) => {
    call.knownWrite = { ...call.write, isResumed, course };
    const reply = memorised(await execute(call));
    return route.secrets ? sealSecrets(reply, route.secrets, call.callerKey(`reply ${key}`)) : reply;
  });
  if ('problem' in outcome) return answerOfRefusal(idempotenceRefusal(outcome.problem), call, docsUrl);
  const { replayed } = outcome;
  const reply = route.secrets ? openSecrets(outcome.reply, call.callerKey(`reply ${key}`)) : outcome.reply;
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
