import { networkOf } from '../../../stores/identity/network.ts';
import { invalid, type Problem, type Refusal } from '../../../domain/refusal.ts';
import type { AccessPort } from './access.ts';
import { accessSteps } from './access-steps.ts';
import type { Guards } from './guard.ts';
import {
  DEFAULT_MAX_BODY_BYTES,
  hasBody,
  isPageForm,
  readFormBody,
  readJsonBody,
  type JsonBody,
} from '../input/body.ts';
import type { Call } from './call.ts';
import type { Counter, DefaultLimit } from '../limits/default-limit.ts';
import { refusal } from '../reply/errors.ts';
import { isForm, readMultipart, type UploadDeclaration } from '../input/multipart.ts';
import { problemsOf } from '../input/problems.ts';
import { parseQuery } from '../input/query.ts';
import type { RateLimitHit, RateLimitPort } from '../limits/rate-limit.ts';
import { readable, together } from '../input/readable.ts';
import type { Route } from './route.ts';
import { runSteps, type Step, type Verdict } from './step.ts';
import type { UnknownFields } from '../input/unknown-fields.ts';
import { readWriteHeaders } from './write-headers.ts';

export interface StepPorts {
  readonly access: AccessPort;
  readonly rateLimits: RateLimitPort;
  /** Of routes that have no limit of their own; null = none. */
  readonly defaultLimit: DefaultLimit | null;
  readonly guards: Guards;
  readonly unknownFields: UnknownFields;
  readonly bodyTimeoutMs?: number;
}

const NOT_FOUND = refusal('not_found');
/** With the input kept in its issues, a parse can tell what is absent from what is of the wrong type. */
const REPORT_INPUT = { reportInput: true } as const;

/**
 * Those that the route asks for, in their order: token, firm or company file visible, demo rule, ability, role, limit, and
 * what the request says.
 */
export function stepsOf(route: Route, ports: StepPorts): readonly Step[] {
  const access = spokenTo(accessSteps(route, ports.access, ports.guards), ports.access);
  const mayCall: Step = (call) => runSteps(access, call);
  return [
    limited(mayCall, limitOf(route, ports)),
    paramsStep(route),
    writeStep(route),
    onFirstUse(() => inputStep(route, ports)),
  ].filter((step) => step !== null);
}

/** The fields of every body are many: a route that nobody calls costs the start nothing. */
function onFirstUse(make: () => Step): Step {
  let step: Step | null = null;
  return (call) => (step ??= make())(call);
}

/** A refusal, too, speaks to a caller in their language as soon as it is known who that is. */
function spokenTo(steps: readonly Step[], access: AccessPort): readonly Step[] {
  const [token, ...others] = steps;
  if (token === undefined || others.length === 0) return steps;
  const languageStep: Step = (call) => {
    if (!needsFirmLanguage(call)) return undefined;
    const language = access.firmLanguage(call.caller);
    if (language instanceof Promise) return language.then((late) => void (call.firmLanguage = late));
    call.firmLanguage = language;
    return undefined;
  };
  return [token, languageStep, ...others];
}

/** The firm's language counts only where the caller has none and asks for none: it is rarely looked up. */
function needsFirmLanguage(call: Call): boolean {
  return call.caller.locale === null && call.knownFirm === null && call.requestedLanguage() === null;
}

function paramsStep({ params }: Route): Step | null {
  if (params === undefined) return null;
  return (call) => {
    const parsed = params.safeParse(call.pathRecord());
    if (!parsed.success) return NOT_FOUND;
    call.params = parsed.data as never;
    return undefined;
  };
}

interface Limit {
  readonly perMinute: number;
  readonly count: Counter;
}

/** A route's own limit is counted exactly, in the database; any other gets the default. */
function limitOf(route: Route, { rateLimits, defaultLimit }: StepPorts): Limit | null {
  const name = `${route.method} ${route.path}`;
  const { perMinute } = route;
  if (perMinute !== undefined)
    return {
      perMinute,
      count: (who) => rateLimits.hit(`${name} ${typeof who === 'number' ? `user:${who}` : `ip:${who}`}`, perMinute),
    };
  return defaultLimit && { perMinute: defaultLimit.perMinute, count: defaultLimit.counterOf(name) };
}

/**
 * A request counts whatever comes of it, and every answer tells where its caller stands; but only what may pass
 * otherwise is refused for the limit.
 */
function limited(mayCall: Step, limit: Limit | null): Step {
  if (limit === null) return mayCall;
  const { count } = limit;
  const perMinute = String(limit.perMinute);
  const judge = (call: Call, refused: Verdict, hit: RateLimitHit): Verdict => {
    const headers = {
      'X-RateLimit-Limit': perMinute,
      'X-RateLimit-Remaining': String(hit.remaining),
      'X-RateLimit-Reset': String(hit.resetAtUnix),
    };
    call.answerHeaders = call.answerHeaders === null ? headers : { ...call.answerHeaders, ...headers };
    if (refused || hit.allowed) return refused;
    const seconds = hit.retryAfterSeconds;
    return refusal('rate_limited', { params: { seconds }, headers: { 'Retry-After': String(seconds) } });
  };
  const counted = (call: Call, refused: Verdict): Promise<Verdict> | Verdict => {
    const hit = count(call.knownCaller?.userId ?? networkOf(call.ip));
    return hit instanceof Promise ? hit.then((late) => judge(call, refused, late)) : judge(call, refused, hit);
  };
  return (call) => {
    const refused = mayCall(call);
    return refused instanceof Promise ? refused.then((late) => counted(call, late)) : counted(call, refused);
  };
}

function writeStep({ method }: Route): Step | null {
  if (method === 'get') return null;
  return (call) => {
    const problems: Problem[] = [];
    call.knownWrite = readWriteHeaders(call.request.headers, call.knownCaller, problems);
    return problems.length > 0 ? invalid(problems) : undefined;
  };
}

/** Reads query and body; what is wrong with either is reported at once. */
function inputStep(route: Route, { bodyTimeoutMs, unknownFields }: StepPorts): Step {
  const { body: bodySchema, upload } = route;
  const maxBodyBytes = route.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
  const readQuery = queryReader(route, unknownFields);
  const unknownInBody = unknownFields.body(route);
  const isWrite = route.method !== 'get';
  if (bodySchema !== undefined || upload !== undefined)
    return async (call) => {
      const problems = readQuery(call);
      const files = upload && (!upload.orJson || isForm(call.request)) ? upload : undefined;
      const read = route.page !== undefined && isPageForm(call.request) ? readFormBody : readJsonBody;
      const body = files
        ? await readForm(call, files)
        : (call.inside?.body ?? (await read(call.request, maxBodyBytes, bodyTimeoutMs)));
      if (body.refused) return body.refused;
      call.json = body.value;
      const given = files ? call.fields : body.value;
      problems.push(...unknownInBody(given));
      if (bodySchema === undefined) return refusalOf(problems);
      const parsed = bodySchema.safeParse(given, REPORT_INPUT);
      if (parsed.success) call.body = parsed.data as never;
      const wrong = parsed.success ? [] : problemsOf(parsed.error);
      problems.push(...wrong);
      const others = problems.length === 0 ? null : await alsoWrong(route, call, given, wrong);
      return others ? withUnknownFirst(together(problems, others)) : refusalOf(problems);
    };
  return (call) => {
    const problems = readQuery(call);
    if (call.inside !== null)
      return call.inside.body.refused ?? refusalOf([...problems, ...unknownInBody(call.inside.body.value)]);
    // What a signature covers was read before it.
    if (!isWrite || route.ability === 'provider' || !hasBody(call.request)) return refusalOf(problems);
    return readJsonBody(call.request, maxBodyBytes, bodyTimeoutMs).then(
      (body) => body.refused ?? refusalOf([...problems, ...unknownInBody(body.value)]),
    );
  };
}

/** A signature tells by itself whether the query is the one that was signed, to the letter. */
function queryReader({ query: schema, ability, ...route }: Route, unknownFields: UnknownFields) {
  const unknownInQuery = ability === 'signed' ? null : unknownFields.query({ query: schema, ability, ...route });
  return (call: Call): Problem[] => {
    if (schema === undefined && (call.search === '' || unknownInQuery === null)) return [];
    const query = parseQuery(call.search);
    const problems = unknownInQuery?.(query) ?? [];
    if (schema === undefined) return problems;
    const parsed = schema.safeParse(query, REPORT_INPUT);
    if (parsed.success) call.query = parsed.data as never;
    else problems.push(...problemsOf(parsed.error, 'query'));
    return problems;
  };
}

const UNKNOWN_FIELD = 'unknown_field';

/** What is missing is often there under a name that is not known: such names come first, and give the answer its code. */
function withUnknownFirst(refusal: Refusal): Refusal {
  const unknown = refusal.problems.filter(({ code }) => code === UNKNOWN_FIELD);
  if (unknown.length === 0) return refusal;
  const others = refusal.problems.filter(({ code }) => code !== UNKNOWN_FIELD);
  return { ...invalid([...unknown, ...others]), code: UNKNOWN_FIELD };
}

const refusalOf = (problems: readonly Problem[]): Verdict =>
  problems.length === 0 ? undefined : withUnknownFirst(invalid(problems));

/** What the route has against the rest of a body with wrong fields; null for nothing, or where it does not look. */
async function alsoWrong(
  { alsoWrong: other, body: schema }: Route,
  call: Call,
  body: unknown,
  wrong: readonly Problem[],
): Promise<Refusal | null> {
  if (other === undefined || schema === undefined) return null;
  const rest = readable(other.schema ?? schema, body, wrong, other.standIns);
  const fields = wrong.flatMap(({ field }) => field ?? []);
  const has = (name: string) => fields.some((field) => field === name || field.startsWith(`${name}.`));
  return rest === undefined ? null : other.judge(call, rest, { has });
}

/** A form counts as the same request when its fields and the content of its files are the same. */
async function readForm(call: Call, upload: UploadDeclaration): Promise<JsonBody> {
  if (call.inside !== null) return { refused: refusal('multipart_required') };
  const form = await readMultipart(call.request, upload, call.services.files);
  if (form.refused) return form;
  call.files = form.files;
  call.discardFiles = form.discard;
  call.fields = form.fields;
  return { value: { fields: form.fields, files: form.files.map(({ name, sha256 }) => ({ name, sha256 })) } };
}
