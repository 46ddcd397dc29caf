import type { IncomingMessage } from 'node:http';
import type { TokenAbility } from '../../../domain/identity/user-events.ts';
import type { AccessPort, Caller, Role } from './access.ts';
import { ROLES } from './access.ts';
import { extractBearerToken } from './bearer-token.ts';
import { DEFAULT_MAX_BODY_BYTES, readRawBody } from '../input/body.ts';
import type { Call } from './call.ts';
import type { HttpRefusal } from '../reply/errors.ts';
import { buildRefusal } from '../reply/errors.ts';
import { isPublicToken } from '../input/fields.ts';
import type { Guards } from './guard.ts';
import type { CallerAbility, Route } from './route.ts';
import type { Step, Verdict } from './step.ts';

const UNAUTHENTICATED = buildRefusal('unauthenticated', { headers: { 'WWW-Authenticate': 'Bearer' } });
const AUTHORIZATION_REPEATED = buildRefusal('authorization_repeated');
const SESSION_TOKEN_REQUIRED = buildRefusal('session_token_required');
const SIGNATURE_INVALID = buildRefusal('signature_invalid');
const ROLE_TOO_LOW = buildRefusal('role_too_low');
const DEMO_MODE = buildRefusal('demo_mode');
const NOT_FOUND = buildRefusal('not_found');
const MIGRATION_RUNNING = buildRefusal('migration_running', { headers: { 'Retry-After': '5' } });

/**
 * Access checks of a route, in order: a file that the caller cannot see counts as absent, whatever the token may do; and
 * a demo user learns about the demo before any other refusal.
 */
export function buildAccessSteps(route: Route, access: AccessPort, guards: Guards): readonly Step[] {
  switch (route.ability) {
    case 'public':
      return route.demo === 'blocked' ? [createOpenDemoStep(access)] : [];
    case 'signed':
    case 'bridge':
    case 'operator':
      return [createGuardStep(route, route.ability, guards)];
    case 'provider':
      return [createProviderStep(route, guards)];
    default:
      return [
        createTokenStep(access),
        createVisibilityStep(route, access),
        createDemoStep(route),
        createAbilityStep(route.ability),
        createRoleStep(route),
        createMigrationStep(route),
      ].filter((step) => step !== null);
  }
}

/** A public route requires no authentication, but a demo user with a token learns what the demo does not allow. */
function createOpenDemoStep(access: AccessPort): Step {
  return async (call) => {
    const token = extractBearerToken(call.request.headers.authorization ?? '');
    const caller = token === null ? null : await access.authenticate(token);
    return caller?.isDemo === true ? DEMO_MODE : undefined;
  };
}

function createGuardStep(route: Route, kind: Exclude<keyof Guards, 'provider'>, guards: Guards): Step {
  const guard = guards[kind];
  if (guard === undefined) throw new Error(`${route.method} ${route.path} needs a guard for "${kind}" routes`);
  const refused = kind === 'signed' ? SIGNATURE_INVALID : UNAUTHENTICATED;
  return async (call) => ((await guard(call.request)) ? undefined : refused);
}

/** Reads the body before authentication, because the signature covers all of it. */
function createProviderStep(route: Route, { provider: guard }: Guards): Step {
  if (guard === undefined) throw new Error(`${route.method} ${route.path} needs a guard for "provider" routes`);
  const maxBytes = route.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
  return async (call) => {
    const body = await readRawBody(call.request, maxBytes);
    if (!Buffer.isBuffer(body)) return body;
    call.signedBody = body;
    return guard(call.getPathValue('provider') ?? '', call.request.headers, body) ? undefined : UNAUTHENTICATED;
  };
}

function createTokenStep(access: AccessPort): Step {
  const acceptCaller = (call: Call, caller: Caller | HttpRefusal): Verdict => {
    if ('refused' in caller) return caller;
    call.knownCaller = caller;
    access.recordUse?.(caller, call);
    return undefined;
  };
  return (call) => {
    const caller = authenticateCaller(call.request, access);
    return caller instanceof Promise ? caller.then((late) => acceptCaller(call, late)) : acceptCaller(call, caller);
  };
}

/** Synchronous if the caller is cached, so that nothing has to wait. */
function authenticateCaller(
  request: IncomingMessage,
  access: AccessPort,
): Caller | HttpRefusal | Promise<Caller | HttpRefusal> {
  const { authorization } = request.headers;
  if (authorization === undefined) return UNAUTHENTICATED;
  // Node keeps the first of several headers and drops the rest: the one a proxy trusted is unknown.
  if (isRepeated(request.rawHeaders, 'authorization')) return AUTHORIZATION_REPEATED;
  const token = extractBearerToken(authorization);
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

/** Resolves the company file and the firm of the path. */
function createVisibilityStep({ path }: Route, access: AccessPort): Step | null {
  if (!path.includes('{company}') && !path.includes('{firm}')) return null;
  return async (call) => {
    const [company, firm] = [call.getPathValue('company'), call.getPathValue('firm')];
    if (company !== undefined) {
      call.knownCompany = isPublicToken(company) ? await access.findCompanyAccess(call.caller, company) : null;
      if (call.knownCompany === null) return NOT_FOUND;
    }
    if (firm !== undefined) {
      call.knownFirm = isPublicToken(firm) ? await access.findFirmAccess(call.caller, firm) : null;
      if (call.knownFirm === null) return NOT_FOUND;
    }
    return undefined;
  };
}

function createDemoStep({ demo }: Route): Step | null {
  return demo === 'blocked' ? (call) => (isDemo(call) ? DEMO_MODE : undefined) : null;
}

const isDemo = (call: Call) => call.caller.isDemo || !!call.knownCompany?.isDemo || !!call.knownFirm?.isDemo;

function createAbilityStep(ability: CallerAbility): Step | null {
  if (ability === 'token') return null;
  if (ability === 'session')
    return ({ caller }) => (caller.token.kind === 'session' ? undefined : SESSION_TOKEN_REQUIRED);
  const details = { required_ability: ability };
  const missing = buildRefusal('token_ability_missing', { params: details, facts: details });
  return (call) => {
    const { kind, abilities } = call.caller.token;
    if (kind === 'session') return undefined;
    const needed = getNeededAbility(ability, call.inside?.outerAbility ?? null);
    call.ability = needed;
    return abilities.has(needed) ? undefined : missing;
  };
}

/** A request inside another one has the rights of the outer one; a read never grants a write. */
const getNeededAbility = (ability: TokenAbility, outer: TokenAbility | null): TokenAbility =>
  outer === null || outer === 'read' ? ability : outer;

/** A file under migration is not shown until its books are complete. */
function createMigrationStep({ path, whileMigrating }: Route): Step | null {
  if (!path.includes('{company}') || whileMigrating) return null;
  return (call) => (call.knownCompany?.isMigrating ? MIGRATION_RUNNING : undefined);
}

/** The role applies to the firm or company file of the path. A handler whose body names the firm checks the role itself. */
function createRoleStep({ role: minimal }: Route): Step | null {
  if (minimal === 'any') return null;
  if (minimal === 'platform') return ({ caller }) => (caller.isPlatformAdmin ? undefined : ROLE_TOO_LOW);
  return (call) => {
    const role = (call.knownCompany ?? call.knownFirm)?.role;
    return role === undefined || hasMinimumRole(role, minimal) ? undefined : ROLE_TOO_LOW;
  };
}

export const hasMinimumRole = (role: Role, minimal: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(minimal);
