import type { IncomingMessage } from 'node:http';
import type { AccessPort, Caller, Role, TokenAbility } from './access.ts';
import { ROLES } from './access.ts';
import type { Call } from './call.ts';
import type { HttpRefusal } from './errors.ts';
import { refusal } from './errors.ts';
import { isPublicToken } from './fields.ts';
import type { Route } from './route.ts';

/** Checks of routes that are opened by something else than a token: true = may pass. */
export type Guard = (request: IncomingMessage) => Promise<boolean> | boolean;
export type Guards = Partial<Record<'signed' | 'bridge', Guard>>;

type AccessCheck = (
  call: Call,
  company: string | undefined,
  firm: string | undefined,
) => Promise<HttpRefusal | undefined>;

const UNAUTHENTICATED = refusal('unauthenticated', { headers: { 'WWW-Authenticate': 'Bearer' } });
const AUTHORIZATION_REPEATED = refusal('authorization_repeated');
const SESSION_TOKEN_REQUIRED = refusal('session_token_required');
const SIGNATURE_INVALID = refusal('signature_invalid');
const ROLE_TOO_LOW = refusal('role_too_low');
const DEMO_MODE = refusal('demo_mode');
const NOT_FOUND = refusal('not_found');
const MAX_TOKEN_LENGTH = 256;

/** Token → ability → firm and company file → role → demo rule, as the route declares them; null for a public route. */
export function accessCheck(route: Route, access: AccessPort, guards: Guards): AccessCheck | null {
  if (route.ability === 'public') return null;
  if (route.ability === 'signed' || route.ability === 'bridge') return guardCheck(route, guards[route.ability]);
  const ability = route.ability;
  const mayCall = ability === 'session' ? hasSession : hasAbility(ability);
  return async (call, company, firm) => {
    const caller = await callerOf(call.request, access);
    if ('refused' in caller) return caller;
    call.knownCaller = caller;
    return (
      mayCall(caller) ??
      (await resolve(call, caller, access, company, firm)) ??
      (hasRole(route, call) ? undefined : ROLE_TOO_LOW) ??
      (route.demo === 'blocked' && isDemo(call) ? DEMO_MODE : undefined)
    );
  };
}

function guardCheck(route: Route, guard: Guard | undefined): AccessCheck {
  if (guard === undefined) throw new Error(`${route.method} ${route.path} needs a guard for "${route.ability}" routes`);
  const refused = route.ability === 'signed' ? SIGNATURE_INVALID : UNAUTHENTICATED;
  return async (call) => ((await guard(call.request)) ? undefined : refused);
}

async function callerOf(request: IncomingMessage, access: AccessPort): Promise<Caller | HttpRefusal> {
  const { authorization } = request.headers;
  if (authorization === undefined) return UNAUTHENTICATED;
  // Node keeps the first of several and drops the others: which one a proxy believed cannot be known.
  if (isRepeated(request.rawHeaders, 'authorization')) return AUTHORIZATION_REPEATED;
  const token = bearerToken(authorization);
  return (token === null ? null : await access.authenticate(token)) ?? UNAUTHENTICATED;
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

function bearerToken(authorization: string): string | null {
  if (authorization.length > MAX_TOKEN_LENGTH) return null;
  return /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization)?.[1] ?? null;
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
