import { evolveMembers, activeMembers, type Firm, type Member, type Members } from '../firms/state.ts';
import type { AssignedCompany, FirmRole, MemberEvent, MemberFields } from '../firms/member-events.ts';
import { sameJson } from '../json.ts';
import { allowedUsers } from '../licence/licence.ts';
import type { RefusedPart } from './bridge-events.ts';

/** The team of a firm as the platform has it. */
export interface ToldTeam {
  readonly members: readonly ToldMember[];
  /** Members whose accounts are the platform's: those whom it no longer names leave the team. */
  readonly ofPlatform: readonly number[];
}

export interface ToldMember {
  readonly userId: number;
  readonly externalId: string;
  readonly role: FirmRole;
  readonly isActive: boolean;
  /** The account is the person's own, and not the platform's: they join when they have accepted. */
  readonly mustAccept: boolean;
  readonly allCompanies: boolean;
  /** Of the files that the member sees, where it is not all of them. */
  readonly companyTokens: readonly string[];
}

/**
 * Rights end and begin as the platform says, also those of the last administrator: the platform names another one, and can do so at
 * any time. Whoever was added here with an account of their own stays.
 */
export function mirroredTeam(
  { members: told, ofPlatform }: ToldTeam,
  firm: Firm,
  now: string,
): { readonly events: readonly MemberEvent[]; readonly refused: readonly RefusedPart[] } {
  const events: MemberEvent[] = [];
  const refused: RefusedPart[] = [];
  let members: Members = firm.members;
  const take = (event: MemberEvent): void => {
    events.push(event);
    members = evolveMembers(members, event);
  };
  const isFull = (): boolean => activeMembers(members) >= allowedUsers(firm.licence, now);
  const named = new Set(told.map(({ userId }) => userId));
  for (const userId of ofPlatform) if (!named.has(userId)) endMembership(userId, members).forEach(take);
  for (const one of told) {
    const { userId: user_id, externalId: external_id, role, isActive } = one;
    const before = members.get(user_id);
    if (!before && !isActive) continue;
    if (isActive && !before?.isActive && isFull()) {
      refused.push({ resource: 'members', external_id, field: null, code: 'user_limit_reached' });
      continue;
    }
    if (before) changedMember(one, before).forEach(take);
    else {
      const { allCompanies: all_companies, mustAccept } = one;
      const data = { user_id, role, all_companies, is_active: true, ...(mustAccept && { is_invited: true }) };
      take({ type: 'MemberAttached', data });
    }
    assigned(one, members.get(user_id)!, firm).forEach(take);
  }
  return { events, refused };
}

/** Someone whom the platform no longer knows in this firm. */
export function endMembership(user_id: number, members: Members): readonly MemberEvent[] {
  const member = members.get(user_id);
  if (!member) return [];
  return [{ type: 'MemberDetached', data: { user_id, version: member.version + 1, role: member.role } }];
}

function changedMember({ userId: user_id, role, isActive }: ToldMember, before: Member): readonly MemberEvent[] {
  const changes: MemberFields = {
    ...(role !== before.role && { role }),
    ...(isActive !== before.isActive && { is_active: isActive }),
  };
  if (Object.keys(changes).length === 0) return [];
  const previous: MemberFields = {
    ...(changes.role !== undefined && { role: before.role }),
    ...(changes.is_active !== undefined && { is_active: before.isActive }),
  };
  return [{ type: 'MemberChanged', data: { user_id, version: before.version + 1, changes, previous } }];
}

/** A role that was narrowed here in a file stays so; a file in the recycle bin is nobody's to take away. */
function assigned(
  { userId: user_id, allCompanies: all_companies, companyTokens }: ToldMember,
  before: Member,
  { companies: { tokens, setAside } }: Firm,
): readonly MemberEvent[] {
  const roles = new Map(before.companies.map(({ company_id, role }) => [company_id, role]));
  const kept = before.companies.filter(({ company_id }) => setAside.has(company_id));
  const ids = new Set(
    companyTokens.map((token) => tokens.get(token)).filter((id) => id !== undefined && !setAside.has(id)) as number[],
  );
  const given = all_companies
    ? []
    : [...ids].map((company_id) => ({ company_id, role: roles.get(company_id) ?? null }));
  const companies = [...kept, ...given].toSorted((a, b) => a.company_id - b.company_id);
  if (all_companies === before.allCompanies && sameJson(plain(companies), plain(before.companies))) return [];
  const role = all_companies ? before.companyRole : null;
  const data = { user_id, version: before.version + 1, all_companies, role, companies };
  return [{ type: 'MemberCompaniesAssigned', data }];
}

const plain = (companies: readonly AssignedCompany[]) =>
  companies.map(({ company_id, role }) => ({ company_id, role }));
