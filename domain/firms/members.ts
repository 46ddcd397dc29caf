import { sameJson } from '../json.ts';
import { invalid, refuse, unreachable, type Decision, type Problem, type Refusal } from '../refusal.ts';
import { allowedUsers } from '../licence/licence.ts';
import {
  COMPANY_ROLES,
  FIRM_ROLES,
  type AssignedCompany,
  type CompanyRole,
  type FirmRole,
  type MemberEvent,
  type MemberFields,
} from './member-events.ts';
import { activeMembers, type CompanyRegister, type Firm, type Member } from './state.ts';

/** `now` is an ISO 8601 timestamp: what the licence allows depends on the day. */
export type MemberCommand =
  /** Refuses what attaching a new member would refuse, and does nothing else. */
  | {
      type: 'CheckNewMember';
      /** Absent where there is no account yet. */
      userId?: number;
      companyTokens: readonly string[] | null;
      now: string;
    }
  | {
      type: 'AttachMember';
      userId: number;
      role: FirmRole;
      /** Without tokens, the member sees all files. */
      companyTokens: readonly string[] | null;
      /** The person must accept first; absent: no. */
      isInvited?: boolean;
      now: string;
    }
  /** The person has accepted; someone who was not invited stays as they are. */
  | { type: 'JoinTeam'; userId: number }
  | { type: 'InviteAgain'; userId: number }
  | { type: 'ChangeMember'; userId: number; changes: MemberFields; baseVersion: number | null; now: string }
  | { type: 'DetachMember'; userId: number; baseVersion: number | null }
  | AssignCompanies;

export interface AssignCompanies {
  readonly type: 'AssignCompanies';
  readonly userId: number;
  readonly allCompanies: boolean;
  readonly companyTokens: readonly string[];
  readonly role: CompanyRole | null;
  /** The member who assigns; null = a platform admin. */
  readonly assignedBy: number | null;
  readonly baseVersion: number | null;
}

/** @returns the refusal when the licence of the firm has no place for one more active member; the demo takes whoever comes */
function withoutSeat({ identity, members, licence }: Firm, now: string): Refusal | null {
  if (identity?.source === 'demo') return null;
  const most = allowedUsers(licence, now);
  return activeMembers(members) < most ? null : refuse('user_limit_reached', { params: { max: most } });
}

export function decideMembers(command: MemberCommand, firm: Firm): Decision<MemberEvent> {
  if (command.type === 'CheckNewMember') {
    if (command.userId !== undefined && firm.members.has(command.userId)) return memberExists();
    const companies = companiesNamed(command.companyTokens ?? [], firm.companies);
    return withoutSeat(firm, command.now) ?? (isProblems(companies) ? invalid(companies) : []);
  }
  const member = firm.members.get(command.userId);
  if (command.type === 'AttachMember') return member ? memberExists() : attach(command, firm);
  if (!member) return refuse('not_found');
  if (command.type === 'JoinTeam' || command.type === 'InviteAgain') return invitation(command, member);
  if (command.baseVersion !== null && command.baseVersion !== member.version)
    return refuse('conflict', {}, { server_version: member.version });
  switch (command.type) {
    case 'ChangeMember':
      return change(command, member, firm);
    case 'DetachMember':
      if (isLastAdmin(member, firm)) return refuse('last_admin', { field: 'user' });
      return [
        {
          type: 'MemberDetached',
          data: { user_id: command.userId, version: member.version + 1, role: member.role },
        },
      ];
    case 'AssignCompanies':
      return assign(command, member, firm);
    default:
      return unreachable(command);
  }
}

const memberExists = () => refuse('member_exists', { field: 'email' });

function invitation(
  { type, userId: user_id }: Extract<MemberCommand, { type: 'JoinTeam' | 'InviteAgain' }>,
  { isInvited, version }: Member,
): readonly MemberEvent[] {
  if (isInvited !== (type === 'JoinTeam')) return [];
  return [
    { type: type === 'JoinTeam' ? 'MemberJoined' : 'MemberInvitedAgain', data: { user_id, version: version + 1 } },
  ];
}

function attach(
  { userId: user_id, role, companyTokens, isInvited = false, now }: Extract<MemberCommand, { type: 'AttachMember' }>,
  firm: Firm,
): Decision<MemberEvent> {
  const refusal = withoutSeat(firm, now);
  if (refusal) return refusal;
  const all_companies = companyTokens === null;
  const attached: MemberEvent = {
    type: 'MemberAttached',
    data: { user_id, role, all_companies, is_active: true, ...(isInvited && { is_invited: true }) },
  };
  if (all_companies) return [attached];
  const ids = companiesNamed(companyTokens, firm.companies);
  if (isProblems(ids)) return invalid(ids);
  const companies = inOrder(ids.map((company_id) => ({ company_id, role: null })));
  if (companies.length === 0) return [attached];
  return [
    attached,
    { type: 'MemberCompaniesAssigned', data: { user_id, version: 2, all_companies: false, role: null, companies } },
  ];
}

function change(
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
    const refusal = withoutSeat(firm, now);
    if (refusal) return refusal;
  }
  const only = (fields: Required<MemberFields>): MemberFields =>
    Object.fromEntries(names.map((name) => [name, fields[name]]));
  return [
    {
      type: 'MemberChanged',
      data: { user_id, version: member.version + 1, changes: only(after), previous: only(before) },
    },
  ];
}

/** A firm without an active admin could never be managed again. */
function isLastAdmin(member: Member, { members }: Firm): boolean {
  return isActingAdmin(member) && [...members.values()].filter(isActingAdmin).length === 1;
}

/** Someone who was invited may never come. */
const isActingAdmin = ({ role, isActive, isInvited }: Member): boolean => role === 'admin' && isActive && !isInvited;

function assign(command: AssignCompanies, member: Member, firm: Firm): Decision<MemberEvent> {
  const assigner = command.assignedBy === null ? null : firm.members.get(command.assignedBy);
  const refusal = assigner === null ? null : refusalForAssigner(command, assigner, member);
  if (refusal) return refusal;
  const seen = assigner && !mayEverything(assigner) && !assigner.allCompanies ? assigner.companies : null;
  const ids = companiesNamed(command.companyTokens, firm.companies, seen);
  const problems: Problem[] = isProblems(ids) ? [...ids] : [];
  if (isAbove(command.role, member.role))
    problems.push({ code: 'company_role_too_high', field: 'role', params: { role: member.role } });
  if (command.allCompanies && command.companyTokens.length > 0)
    problems.push({ code: 'companies_contradict', field: 'company_tokens' });
  if (isProblems(ids)) return invalid(problems);
  if (seen?.some(({ company_id, role }) => ids.includes(company_id) && isBeyond(command.role, role)))
    return refuse('role_too_low');
  if (problems.length > 0) return invalid(problems);
  const given = ids.map((company_id) => ({ company_id, role: command.role }));
  // What the assigner does not see is not the assigner's to take away; nobody sees what is in the recycle bin.
  const kept = member.companies.filter(
    ({ company_id: id }) => (seen && !includes(seen, id)) || firm.companies.setAside.has(id),
  );
  const companies = inOrder([...kept, ...given]);
  const all_companies = command.allCompanies;
  const role = all_companies ? command.role : null;
  if (
    all_companies === member.allCompanies &&
    role === member.companyRole &&
    sameJson(asJson(companies), asJson(member.companies))
  )
    return [];
  return [
    {
      type: 'MemberCompaniesAssigned',
      data: { user_id: command.userId, version: member.version + 1, all_companies, role, companies },
    },
  ];
}

const mayEverything = ({ role }: Member): boolean => role === 'admin';

/**
 * Managers assign files to those below them, and hand out no more than they have themselves. The request may have
 * overtaken a change of the assigner's own standing: what counts is how it is now.
 */
function refusalForAssigner(
  { userId, assignedBy, allCompanies, role }: AssignCompanies,
  assigner: Member | undefined,
  member: Member,
): Refusal | null {
  if (!assigner?.isActive || assigner.isInvited) return refuse('role_too_low');
  if (mayEverything(assigner)) return null;
  const isTooLow = assigner.role !== 'manager';
  const isTooHigh = userId === assignedBy || member.role === 'admin';
  const isTooMuch = !assigner.allCompanies && (allCompanies || member.allCompanies);
  return isTooLow || isTooHigh || isTooMuch || isBeyond(role, assigner.companyRole) ? refuse('role_too_low') : null;
}

/** A role in company files narrows the one in the firm: a higher one would promise what it does not give. */
const isAbove = (role: CompanyRole | null, inFirm: FirmRole): boolean =>
  role !== null && FIRM_ROLES.indexOf(role) < FIRM_ROLES.indexOf(inFirm);

/** Whether a role handed out is higher than the own one; without a narrowing, it is that of a manager at most. */
function isBeyond(given: CompanyRole | null, own: CompanyRole | null): boolean {
  return own !== null && COMPANY_ROLES.indexOf(given ?? 'manager') < COMPANY_ROLES.indexOf(own);
}

/** A file that the member has opened is seen by the member, whatever else is. */
export function assignOpened(userId: number | undefined, companyId: number, { members }: Firm): readonly MemberEvent[] {
  const member = userId === undefined ? undefined : members.get(userId);
  if (userId === undefined || !member || member.allCompanies) return [];
  const companies = inOrder([...member.companies, { company_id: companyId, role: null }]);
  const { version } = member;
  return [
    {
      type: 'MemberCompaniesAssigned',
      data: { user_id: userId, version: version + 1, all_companies: false, role: null, companies },
    },
  ];
}

/** Ids of the files named, each once; or what is wrong with the names. A file that is not seen is as good as none. */
function companiesNamed(
  tokens: readonly string[],
  { tokens: known, setAside }: CompanyRegister,
  seen: readonly AssignedCompany[] | null = null,
): readonly number[] | readonly Problem[] {
  const problems: Problem[] = [];
  const ids = new Set<number>();
  tokens.forEach((token, index) => {
    const id = known.get(token);
    if (id === undefined || setAside.has(id) || (seen && !includes(seen, id)))
      problems.push({ code: 'company_unknown', field: `company_tokens.${index}` });
    else ids.add(id);
  });
  return problems.length > 0 ? problems : [...ids];
}

const isProblems = (found: readonly number[] | readonly Problem[]): found is readonly Problem[] =>
  typeof found[0] === 'object';
const includes = (companies: readonly AssignedCompany[], id: number) =>
  companies.some(({ company_id }) => company_id === id);
const inOrder = (companies: readonly AssignedCompany[]) => companies.toSorted((a, b) => a.company_id - b.company_id);
const asJson = (companies: readonly AssignedCompany[]) =>
  companies.map(({ company_id, role }) => ({ company_id, role }));
