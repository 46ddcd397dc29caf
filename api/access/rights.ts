import type { CompanyFacts, Viewer } from '../../projections/companies/queries.ts';
import type { FirmFacts } from '../../projections/firms/queries.ts';
import type { Membership } from '../../projections/firms/memberships.ts';
import type { Caller, CompanyAccess, FirmAccess, Role } from '../http/routing/access.ts';
import { ROLES } from '../http/routing/access.ts';

/** Rights that follow from the memberships of a caller: visible firms and company files, and the role in each. */

/** A member of the demo firm never reaches anything outside it. */
export const isDemoUser = (isPlatformAdmin: boolean, memberships: readonly Membership[]): boolean =>
  !isPlatformAdmin && memberships.some(({ is_demo }) => is_demo);

export function filterReachableMemberships(
  isPlatformAdmin: boolean,
  memberships: readonly Membership[],
): readonly Membership[] {
  return isDemoUser(isPlatformAdmin, memberships) ? memberships.filter(({ is_demo }) => is_demo) : memberships;
}

export function resolveCompanyAccess(
  caller: Caller,
  memberships: readonly Membership[],
  facts: CompanyFacts,
): CompanyAccess | null {
  const role = findRole(caller, memberships, facts);
  if (role === null) return null;
  const { id, public_token, firm_id, name, locale, is_demo, is_migrating } = facts;
  const shown = { id, publicToken: public_token, firmId: firm_id, name, locale, isDemo: is_demo, role };
  return { ...shown, isMigrating: is_migrating === true };
}

function findRole(caller: Caller, memberships: readonly Membership[], facts: CompanyFacts): Role | null {
  const { id, firm_id, owner_id, is_demo } = facts;
  if (caller.isDemo && !is_demo) return null;
  if (caller.isPlatformAdmin) return 'admin';
  if (firm_id === null) return owner_id === caller.userId && !isLimitedToFirm(caller) ? 'admin' : null;
  const membership = memberships.find((own) => own.firm_id === firm_id);
  return membership ? findCompanyRole(membership, id) : null;
}

/** Opened through the provider of a firm, which proves the person to that firm only. */
export const isLimitedToFirm = ({ token }: Caller): boolean =>
  token.signOn !== undefined && token.signOn.firm_id !== null;

/** The lower of the role in the firm and the role in the company file; null if the member cannot see the file. */
export function findCompanyRole(
  {
    role,
    all_companies,
    company_role,
    companies,
  }: Omit<Membership, 'firm_id' | 'public_token' | 'name' | 'locale' | 'is_demo'>,
  companyId: number,
): Role | null {
  if (all_companies) return pickLowerRole(role, company_role);
  const narrowing = companies[companyId];
  return narrowing === undefined ? null : pickLowerRole(role, narrowing);
}

/** Returns the role with fewer rights. */
export function pickLowerRole(role: Role, other: Role | null): Role {
  return other === null || ROLES.indexOf(role) < ROLES.indexOf(other) ? role : other;
}

export function resolveFirmAccess(
  { isPlatformAdmin }: Caller,
  memberships: readonly Membership[],
  firm: Omit<FirmFacts, 'id'> & { readonly firm_id: number },
): FirmAccess {
  const own = memberships.find(({ firm_id }) => firm_id === firm.firm_id);
  const { firm_id: id, public_token: publicToken, name, locale, is_demo: isDemo } = firm;
  return { id, publicToken, name, locale, isDemo, role: isPlatformAdmin ? 'admin' : own!.role };
}

/** Company files of a firm that the caller can see: all of them, or the listed ids. */
export function listVisibleCompanies(
  { isPlatformAdmin }: Caller,
  memberships: readonly Membership[],
  firmId: number,
): readonly number[] | 'all' {
  if (isPlatformAdmin) return 'all';
  const own = memberships.find(({ firm_id }) => firm_id === firmId);
  if (own?.all_companies) return 'all';
  return own ? Object.keys(own.companies).map(Number) : [];
}

/** The same for lists of company files across all firms. */
export function toViewer(caller: Caller, memberships: readonly Membership[]): Viewer {
  const { isPlatformAdmin } = caller;
  const [whole, partial] = [true, false].map((all) => memberships.filter(({ all_companies }) => all_companies === all));
  return {
    // No account has the id 0: files without a firm stay hidden.
    userId: isLimitedToFirm(caller) ? 0 : caller.userId,
    isPlatformAdmin,
    firmIds: whole!.map(({ firm_id }) => firm_id),
    companyIds: partial!.flatMap(({ companies }) => Object.keys(companies).map(Number)),
  };
}
