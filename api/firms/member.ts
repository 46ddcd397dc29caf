import { z } from 'zod';
import { FIRM_ROLES } from '../../domain/firms/member-events.ts';
import { LANGUAGES, type Language } from '../../domain/language.ts';
import type { FirmCompanyRow, MemberRow } from '../../projections/firms/queries.ts';
import { findCompanyRole } from '../access/rights.ts';
import type { FirmAccess } from '../http/routing/access.ts';
import { publicToken, recordId } from '../http/reply/output.ts';
import { formatTimestamp } from '../http/reply/time.ts';
import { Invitation } from '../identity/invitation.ts';

const role = z.enum(FIRM_ROLES);

export const FirmMember = z
  .object({
    id: recordId,
    name: z.string(),
    email: z.string(),
    auth_source: z.string(),
    locale: z.enum(LANGUAGES),
    role,
    is_active: z.boolean(),
    invitation: Invitation.nullable().meta({
      description: 'Members with an account elsewhere who have not accepted yet; null for active members.',
    }),
    all_companies: z.boolean(),
    companies: z.array(
      z.object({ public_token: publicToken, name: z.string(), code: z.string(), role, is_active: z.boolean() }),
    ),
    version: z.int(),
  })
  .meta({ id: 'FirmMember' });

/** All colleagues see the active members; only managers see inactive ones. */
export function filterVisibleMembers(rows: readonly MemberRow[], { role: own }: FirmAccess): readonly MemberRow[] {
  return own === 'admin' || own === 'manager' ? rows : rows.filter(({ is_active }) => is_active);
}

/**
 * `companies` are the files that the reader can see. A member is shown with the files assigned individually;
 * `all_companies` covers the rest. The role is the effective one in the file.
 */
export function presentMember(
  row: MemberRow,
  companies: readonly FirmCompanyRow[],
  firmLanguage: Language,
): z.output<typeof FirmMember> {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    auth_source: row.external_id === null ? 'local' : 'external',
    locale: row.locale ?? firmLanguage,
    role: row.role,
    is_active: row.is_active,
    invitation: row.is_invited ? presentPendingInvitation(row) : null,
    all_companies: row.all_companies,
    companies: row.all_companies ? [] : listAssignedCompanies(row, companies),
    version: row.version,
  };
}

const presentPendingInvitation = ({ invitation_expires_at: expiresAt }: MemberRow): z.output<typeof Invitation> => ({
  status: 'pending',
  expires_at: expiresAt === null ? null : formatTimestamp(expiresAt),
  url: null,
});

function listAssignedCompanies(row: MemberRow, companies: readonly FirmCompanyRow[]) {
  return companies.flatMap(({ id, public_token, name, code, is_active }) => {
    const own = findCompanyRole(row, id);
    return own === null ? [] : [{ public_token, name, code, role: own, is_active }];
  });
}
