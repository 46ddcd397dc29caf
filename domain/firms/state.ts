import { createEmptyMap, type PersistentMap } from '../persistent-map.ts';
import { assertUnreachable } from '../refusal.ts';
import { toFirmDetails, type DetailsEvent, type FirmDetails, type SignOnSettings } from './details-events.ts';
import type { AssignedCompany, CompanyRole, FirmRole, MemberEvent } from './member-events.ts';
import type { RegisterEvent } from './register-events.ts';

/**
 * A firm, over one stream: its details, team, and the register of its company files. Other subjects add their slices to
 * this interface beside the types of the slices.
 */
export interface Firm {
  /** Null until the firm is opened. */
  readonly identity: FirmIdentity | null;
  readonly members: Members;
  readonly companies: CompanyRegister;
}

export interface FirmIdentity {
  readonly id: number;
  readonly version: number;
  readonly source: string;
  readonly details: FirmDetails;
  /** File name of the image in the store: content hash and extension. */
  readonly logoFile: string | null;
  readonly requiresSecondFactor: boolean;
  /** Absent: people with an account must accept before they are members. */
  readonly requiresAcceptance?: boolean;
  /** Absent without single sign-on. */
  readonly sso?: SignOnSettings;
}

export interface Member {
  readonly role: FirmRole;
  readonly isActive: boolean;
  /** Invited but not yet joined: occupies a seat of the licence and has no access. */
  readonly isInvited: boolean;
  readonly allCompanies: boolean;
  /** Restricts the role in every file of a member who sees all files. Null: no restriction. */
  readonly companyRole: CompanyRole | null;
  /** The files of a member with limited access, sorted by id. */
  readonly companies: readonly AssignedCompany[];
  readonly version: number;
}

/** By user id, without detached members. */
export type Members = PersistentMap<number, Member>;

export const initialMembers: Members = createEmptyMap();

export const countActiveMembers = (members: Members): number =>
  [...members.values()].filter((one) => one.isActive).length;

/** The register of a firm's company files. Each file has a code that is unique within the firm. */
export interface CompanyRegister {
  /** Company id by code. */
  readonly codes: PersistentMap<string, number>;
  /** Company id by public token. */
  readonly tokens: PersistentMap<string, number>;
  /** Files in the recycle bin, by company id. They keep their code and do not count towards the licence. */
  readonly setAside: PersistentMap<number, true>;
}

export const initialRegister: CompanyRegister = {
  codes: createEmptyMap(),
  tokens: createEmptyMap(),
  setAside: createEmptyMap(),
};

export function evolveDetails(firm: FirmIdentity | null, event: DetailsEvent): FirmIdentity | null {
  if (event.type === 'FirmOpened') {
    const { id, source } = event.data;
    return { id, version: 1, source, details: toFirmDetails(event.data), logoFile: null, requiresSecondFactor: false };
  }
  if (firm === null) return null;
  const { version } = event.data;
  switch (event.type) {
    case 'FirmUpdated':
      return { ...firm, version, details: { ...firm.details, ...event.data.changes } };
    case 'SecondFactorRequired':
      return { ...firm, version, requiresSecondFactor: event.data.is_required };
    case 'MemberAcceptanceRequired':
      return { ...firm, version, requiresAcceptance: event.data.is_required };
    case 'SignOnConfigured': {
      const { sso: _before, ...others } = firm;
      const { sso } = event.data;
      return sso === undefined ? { ...others, version } : { ...others, version, sso };
    }
    case 'FirmLogoSet':
      return { ...firm, version, logoFile: event.data.file };
  }
}

export function evolveMembers(members: Members, event: MemberEvent): Members {
  const { user_id } = event.data;
  if (event.type === 'MemberAttached') {
    const { role, is_active, all_companies, is_invited: isInvited = false } = event.data;
    const companies: readonly AssignedCompany[] = [];
    return members.with(user_id, {
      role,
      isActive: is_active,
      isInvited,
      allCompanies: all_companies,
      companyRole: null,
      companies,
      version: 1,
    });
  }
  if (event.type === 'MemberReplaced') {
    const { replaced_user_id, is_active, is_invited, all_companies, company_role, ...rest } = event.data;
    return members.without(replaced_user_id).with(user_id, {
      role: rest.role,
      isActive: is_active,
      isInvited: is_invited,
      allCompanies: all_companies,
      companyRole: company_role,
      companies: rest.companies,
      version: rest.version,
    });
  }
  const before = members.get(user_id);
  if (!before) return members;
  const { version } = event.data;
  switch (event.type) {
    case 'MemberChanged': {
      const { role = before.role, is_active = before.isActive } = event.data.changes;
      return members.with(user_id, { ...before, version, role, isActive: is_active });
    }
    case 'MemberCompaniesAssigned': {
      const { all_companies: allCompanies, role: companyRole, companies } = event.data;
      return members.with(user_id, { ...before, version, allCompanies, companyRole, companies });
    }
    case 'MemberJoined':
    case 'MemberInvitedAgain':
      return members.with(user_id, { ...before, version, isInvited: event.type === 'MemberInvitedAgain' });
    case 'MemberDetached':
      return members.without(user_id);
    default:
      return assertUnreachable(event);
  }
}

export function evolveRegister(register: CompanyRegister, event: RegisterEvent): CompanyRegister {
  const { codes, tokens, setAside } = register;
  const { company_id } = event.data;
  switch (event.type) {
    case 'CompanyFileRegistered':
      return {
        ...register,
        codes: codes.with(event.data.code, company_id),
        tokens: tokens.with(event.data.public_token, company_id),
      };
    case 'CompanyFileRecoded':
      return { ...register, codes: codes.without(event.data.previous).with(event.data.code, company_id) };
    case 'CompanyFileSetAside':
      return { ...register, setAside: setAside.with(company_id, true) };
    case 'CompanyFileTakenBack':
      return { ...register, setAside: setAside.without(company_id) };
  }
}
