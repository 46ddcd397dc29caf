import { getNetwork } from '../../../stores/identity/network.ts';
import { refuseInvalid, type Problem, type Refusal } from '../../../domain/refusal.ts';
import type { VisitorQuotas } from '../../../commands/demo/quotas.ts';
import type { AccessPort } from './access.ts';
import { buildAccessSteps } from './access-steps.ts';
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
import { buildRefusal } from '../reply/errors.ts';
import { isForm, readMultipart, type UploadDeclaration } from '../input/multipart.ts';
import { listProblems } from '../input/problems.ts';
import { parseQuery } from '../input/query.ts';
import type { RateLimitHit, RateLimitPort } from '../limits/rate-limit.ts';
import { parseReadablePart, combineProblems } from '../input/readable.ts';
import type { Route } from './route.ts';
import { runSteps, type Step, type Verdict } from './step.ts';
import type { UnknownFields } from '../input/unknown-fields.ts';
import type { WriteContext } from './write-context.ts';
import { readWriteHeaders } from './write-headers.ts';

export interface StepPorts {
  readonly access: AccessPort;
  readonly rateLimits: RateLimitPort;
  /** Limit of routes without their own; null for none. */
  readonly defaultLimit: DefaultLimit | null;
  readonly guards: Guards;
  readonly unknownFields: UnknownFields;
  readonly bodyTimeoutMs?: number;
  /** Whether pages of this origin may call the service; none by default. */
  readonly isKnownOrigin?: (origin: string) => boolean;
  /** Limits what visitors store, in the instance of the demo. */
  readonly visitorQuotas?: VisitorQuotas | null;
}

const NOT_FOUND = buildRefusal('not_found');
const FOREIGN_ORIGIN = buildRefusal('origin_not_allowed');
/** With the input in its issues, a parse can distinguish absent values from wrong types. */
const REPORT_INPUT = { reportInput: true } as const;

/**
 * The steps that a route requires, in order: token, visible firm or company file, demo rule, ability, role, rate limit,
 * and the input of the request.
 */
export function buildSteps(route: Route, ports: StepPorts): readonly Step[] {
  const access = withLanguageStep(buildAccessSteps(route, ports.access, ports.guards), ports.access);
  const checkAccess: Step = route.refusesForeignOrigins
    ? (call) => (isForeign(call, ports) ? FOREIGN_ORIGIN : runSteps(access, call))
    : (call) => runSteps(access, call);
  return [
    withRateLimit(checkAccess, getLimit(route, ports)),
    createParamsStep(route),
    createWriteStep(route, ports),
    createOnFirstUse(() => createInputStep(route, ports)),
  ].filter((step) => step !== null);
}

/** Pages of other origins send the header; programs do not. */
function isForeign({ request }: Call, { isKnownOrigin }: StepPorts): boolean {
  const { origin } = request.headers;
  return origin !== undefined && isKnownOrigin?.(origin) !== true;
}

/** Bodies have many fields: a route that is never called should not slow down startup. */
function createOnFirstUse(make: () => Step): Step {
  let step: Step | null = null;
  return (call) => (step ??= make())(call);
}

/** Refusals also use the language of the caller as soon as the caller is known. */
function withLanguageStep(steps: readonly Step[], access: AccessPort): readonly Step[] {
  const [token, ...others] = steps;
  if (token === undefined || others.length === 0) return steps;
  const resolveLanguage: Step = (call) => {
    if (!needsFirmLanguage(call)) return undefined;
    const language = access.getFirmLanguage(call.caller);
    if (language instanceof Promise) return language.then((late) => void (call.firmLanguage = late));
    call.firmLanguage = language;
    return undefined;
  };
  return [token, resolveLanguage, ...others];
}

/** The language of the firm counts only if the caller has none and requests none, so it is rarely looked up. */
function needsFirmLanguage(call: Call): boolean {
  return call.caller.locale === null && call.knownFirm === null && call.findRequestedLanguage() === null;
}

function createParamsStep({ params }: Route): Step | null {
  if (params === undefined) return null;
  return (call) => {
    const parsed = params.safeParse(call.getPathRecord());
    if (!parsed.success) return NOT_FOUND;
    call.params = parsed.data as never;
    return undefined;
  };
}

interface Limit {
  readonly perMinute: number;
  readonly count: Counter;
}

/** A route's own limit is counted exactly, in the database; other routes get the default. */
function getLimit(route: Route, { rateLimits, defaultLimit }: StepPorts): Limit | null {
  const name = `${route.method} ${route.path}`;
  const { perMinute } = route;
  if (route.isProbe) return null;
  if (perMinute !== undefined)
    return {
      perMinute,
      count: (who) =>
        rateLimits.countHit(`${name} ${typeof who === 'number' ? `user:${who}` : `ip:${who}`}`, perMinute),
    };
  return defaultLimit && { perMinute: defaultLimit.perMinute, count: defaultLimit.createCounter(name) };
}

/**
 * Every request counts, whatever its result, and every response shows the remaining limit; but only requests that would
 * otherwise pass are refused because of the limit.
 */
function withRateLimit(mayCall: Step, limit: Limit | null): Step {
  if (limit === null) return mayCall;
  const { count } = limit;
  const perMinute = String(limit.perMinute);
  const applyHit = (call: Call, refused: Verdict, hit: RateLimitHit): Verdict => {
    const headers = {
      'X-RateLimit-Limit': perMinute,
      'X-RateLimit-Remaining': String(hit.remaining),
      'X-RateLimit-Reset': String(hit.resetAtUnix),
    };
    call.answerHeaders = call.answerHeaders === null ? headers : { ...call.answerHeaders, ...headers };
    if (refused || hit.allowed) return refused;
    const seconds = hit.retryAfterSeconds;
    return buildRefusal('rate_limited', { params: { seconds }, headers: { 'Retry-After': String(seconds) } });
  };
  const countCall = (call: Call, refused: Verdict): Promise<Verdict> | Verdict => {
    const hit = count(call.knownCaller?.userId ?? getNetwork(call.ip));
    return hit instanceof Promise ? hit.then((late) => applyHit(call, refused, late)) : applyHit(call, refused, hit);
  };
  return (call) => {
    const refused = mayCall(call);
    return refused instanceof Promise ? refused.then((late) => countCall(call, late)) : countCall(call, refused);
  };
}

function createWriteStep({ method }: Route, { visitorQuotas = null }: StepPorts): Step | null {
  if (method === 'get') return null;
  return (call) => {
    const { value, problems } = readWriteHeaders(call.request.headers, call.knownCaller);
    const origin = call.inside?.origin ?? value.origin;
    const context = origin === value.origin ? value : { ...value, origin };
    call.knownWrite = context;
    if (problems.length > 0) return refuseInvalid(problems);
    recordDevice(call, context);
    if (visitorQuotas === null || call.knownCaller === null) return undefined;
    return visitorQuotas.open(call.knownCaller.userId).then((allowance) => {
      call.knownWrite = { ...context, allowance };
      return undefined;
    });
  };
}

/** The status of synchronisation lists the devices that write to a company file. */
function recordDevice({ knownCaller, knownCompany, services }: Call, { deviceId, deviceName }: WriteContext): void {
  if (deviceId === null || knownCaller === null || knownCompany === null) return;
  const device = { companyId: knownCompany.id, userId: knownCaller.userId, deviceId };
  services.devices.recordActivity(device, { name: deviceName, action: 'write' });
}

/** Reads query and body; the problems of both are reported at once. */
function createInputStep(route: Route, { bodyTimeoutMs, unknownFields }: StepPorts): Step {
  const { body: bodySchema, upload } = route;
  const maxBodyBytes = route.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
  const readQuery = createQueryReader(route, unknownFields);
  const unknownInBody = unknownFields.checkBody(route);
  const isWrite = route.method !== 'get';
  const findUnknown = (call: Call, body: unknown): readonly Problem[] => {
    const unknown = unknownInBody(body);
    if (unknown.length === 0 || !isLenient(call)) return unknown;
    call.ignoredFields = unknown;
    return [];
  };
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
      problems.push(...findUnknown(call, given));
      if (bodySchema === undefined) return toVerdict(problems);
      const parsed = bodySchema.safeParse(given, REPORT_INPUT);
      if (parsed.success) call.body = parsed.data as never;
      const wrong = parsed.success ? [] : listProblems(parsed.error);
      problems.push(...wrong);
      const others = problems.length === 0 ? null : await findOtherProblems(route, call, given, wrong);
      return others ? withUnknownFirst(combineProblems(problems, others)) : toVerdict(problems);
    };
  return (call) => {
    const problems = readQuery(call);
    if (call.inside !== null)
      return call.inside.body.refused ?? toVerdict([...problems, ...findUnknown(call, call.inside.body.value)]);
    // A signed body was already read.
    if (!isWrite || route.ability === 'provider' || !hasBody(call.request)) return toVerdict(problems);
    return readJsonBody(call.request, maxBodyBytes, bodyTimeoutMs).then(
      (body) => body.refused ?? toVerdict([...problems, ...findUnknown(call, body.value)]),
    );
  };
}

/** A client that must be lenient is warned of unknown fields instead of refused. */
const isLenient = ({ request }: Call): boolean => request.headers['x-lenient'] === '1';

/** For signed links the signature already guarantees that the query is unchanged. */
function createQueryReader({ query: schema, ability, ...route }: Route, unknownFields: UnknownFields) {
  const unknownInQuery = ability === 'signed' ? null : unknownFields.checkQuery({ query: schema, ability, ...route });
  return (call: Call): Problem[] => {
    if (schema === undefined && (call.search === '' || unknownInQuery === null)) return [];
    const query = parseQuery(call.search);
    const problems = unknownInQuery?.(query) ?? [];
    if (schema === undefined) return problems;
    const parsed = schema.safeParse(query, REPORT_INPUT);
    if (parsed.success) call.query = parsed.data as never;
    else problems.push(...listProblems(parsed.error, 'query'));
    return problems;
  };
}

const UNKNOWN_FIELD = 'unknown_field';

/** A missing field is often present under an unknown name: such names come first and set the code of the response. */
function withUnknownFirst(refusal: Refusal): Refusal {
  const unknown = refusal.problems.filter(({ code }) => code === UNKNOWN_FIELD);
  if (unknown.length === 0) return refusal;
  const others = refusal.problems.filter(({ code }) => code !== UNKNOWN_FIELD);
  return { ...refuseInvalid([...unknown, ...others]), code: UNKNOWN_FIELD };
}

const toVerdict = (problems: readonly Problem[]): Verdict =>
  problems.length === 0 ? undefined : withUnknownFirst(refuseInvalid(problems));

/** Further problems of the readable part of an invalid body; null if there are none or the route does not check. */
async function findOtherProblems(
  { alsoWrong: other, body: schema }: Route,
  call: Call,
  body: unknown,
  wrong: readonly Problem[],
): Promise<Refusal | null> {
  if (other === undefined || schema === undefined) return null;
  const rest = parseReadablePart(other.schema ?? schema, body, wrong, other.standIns);
  const fields = wrong.flatMap(({ field }) => field ?? []);
  const hasField = (name: string) => fields.some((field) => field === name || field.startsWith(`${name}.`));
  return rest === undefined ? null : other.findRefusal(call, rest, { hasField });
}

/** A form counts as the same request if its fields and file contents are the same. */
async function readForm(call: Call, upload: UploadDeclaration): Promise<JsonBody> {
  if (call.inside !== null) return { refused: buildRefusal('multipart_required') };
  const allowance = call.knownWrite?.allowance;
  const form = await readMultipart(call.request, upload, call.services.files);
  if (form.refused) return form;
  const bytes = form.files.reduce((total, file) => total + file.bytes, 0);
  const excess = allowance?.findFileExcess(bytes);
  if (excess) {
    await form.discardFiles();
    return { refused: excess };
  }
  allowance?.spendFiles(bytes);
  call.files = form.files;
  call.discardFiles = form.discardFiles;
  call.fields = form.fields;
  return { value: { fields: form.fields, files: form.files.map(({ name, sha256 }) => ({ name, sha256 })) } };
}
