import { evolveMembers, countActiveMembers, type Firm, type Member, type Members } from '../firms/state.ts';
import type { AssignedCompany, FirmRole, MemberEvent, MemberFields } from '../firms/member-events.ts';
import { isSameJson } from '../json.ts';
import { getAllowedUsers } from '../licence/licence.ts';
import type { RefusedPart } from './bridge-events.ts';

/** The team of a firm on the platform. */
export interface ToldTeam {
  readonly members: readonly ToldMember[];
  /** Members whose accounts belong to the platform: those it no longer lists leave the team. */
  readonly ofPlatform: readonly number[];
}

export interface ToldMember {
  readonly userId: number;
  readonly externalId: string;
  readonly role: FirmRole;
  readonly isActive: boolean;
  /** The account belongs to the person, not to the platform: they join after accepting. */
  readonly mustAccept: boolean;
  readonly allCompanies: boolean;
  /** Files that the member can see, unless all. */
  readonly companyTokens: readonly string[];
}

/**
 * Rights follow the platform, even those of the last administrator: the platform names another one, and can do so at any
 * time. People added here with their own account stay.
 */
export function mirrorTeam(
  { members: told, ofPlatform }: ToldTeam,
  firm: Firm,
  now: string,
): { readonly events: readonly MemberEvent[]; readonly refused: readonly RefusedPart[] } {
  const events: MemberEvent[] = [];
  const refused: RefusedPart[] = [];
  let members: Members = firm.members;
  const applyEvent = (event: MemberEvent): void => {
    events.push(event);
    members = evolveMembers(members, event);
  };
  const isFull = (): boolean => countActiveMembers(members) >= getAllowedUsers(firm.licence, now);
  const named = new Set(told.map(({ userId }) => userId));
  for (const userId of ofPlatform) if (!named.has(userId)) endMembership(userId, members).forEach(applyEvent);
  for (const one of told) {
    const { userId: user_id, externalId: external_id, role, isActive } = one;
    const before = members.get(user_id);
    if (!before && !isActive) continue;
    if (isActive && !before?.isActive && isFull()) {
      refused.push({ resource: 'members', external_id, field: null, code: 'user_limit_reached' });
      continue;
    }
    if (before) buildMemberChanges(one, before).forEach(applyEvent);
    else {
      const { allCompanies: all_companies, mustAccept } = one;
      const data = { user_id, role, all_companies, is_active: true, ...(mustAccept && { is_invited: true }) };
      applyEvent({ type: 'MemberAttached', data });
    }
    buildAssignments(one, members.get(user_id)!, firm).forEach(applyEvent);
  }
  return { events, refused };
}

/** Removes a person that the platform no longer lists in this firm. */
export function endMembership(user_id: number, members: Members): readonly MemberEvent[] {
  const member = members.get(user_id);
  if (!member) return [];
  return [{ type: 'MemberDetached', data: { user_id, version: member.version + 1, role: member.role } }];
}

function buildMemberChanges({ userId: user_id, role, isActive }: ToldMember, before: Member): readonly MemberEvent[] {
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

/** A role narrowed here for a file is kept; access to a trashed file is not removed. */
function buildAssignments(
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
  if (
    all_companies === before.allCompanies &&
    isSameJson(toPlainCompanies(companies), toPlainCompanies(before.companies))
  )
    return [];
  const role = all_companies ? before.companyRole : null;
  const data = { user_id, version: before.version + 1, all_companies, role, companies };
  return [{ type: 'MemberCompaniesAssigned', data }];
}

const toPlainCompanies = (companies: readonly AssignedCompany[]) =>
  companies.map(({ company_id, role }) => ({ company_id, role }));
