import type { IncomingMessage } from 'node:http';
import type { AccessPort, Caller, Role, TokenAbility } from './access.ts';
import { ROLES } from './access.ts';
import { bearerToken } from './bearer-token.ts';
import type { Call } from './call.ts';
import type { HttpRefusal } from './errors.ts';
import { refusal } from './errors.ts';
import { isPublicToken } from './fields.ts';
import type { Guard, Guards } from './guard.ts';
import type { Route } from './route.ts';

type AccessCheck = (
  call: Call,
  company: string | undefined,
  firm: string | undefined,
) => Promise<HttpRefusal | undefined> | HttpRefusal | undefined;

const UNAUTHENTICATED = refusal('unauthenticated', { headers: { 'WWW-Authenticate': 'Bearer' } });
const AUTHORIZATION_REPEATED = refusal('authorization_repeated');
const SESSION_TOKEN_REQUIRED = refusal('session_token_required');
const SIGNATURE_INVALID = refusal('signature_invalid');
const ROLE_TOO_LOW = refusal('role_too_low');
const DEMO_MODE = refusal('demo_mode');
const NOT_FOUND = refusal('not_found');

/** Token → ability → firm and company file → role → demo rule, as the route declares them; null for a public route. */
export function accessCheck(route: Route, access: AccessPort, guards: Guards): AccessCheck | null {
  if (route.ability === 'public') return route.demo === 'blocked' ? demoCheck(access) : null;
  if (route.ability === 'signed' || route.ability === 'bridge') return guardCheck(route, guards[route.ability]);
  const ability = route.ability;
  const mayCall = ability === 'session' ? hasSession : hasAbility(ability);
  const standing = (call: Call): HttpRefusal | undefined => {
    if (!hasRole(route, call)) return ROLE_TOO_LOW;
    return route.demo === 'blocked' && isDemo(call) ? DEMO_MODE : undefined;
  };
  const judge = (call: Call, caller: Caller | HttpRefusal, company: string | undefined, firm: string | undefined) => {
    if ('refused' in caller) return caller;
    call.knownCaller = caller;
    access.noteUse?.(caller, call);
    const refused = mayCall(caller);
    if (refused || (company === undefined && firm === undefined)) return refused ?? standing(call);
    return resolve(call, caller, access, company, firm).then((unseen) => unseen ?? standing(call));
  };
  return (call, company, firm) => {
    const caller = callerOf(call.request, access);
    return caller instanceof Promise
      ? caller.then((late) => judge(call, late, company, firm))
      : judge(call, caller, company, firm);
  };
}

/** A public route asks nobody who they are; a user of the demo who says so is told what the demo does not do. */
function demoCheck(access: AccessPort): AccessCheck {
  return async (call) => {
    const token = bearerToken(call.request.headers.authorization ?? '');
    const caller = token === null ? null : await access.authenticate(token);
    return caller?.isDemo === true ? DEMO_MODE : undefined;
  };
}

function guardCheck(route: Route, guard: Guard | undefined): AccessCheck {
  if (guard === undefined) throw new Error(`${route.method} ${route.path} needs a guard for "${route.ability}" routes`);
  const refused = route.ability === 'signed' ? SIGNATURE_INVALID : UNAUTHENTICATED;
  return async (call) => ((await guard(call.request)) ? undefined : refused);
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

const hasSession = (caller: Caller) => (caller.token.kind === 'session' ? undefined : SESSION_TOKEN_REQUIRED);

function hasAbility(ability: TokenAbility) {
  const details = { required_ability: ability };
  const missing = refusal('token_ability_missing', { params: details, facts: details });
  return (caller: Caller) =>
    caller.token.kind === 'session' || caller.token.abilities.has(ability) ? undefined : missing;
}

async function resolve(
  call: Call,
  caller: Caller,
  access: AccessPort,
  company: string | undefined,
  firm: string | undefined,
): Promise<HttpRefusal | undefined> {
  if (company !== undefined) {
    call.knownCompany = isPublicToken(company) ? await access.company(caller, company) : null;
    if (call.knownCompany === null) return NOT_FOUND;
  }
  if (firm !== undefined) {
    call.knownFirm = isPublicToken(firm) ? await access.firm(caller, firm) : null;
    if (call.knownFirm === null) return NOT_FOUND;
  }
  return undefined;
}

/** A role counts in the firm or company file of the path; a handler whose body names the firm judges it itself. */
function hasRole(route: Route, call: Call): boolean {
  if (route.role === 'any') return true;
  if (route.role === 'platform') return call.caller.isPlatformAdmin;
  const role = (call.knownCompany ?? call.knownFirm)?.role;
  return role === undefined || isAtLeast(role, route.role);
}

export const isAtLeast = (role: Role, minimal: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(minimal);

const isDemo = (call: Call) => call.caller.isDemo || !!call.knownCompany?.isDemo || !!call.knownFirm?.isDemo;
