import {
  FIRM_ROLES,
  type AssignedCompany,
  type CompanyRole,
  type FirmRole,
  type MemberEvent,
} from './member-events.ts';
import type { Firm, Member } from './state.ts';

/** The owner of two accounts joins them: one account takes the place of the other in the team. */
export interface ReplaceMember {
  readonly type: 'ReplaceMember';
  readonly userId: number;
  /** The account of the same person that stays. */
  readonly byUserId: number;
}

/** No effect if the replaced account is not in the team. Needs no seat of the licence. */
export function replaceMember({ userId, byUserId }: ReplaceMember, { members }: Firm): readonly MemberEvent[] {
  const replaced = members.get(userId);
  if (!replaced || userId === byUserId) return [];
  const own = members.get(byUserId);
  const { role, isActive, isInvited, allCompanies, companyRole, companies } = own
    ? mergeRights(own, replaced)
    : replaced;
  return [
    {
      type: 'MemberReplaced',
      data: {
        user_id: byUserId,
        version: (own?.version ?? 0) + 1,
        replaced_user_id: userId,
        role,
        is_active: isActive,
        is_invited: isInvited,
        all_companies: allCompanies,
        company_role: companyRole,
        companies,
      },
    },
  ];
}

type Rights = Omit<Member, 'version'>;

/**
 * Rights of the firm's own choice are kept: what a suspended account or an open invitation would give does not add to the
 * rights of an active member. Otherwise the higher role and the files of both count, and no file gets a higher role than
 * one of the accounts had in it.
 */
function mergeRights(one: Rights, other: Rights): Rights {
  const [stronger, weaker] = rankAccess(one) >= rankAccess(other) ? [one, other] : [other, one];
  if (rankAccess(stronger) !== rankAccess(weaker)) return stronger;
  const role = pickHigher(one.role, other.role);
  const { isActive, isInvited } = one;
  const whole = [one, other].filter(({ allCompanies }) => allCompanies);
  if (whole.length > 0) {
    const inFiles = whole.map((rights) => narrow(rights.role, rights.companyRole)).reduce(pickHigher);
    return { role, isActive, isInvited, allCompanies: true, companyRole: toNarrowing(inFiles, role), companies: [] };
  }
  const companies = mergeFiles(one, other).map(([company_id, inFile]) => ({
    company_id,
    role: toNarrowing(inFile, role),
  }));
  return { role, isActive, isInvited, allCompanies: false, companyRole: null, companies };
}

const rankAccess = ({ isActive, isInvited }: Rights): number => (isActive ? (isInvited ? 1 : 2) : 0);

/** The highest role that one of the accounts has in each file, by id. */
function mergeFiles(one: Rights, other: Rights): readonly (readonly [number, FirmRole])[] {
  const roles = new Map<number, FirmRole>();
  const addFiles = ({ role, companies }: { role: FirmRole; companies: readonly AssignedCompany[] }): void => {
    for (const { company_id, role: narrowing } of companies) {
      const inFile = narrow(role, narrowing);
      roles.set(company_id, pickHigher(roles.get(company_id) ?? inFile, inFile));
    }
  };
  [one, other].forEach(addFiles);
  return [...roles].toSorted(([a], [b]) => a - b);
}

const pickHigher = (one: FirmRole, other: FirmRole): FirmRole =>
  FIRM_ROLES.indexOf(one) <= FIRM_ROLES.indexOf(other) ? one : other;

const narrow = (role: FirmRole, narrowing: CompanyRole | null): FirmRole =>
  narrowing === null || FIRM_ROLES.indexOf(role) >= FIRM_ROLES.indexOf(narrowing) ? role : narrowing;

/** Null if the role in the firm applies as it is. */
const toNarrowing = (inFile: FirmRole, role: FirmRole): CompanyRole | null =>
  inFile === role || inFile === 'admin' ? null : inFile;
