import { refuse, refuseInvalid, type Problem, type Refusal } from '../refusal.ts';
import { FIRM_ROLES, type FirmRole } from './member-events.ts';
import type { SignOnSettings } from './details-events.ts';

/** Single sign-on of a firm: which provider its members use, and which role follows from what the provider says. */

/** Stands for every value that has no role of its own, and for a missing claim. */
export const ANY_VALUE = '*';

const MOST_ROLES = 100;

/** Values of a claim as texts: providers send one value or a list. */
export function listClaimValues(claims: Readonly<Record<string, unknown>>, claim: string): readonly string[] {
  const given = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  const values: readonly unknown[] = Array.isArray(given) ? given : [given];
  return values.flatMap((value) => (isPlainValue(value) ? [String(value)] : []));
}

const isPlainValue = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** The highest role of the values that the provider sent; null if none of them has one. */
export function findSignOnRole(
  { claim, roles }: SignOnSettings,
  claims: Readonly<Record<string, unknown>>,
): FirmRole | null {
  const values = claim === null ? [] : listClaimValues(claims, claim);
  const found = values.flatMap((value) => (value !== ANY_VALUE && Object.hasOwn(roles, value) ? [roles[value]!] : []));
  const [highest] = found.toSorted((one, other) => FIRM_ROLES.indexOf(one) - FIRM_ROLES.indexOf(other));
  return highest ?? roles[ANY_VALUE] ?? null;
}

/** Consequence of a sign-in for one firm. */
export type Admission =
  /** `role` differs from the current one, or is null if it stays as it is. */
  | { readonly kind: 'admitted'; readonly role: FirmRole | null }
  | { readonly kind: 'attached'; readonly role: FirmRole }
  /** The provider proves who accepts the invitation. */
  | { readonly kind: 'joined' }
  | { readonly kind: 'left_out'; readonly reason: 'no_account' | 'no_role' | 'suspended' | 'invitation_open' };

export interface AdmissionFacts {
  readonly settings: SignOnSettings;
  /** Null if the person is not in the team. */
  readonly member: { readonly role: FirmRole; readonly isActive: boolean; readonly isInvited: boolean } | null;
  readonly claims: Readonly<Record<string, unknown>>;
  /** False if the provider names firms and this one is not among them. */
  readonly isNamed: boolean;
  /** False for a provider of the firm itself, which cannot accept an invitation on behalf of a person. */
  readonly provesPerson: boolean;
}

export function decideAdmission(facts: AdmissionFacts): Admission {
  const { settings, member, claims, isNamed, provesPerson } = facts;
  const role = isNamed ? findSignOnRole(settings, claims) : null;
  const isMapped = settings.claim !== null || !isNamed;
  if (member === null) {
    if (!settings.create_members || !isNamed) return { kind: 'left_out', reason: 'no_account' };
    return role === null ? { kind: 'left_out', reason: 'no_role' } : { kind: 'attached', role };
  }
  if (!member.isActive) return { kind: 'left_out', reason: 'suspended' };
  if (isMapped && role === null) return { kind: 'left_out', reason: 'no_role' };
  if (member.isInvited) return provesPerson ? { kind: 'joined' } : { kind: 'left_out', reason: 'invitation_open' };
  return { kind: 'admitted', role: isMapped && role !== member.role ? role : null };
}

export function findSignOnRefusal({ claim, roles, create_members }: SignOnSettings): Refusal | null {
  const values = Object.keys(roles);
  if (values.length > MOST_ROLES)
    return refuse('sso_too_many_roles', { field: 'sso.roles', params: { max: MOST_ROLES } });
  const problems: Problem[] = [];
  if (claim === null && values.some((value) => value !== ANY_VALUE))
    problems.push({ code: 'sso_claim_missing', field: 'sso.claim' });
  if (create_members && values.length === 0) problems.push({ code: 'sso_roles_missing', field: 'sso.roles' });
  return problems.length > 0 ? refuseInvalid(problems) : null;
}
