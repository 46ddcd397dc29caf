import { isSameJson } from '../json.ts';
import { refuseInvalid, refuse, assertUnreachable, type Decision, type Problem, type Refusal } from '../refusal.ts';
import { getAllowedUsers } from '../licence/licence.ts';
import {
  COMPANY_ROLES,
  FIRM_ROLES,
  type AssignedCompany,
  type CompanyRole,
  type FirmRole,
  type MemberEvent,
  type MemberFields,
} from './member-events.ts';
import { countActiveMembers, type CompanyRegister, type Firm, type Member } from './state.ts';
import { findVersionConflict } from '../versions.ts';
import { replaceMember, type ReplaceMember } from './replacement.ts';

/** `now` is an ISO 8601 timestamp. The limits of the licence depend on the date. */
export type MemberCommand =
  /** Runs the checks for attaching a new member, and does nothing else. */
  | {
      type: 'CheckNewMember';
      /** Absent if the person has no account yet. */
      userId?: number;
      companyTokens: readonly string[] | null;
      now: string;
    }
  | {
      type: 'AttachMember';
      userId: number;
      role: FirmRole;
      /** Null: the member sees all files. */
      companyTokens: readonly string[] | null;
      /** True: the person must accept first. Default: false. */
      isInvited?: boolean;
      now: string;
    }
  /** The person has accepted. No effect on a member who was not invited. */
  | { type: 'JoinTeam'; userId: number }
  | { type: 'InviteAgain'; userId: number }
  | { type: 'ChangeMember'; userId: number; changes: MemberFields; baseVersion: number | null; now: string }
  | { type: 'DetachMember'; userId: number; baseVersion: number | null }
  | AssignCompanies
  | ReplaceMember;

export interface AssignCompanies {
  readonly type: 'AssignCompanies';
  readonly userId: number;
  readonly allCompanies: boolean;
  readonly companyTokens: readonly string[];
  readonly role: CompanyRole | null;
  /** The member who assigns the files. Null: a platform admin. */
  readonly assignedBy: number | null;
  readonly baseVersion: number | null;
}

/** @returns a refusal if the licence has no seat for another active member. The demo firm has no limit. */
function findSeatRefusal({ identity, members, licence }: Firm, now: string): Refusal | null {
  if (identity?.source === 'demo') return null;
  const most = getAllowedUsers(licence, now);
  return countActiveMembers(members) < most ? null : refuse('user_limit_reached', { params: { max: most } });
}

export function decideMembers(command: MemberCommand, firm: Firm): Decision<MemberEvent> {
  if (command.type === 'CheckNewMember') {
    if (command.userId !== undefined && firm.members.has(command.userId)) return refuseExistingMember();
    const companies = resolveCompanyTokens(command.companyTokens ?? [], firm.companies);
    return findSeatRefusal(firm, command.now) ?? (areProblems(companies) ? refuseInvalid(companies) : []);
  }
  if (command.type === 'ReplaceMember') return replaceMember(command, firm);
  const member = firm.members.get(command.userId);
  if (command.type === 'AttachMember') return member ? refuseExistingMember() : attachMember(command, firm);
  if (!member) return refuse('not_found');
  if (command.type === 'JoinTeam' || command.type === 'InviteAgain') return decideInvitation(command, member);
  const conflict = findVersionConflict(member, command.baseVersion);
  if (conflict) return conflict;
  switch (command.type) {
    case 'ChangeMember':
      return changeMember(command, member, firm);
    case 'DetachMember':
      if (isLastAdmin(member, firm)) return refuse('last_admin', { field: 'user' });
      return [
        {
          type: 'MemberDetached',
          data: { user_id: command.userId, version: member.version + 1, role: member.role },
        },
      ];
    case 'AssignCompanies':
      return assignCompanies(command, member, firm);
    default:
      return assertUnreachable(command);
  }
}

const refuseExistingMember = () => refuse('member_exists', { field: 'email' });

function decideInvitation(
  { type, userId: user_id }: Extract<MemberCommand, { type: 'JoinTeam' | 'InviteAgain' }>,
  { isInvited, version }: Member,
): readonly MemberEvent[] {
  if (isInvited !== (type === 'JoinTeam')) return [];
  return [
    { type: type === 'JoinTeam' ? 'MemberJoined' : 'MemberInvitedAgain', data: { user_id, version: version + 1 } },
  ];
}

function attachMember(
  { userId: user_id, role, companyTokens, isInvited = false, now }: Extract<MemberCommand, { type: 'AttachMember' }>,
  firm: Firm,
): Decision<MemberEvent> {
  const refusal = findSeatRefusal(firm, now);
  if (refusal) return refusal;
  const all_companies = companyTokens === null;
  const attached: MemberEvent = {
    type: 'MemberAttached',
    data: { user_id, role, all_companies, is_active: true, ...(isInvited && { is_invited: true }) },
  };
  if (all_companies) return [attached];
  const ids = resolveCompanyTokens(companyTokens, firm.companies);
  if (areProblems(ids)) return refuseInvalid(ids);
  const companies = sortByCompanyId(ids.map((company_id) => ({ company_id, role: null })));
  if (companies.length === 0) return [attached];
  return [
    attached,
    { type: 'MemberCompaniesAssigned', data: { user_id, version: 2, all_companies: false, role: null, companies } },
  ];
}

function changeMember(
  { userId: user_id, changes: requested, now }: Extract<MemberCommand, { type: 'ChangeMember' }>,
  member: Member,
  firm: Firm,
): Decision<MemberEvent> {
  const before = { role: member.role, is_active: member.isActive };
  const after = { role: requested.role ?? before.role, is_active: requested.is_active ?? before.is_active };
  const names = (['role', 'is_active'] as const).filter((name) => after[name] !== before[name]);
  if (names.length === 0) return [];
  const staysAdmin = after.role === 'admin' && after.is_active;
  if (!staysAdmin && isLastAdmin(member, firm))
    return refuse('last_admin', { field: after.role === 'admin' ? 'is_active' : 'role' });
  if (after.is_active && !before.is_active) {
    const refusal = findSeatRefusal(firm, now);
    if (refusal) return refusal;
  }
  const pickChanged = (fields: Required<MemberFields>): MemberFields =>
    Object.fromEntries(names.map((name) => [name, fields[name]]));
  return [
    {
      type: 'MemberChanged',
      data: { user_id, version: member.version + 1, changes: pickChanged(after), previous: pickChanged(before) },
    },
  ];
}

/** A firm without an active admin could no longer be managed. */
function isLastAdmin(member: Member, { members }: Firm): boolean {
  return isActingAdmin(member) && [...members.values()].filter(isActingAdmin).length === 1;
}

/** An invited admin does not count: they might never accept. */
const isActingAdmin = ({ role, isActive, isInvited }: Member): boolean => role === 'admin' && isActive && !isInvited;

function assignCompanies(command: AssignCompanies, member: Member, firm: Firm): Decision<MemberEvent> {
  const assigner = command.assignedBy === null ? null : firm.members.get(command.assignedBy);
  const refusal = assigner === null ? null : findAssignerRefusal(command, assigner, member);
  if (refusal) return refusal;
  const seen = assigner && !isUnrestricted(assigner) && !assigner.allCompanies ? assigner.companies : null;
  const ids = resolveCompanyTokens(command.companyTokens, firm.companies, seen);
  const problems: Problem[] = areProblems(ids) ? [...ids] : [];
  if (isAboveFirmRole(command.role, member.role))
    problems.push({ code: 'company_role_too_high', field: 'role', params: { role: member.role } });
  if (command.allCompanies && command.companyTokens.length > 0)
    problems.push({ code: 'companies_contradict', field: 'company_tokens' });
  if (areProblems(ids)) return refuseInvalid(problems);
  if (seen?.some(({ company_id, role }) => ids.includes(company_id) && exceedsOwnRole(command.role, role)))
    return refuse('role_too_low');
  if (problems.length > 0) return refuseInvalid(problems);
  const given = ids.map((company_id) => ({ company_id, role: command.role }));
  // An assigner cannot remove files that they cannot see. Trashed files are visible to no one, so they are kept too.
  const kept = member.companies.filter(
    ({ company_id: id }) => (seen && !includesCompany(seen, id)) || firm.companies.setAside.has(id),
  );
  const companies = sortByCompanyId([...kept, ...given]);
  const all_companies = command.allCompanies;
  const role = all_companies ? command.role : null;
  if (
    all_companies === member.allCompanies &&
    role === member.companyRole &&
    isSameJson(toComparable(companies), toComparable(member.companies))
  )
    return [];
  return [
    {
      type: 'MemberCompaniesAssigned',
      data: { user_id: command.userId, version: member.version + 1, all_companies, role, companies },
    },
  ];
}

const isUnrestricted = ({ role }: Member): boolean => role === 'admin';

/**
 * Managers assign files only to members below them and grant no more access than they have. The assigner's own access may
 * have changed since the request was sent: the current access counts.
 */
function findAssignerRefusal(
  { userId, assignedBy, allCompanies, role }: AssignCompanies,
  assigner: Member | undefined,
  member: Member,
): Refusal | null {
  if (!assigner?.isActive || assigner.isInvited) return refuse('role_too_low');
  if (isUnrestricted(assigner)) return null;
  const isTooLow = assigner.role !== 'manager';
  const isTooHigh = userId === assignedBy || member.role === 'admin';
  const isTooMuch = !assigner.allCompanies && (allCompanies || member.allCompanies);
  return isTooLow || isTooHigh || isTooMuch || exceedsOwnRole(role, assigner.companyRole)
    ? refuse('role_too_low')
    : null;
}

/** A role in company files restricts the firm role. A higher one would have no effect, so it is refused. */
const isAboveFirmRole = (role: CompanyRole | null, inFirm: FirmRole): boolean =>
  role !== null && FIRM_ROLES.indexOf(role) < FIRM_ROLES.indexOf(inFirm);

/** Is the granted role higher than the assigner's own? Null grants at most the role of a manager. */
function exceedsOwnRole(given: CompanyRole | null, own: CompanyRole | null): boolean {
  return own !== null && COMPANY_ROLES.indexOf(given ?? 'manager') < COMPANY_ROLES.indexOf(own);
}

/** Gives a member access to the file that they opened. */
export function assignOpenedFile(
  userId: number | undefined,
  companyId: number,
  { members }: Firm,
): readonly MemberEvent[] {
  const member = userId === undefined ? undefined : members.get(userId);
  if (userId === undefined || !member || member.allCompanies) return [];
  const companies = sortByCompanyId([...member.companies, { company_id: companyId, role: null }]);
  const { version } = member;
  return [
    {
      type: 'MemberCompaniesAssigned',
      data: { user_id: userId, version: version + 1, all_companies: false, role: null, companies },
    },
  ];
}

/** Returns the ids of the files without duplicates, or the problems found. A file that the assigner cannot see is unknown. */
function resolveCompanyTokens(
  tokens: readonly string[],
  { tokens: known, setAside }: CompanyRegister,
  seen: readonly AssignedCompany[] | null = null,
): readonly number[] | readonly Problem[] {
  const problems: Problem[] = [];
  const ids = new Set<number>();
  tokens.forEach((token, index) => {
    const id = known.get(token);
    if (id === undefined || setAside.has(id) || (seen && !includesCompany(seen, id)))
      problems.push({ code: 'company_unknown', field: `company_tokens.${index}` });
    else ids.add(id);
  });
  return problems.length > 0 ? problems : [...ids];
}

const areProblems = (found: readonly number[] | readonly Problem[]): found is readonly Problem[] =>
  typeof found[0] === 'object';
const includesCompany = (companies: readonly AssignedCompany[], id: number) =>
  companies.some(({ company_id }) => company_id === id);
const sortByCompanyId = (companies: readonly AssignedCompany[]) =>
  companies.toSorted((a, b) => a.company_id - b.company_id);
const toComparable = (companies: readonly AssignedCompany[]) =>
  companies.map(({ company_id, role }) => ({ company_id, role }));
