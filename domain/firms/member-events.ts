import { shape, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';

/** The team of a firm: its members, their roles, and the company files that each member can see. */

export const FIRM_ROLES = ['admin', 'manager', 'encoder', 'reviewer'] as const;
export type FirmRole = (typeof FIRM_ROLES)[number];

/** A role in company files restricts the role in the firm and never extends it. */
export const COMPANY_ROLES = ['manager', 'encoder', 'reviewer'] as const;
export type CompanyRole = (typeof COMPANY_ROLES)[number];

const firmRole = shape.oneOf(...FIRM_ROLES);
const companyRole = shape.optionalOneOf(...COMPANY_ROLES);
const memberFields = shape.object({}, { role: firmRole, is_active: shape.flag });

export type MemberFields = TypeOf<typeof memberFields>;

/** A company file that a member can see. A null role leaves the firm role unchanged. */
const assignedCompany = shape.object({ company_id: shape.id, role: companyRole });

export type AssignedCompany = TypeOf<typeof assignedCompany>;

export const memberEvents = {
  MemberAttached: {
    version: 1,
    meaning: 'A user joined the team of the firm or was invited to it.',
    schema: shape.object(
      {
        user_id: shape.id,
        role: firmRole,
        all_companies: shape.flag,
        is_active: shape.flag,
      },
      {
        /** True: the person has no access to the firm until they join. Absent: they joined immediately. */
        is_invited: shape.flag,
      },
    ),
  },
  MemberJoined: {
    version: 1,
    meaning: 'An invited person accepted and is now a member of the team.',
    schema: shape.object({ user_id: shape.id, version: shape.positive }),
  },
  MemberInvitedAgain: {
    version: 1,
    meaning:
      'A member loses access to the firm until they join again, because their account was claimed through a link issued by another firm.',
    schema: shape.object({ user_id: shape.id, version: shape.positive }),
  },
  MemberChanged: {
    version: 1,
    meaning:
      'A member got another role in the firm, or was deactivated or reactivated. The event has the earlier state too.',
    schema: shape.object({
      user_id: shape.id,
      version: shape.positive,
      changes: memberFields,
      previous: memberFields,
    }),
  },
  MemberCompaniesAssigned: {
    version: 1,
    meaning:
      'A member sees all company files of the firm, or exactly these. A role, for all of them or for each, narrows the role in the firm.',
    schema: shape.object({
      user_id: shape.id,
      version: shape.positive,
      all_companies: shape.flag,
      role: companyRole,
      companies: shape.list(assignedCompany),
    }),
  },
  MemberReplaced: {
    version: 1,
    meaning:
      'A member joined two accounts into one. The account `user_id` is the member from now on, with the rights of both; `replaced_user_id` left the team.',
    schema: shape.object({
      user_id: shape.id,
      version: shape.positive,
      replaced_user_id: shape.id,
      role: firmRole,
      is_active: shape.flag,
      is_invited: shape.flag,
      all_companies: shape.flag,
      company_role: companyRole,
      companies: shape.list(assignedCompany),
    }),
  },
  MemberDetached: {
    version: 1,
    meaning: 'A user left the team of the firm and its company files. The account is kept.',
    schema: shape.object({ user_id: shape.id, version: shape.positive, role: firmRole }),
  },
} satisfies EventCatalogue;

export type MemberEvent = EventOf<typeof memberEvents>;
