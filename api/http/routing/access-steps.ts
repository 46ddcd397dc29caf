import type { IncomingMessage } from 'node:http';
import type { AccessPort, Caller, Role } from './access.ts';
import { ROLES } from './access.ts';
import { bearerToken } from './bearer-token.ts';
import { DEFAULT_MAX_BODY_BYTES, readRawBody } from '../input/body.ts';
import type { Call } from './call.ts';
import type { HttpRefusal } from '../reply/errors.ts';
import { refusal } from '../reply/errors.ts';
import { isPublicToken } from '../input/fields.ts';
import type { Guards } from './guard.ts';
import type { Route } from './route.ts';
import type { Step, Verdict } from './step.ts';

const UNAUTHENTICATED = refusal('unauthenticated', { headers: { 'WWW-Authenticate': 'Bearer' } });
const AUTHORIZATION_REPEATED = refusal('authorization_repeated');
const SESSION_TOKEN_REQUIRED = refusal('session_token_required');
const SIGNATURE_INVALID = refusal('signature_invalid');
const ROLE_TOO_LOW = refusal('role_too_low');
const DEMO_MODE = refusal('demo_mode');
const NOT_FOUND = refusal('not_found');
const MIGRATION_RUNNING = refusal('migration_running', { headers: { 'Retry-After': '5' } });

/**
 * What a route asks of whoever calls it, in the order in which it is judged: a file that the caller cannot see is not
 * there, whatever the token may do; and who plays in the demo is told so before anything else is held against them.
 */
export function accessSteps(route: Route, access: AccessPort, guards: Guards): readonly Step[] {
  switch (route.ability) {
    case 'public':
      return route.demo === 'blocked' ? [openDemoStep(access)] : [];
    case 'signed':
    case 'bridge':
    case 'operator':
      return [guardStep(route, route.ability, guards)];
    case 'provider':
      return [providerStep(route, guards)];
    default:
      return [
        tokenStep(access),
        visibleStep(route, access),
        demoStep(route),
        abilityStep(route.ability),
        roleStep(route),
        wholeStep(route),
      ].filter((step) => step !== null);
  }
}

/** A public route asks nobody who they are; a user of the demo who says so is told what the demo does not do. */
function openDemoStep(access: AccessPort): Step {
  return async (call) => {
    const token = bearerToken(call.request.headers.authorization ?? '');
    const caller = token === null ? null : await access.authenticate(token);
    return caller?.isDemo === true ? DEMO_MODE : undefined;
  };
}

function guardStep(route: Route, kind: Exclude<keyof Guards, 'provider'>, guards: Guards): Step {
  const guard = guards[kind];
  if (guard === undefined) throw new Error(`${route.method} ${route.path} needs a guard for "${kind}" routes`);
  const refused = kind === 'signed' ? SIGNATURE_INVALID : UNAUTHENTICATED;
  return async (call) => ((await guard(call.request)) ? undefined : refused);
}

/** The body is read first, whoever sends it: the signature is over all of it. */
function providerStep(route: Route, { provider: guard }: Guards): Step {
  if (guard === undefined) throw new Error(`${route.method} ${route.path} needs a guard for "provider" routes`);
  const maxBytes = route.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
  return async (call) => {
    const body = await readRawBody(call.request, maxBytes);
    if (!Buffer.isBuffer(body)) return body;
    call.signedBody = body;
    return guard(call.pathValue('provider') ?? '', call.request.headers, body) ? undefined : UNAUTHENTICATED;
  };
}

function tokenStep(access: AccessPort): Step {
  const judge = (call: Call, caller: Caller | HttpRefusal): Verdict => {
    if ('refused' in caller) return caller;
    call.knownCaller = caller;
    access.noteUse?.(caller, call);
    return undefined;
  };
  return (call) => {
    const caller = callerOf(call.request, access);
    return caller instanceof Promise ? caller.then((late) => judge(call, late)) : judge(call, caller);
  };
}

/** Without a promise when the caller is known: nothing then needs to wait. */
function callerOf(request: IncomingMessage, access: AccessPort): Caller | HttpRefusal | Promise<Caller | HttpRefusal> {
  const { authorization } = request.headers;
  if (authorization === undefined) return UNAUTHENTICATED;
  // Node keeps the first of several and drops the others: which one a proxy believed cannot be known.
  if (isRepeated(request.rawHeaders, 'authorization')) return AUTHORIZATION_REPEATED;
  const token = bearerToken(authorization);
  if (token === null) return UNAUTHENTICATED;
  const caller = access.authenticate(token);
  return caller instanceof Promise ? caller.then((late) => late ?? UNAUTHENTICATED) : (caller ?? UNAUTHENTICATED);
}

function isRepeated(rawHeaders: readonly string[], name: string): boolean {
  let seen = false;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index]!;
    if (header.length !== name.length || header.toLowerCase() !== name) continue;
    if (seen) return true;
    seen = true;
  }
  return false;
}

/** The company file and the firm of the path. */
function visibleStep({ path }: Route, access: AccessPort): Step | null {
  if (!path.includes('{company}') && !path.includes('{firm}')) return null;
  return async (call) => {
    const [company, firm] = [call.pathValue('company'), call.pathValue('firm')];
    if (company !== undefined) {
      call.knownCompany = isPublicToken(company) ? await access.company(call.caller, company) : null;
      if (call.knownCompany === null) return NOT_FOUND;
    }
    if (firm !== undefined) {
      call.knownFirm = isPublicToken(firm) ? await access.firm(call.caller, firm) : null;
      if (call.knownFirm === null) return NOT_FOUND;
    }
    return undefined;
  };
}

function demoStep({ demo }: Route): Step | null {
  return demo === 'blocked' ? (call) => (isDemo(call) ? DEMO_MODE : undefined) : null;
}

const isDemo = (call: Call) => call.caller.isDemo || !!call.knownCompany?.isDemo || !!call.knownFirm?.isDemo;

function abilityStep(ability: 'read' | 'write' | 'sync' | 'session'): Step {
  if (ability === 'session')
    return ({ caller }) => (caller.token.kind === 'session' ? undefined : SESSION_TOKEN_REQUIRED);
  const details = { required_ability: ability };
  const missing = refusal('token_ability_missing', { params: details, facts: details });
  return ({ caller, inside }) => {
    const { kind, abilities } = caller.token;
    // Whoever may synchronise may bring along what others read and write one by one.
    return kind === 'session' || abilities.has(inside === null ? ability : 'sync') ? undefined : missing;
  };
}

/** Half of the books are no books: a file into which they are brought is shown when they are all there. */
function wholeStep({ path, whileMigrating }: Route): Step | null {
  if (!path.includes('{company}') || whileMigrating) return null;
  return (call) => (call.knownCompany?.isMigrating ? MIGRATION_RUNNING : undefined);
}

/** A role counts in the firm or company file of the path; a handler whose body names the firm judges it itself. */
function roleStep({ role: minimal }: Route): Step | null {
  if (minimal === 'any') return null;
  if (minimal === 'platform') return ({ caller }) => (caller.isPlatformAdmin ? undefined : ROLE_TOO_LOW);
  return (call) => {
    const role = (call.knownCompany ?? call.knownFirm)?.role;
    return role === undefined || isAtLeast(role, minimal) ? undefined : ROLE_TOO_LOW;
  };
}

export const isAtLeast = (role: Role, minimal: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(minimal);
