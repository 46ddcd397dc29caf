import { ROLES, type Role } from '../../../api/http/routing/access.ts';
import type { Route } from '../../../api/http/routing/route.ts';
import type { Subject } from './subjects.ts';

/** What a route answers to someone, computed from its declaration and from who asks, and from nothing else. */
export type Expected =
  | { readonly status: 'success' }
  | { readonly status: 401 | 404 }
  | { readonly status: 403; readonly code: string; readonly requiredAbility?: string }
  | { readonly status: 422 };

export const SUCCESS: Expected = { status: 'success' };
const forbidden = (code: string): Expected => ({ status: 403, code });

/** What only the handler can know of a route whose path does not name the firm. */
export interface Hidden {
  /** What is asked for is a 404 for whoever has a lower role in its firm. */
  readonly unseenBelow?: Role;
  /** What is asked for takes this role in the company file, although the route as such takes none. */
  readonly refusedBelow?: Role;
}

export function expectedOf(route: Route, who: Subject, { unseenBelow, refusedBelow }: Hidden = {}): Expected {
  const { ability, role, path, demo } = route;
  // A link that is signed opens by itself, whoever has it.
  if (ability === 'signed') return SUCCESS;
  // No token opens what a signature of the other side does.
  if (ability === 'provider') return { status: 401 };
  // The key of the external platform is nobody's token.
  if (ability === 'bridge') return { status: 401 };
  if (ability === 'public') return demo === 'blocked' && who.isDemo ? forbidden('demo_mode') : SUCCESS;
  if (who.abilities === null) return { status: 401 };
  const held = path.includes('{company}') ? who.fileRole : path.includes('{firm}') ? who.firmRole : undefined;
  if (held === null) return { status: 404 };
  if (demo === 'blocked' && who.isDemo) return forbidden('demo_mode');
  if (who.abilities !== 'all' && ability !== 'token') {
    if (ability === 'session') return forbidden('session_token_required');
    if (!who.abilities.includes(ability as never))
      return { status: 403, code: 'token_ability_missing', requiredAbility: ability };
  }
  if (role === 'platform' && !who.isPlatformAdmin) return forbidden('role_too_low');
  if (held && !reaches(held, role)) return forbidden('role_too_low');
  if (refusedBelow && held && !reaches(held, refusedBelow)) return forbidden('role_too_low');
  if (unseenBelow && (who.firmRole === null || !reaches(who.firmRole, unseenBelow))) return { status: 404 };
  // The firm is named in the body: one that the caller does not see is a field that is wrong.
  if (held === undefined && role !== 'platform' && role !== 'any') {
    if (who.firmRole === null) return { status: 422 };
    if (!reaches(who.firmRole, role)) return forbidden('role_too_low');
  }
  // Endpoints belong to their makers: who does not see all company files sees only own ones.
  if (WEBHOOK.test(path) && seesSomeFiles(who)) return { status: 404 };
  // Returns of company files are named in the body: those of a file that the caller does not see are not there.
  if (path === CONSIGNMENT && who.fileRole === null) return { status: 422 };
  return SUCCESS;
}

const WEBHOOK = /^\/v1\/firms\/\{firm\}\/webhooks\/\{id\}/;

const seesSomeFiles = ({ narrowing, isPlatformAdmin, firmRole, fileRole }: Subject): boolean =>
  !isPlatformAdmin && (narrowing !== undefined || (firmRole !== null && fileRole === null));

const CONSIGNMENT = '/v1/firms/{firm}/vat/consignment';

function reaches(role: Role, minimal: Route['role']): boolean {
  return minimal === 'any' || (minimal !== 'platform' && ROLES.indexOf(role) >= ROLES.indexOf(minimal));
}
