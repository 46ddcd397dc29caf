import { shape, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';

/** The team of a firm: who belongs to it, in which role, and which of its company files each member sees. */

export const FIRM_ROLES = ['admin', 'manager', 'encoder', 'reviewer'] as const;
export type FirmRole = (typeof FIRM_ROLES)[number];

/** A role in company files narrows the one in the firm; it never widens it. */
export const COMPANY_ROLES = ['manager', 'encoder', 'reviewer'] as const;
export type CompanyRole = (typeof COMPANY_ROLES)[number];

const firmRole = shape.oneOf(...FIRM_ROLES);
const companyRole = shape.optionalOneOf(...COMPANY_ROLES);
const memberFields = shape.object({}, { role: firmRole, is_active: shape.flag });

export type MemberFields = TypeOf<typeof memberFields>;

/** A company file that a member sees; a role of null leaves the role in the firm as it is. */
const assignedCompany = shape.object({ company_id: shape.id, role: companyRole });

export type AssignedCompany = TypeOf<typeof assignedCompany>;

export const memberEvents = {
  MemberAttached: {
    version: 1,
    meaning: 'A user joined the team of the firm, or was invited to it.',
    schema: shape.object(
      {
        user_id: shape.id,
        role: firmRole,
        all_companies: shape.flag,
        is_active: shape.flag,
      },
      {
        /** True: the person sees nothing of the firm before they have joined. Absent: they joined at once. */
        is_invited: shape.flag,
      },
    ),
  },
  MemberJoined: {
    version: 1,
    meaning: 'Someone who was invited has accepted: from here on they are one of the team.',
    schema: shape.object({ user_id: shape.id, version: shape.positive }),
  },
  MemberInvitedAgain: {
    version: 1,
    meaning:
      'Someone of the team sees nothing of the firm until they have joined again: their account was claimed through a link that another firm had handed over.',
    schema: shape.object({ user_id: shape.id, version: shape.positive }),
  },
  MemberChanged: {
    version: 1,
    meaning:
      'A member got another role in the firm, or was made inactive or active again; the earlier state is told too.',
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
      'A member sees all company files of the firm, or exactly these; a role, for all of them or for each, narrows the role in the firm.',
    schema: shape.object({
      user_id: shape.id,
      version: shape.positive,
      all_companies: shape.flag,
      role: companyRole,
      companies: shape.list(assignedCompany),
    }),
  },
  MemberDetached: {
    version: 1,
    meaning: 'A user left the team of the firm, and with it the company files; the account is kept.',
    schema: shape.object({ user_id: shape.id, version: shape.positive, role: firmRole }),
  },
} satisfies EventCatalogue;

export type MemberEvent = EventOf<typeof memberEvents>;
