import { z } from 'zod';
import { LANGUAGES, type Language } from '../../domain/language.ts';
import type { Membership, UserRow } from '../../projections/identity/queries.ts';
import { isDemoUser } from '../access/rights.ts';
import { publicToken, recordId } from '../http/reply/output.ts';
import { translate } from '../i18n/translate.ts';
import { ROLES } from '../http/routing/access.ts';

export const User = z
  .object({
    id: recordId,
    name: z.string(),
    email: z.string(),
    locale: z.enum(LANGUAGES),
    email_verified: z.boolean(),
    pending_email: z.string().nullable(),
    is_platform_admin: z.boolean(),
    is_demo: z.boolean(),
    second_factor: z.object({
      is_enabled: z.boolean(),
      is_required: z
        .boolean()
        .meta({ description: 'A firm of the user requires it: without one, the user sees nothing of that firm.' }),
    }),
    firms: z.array(z.object({ public_token: publicToken, name: z.string(), role: z.enum(ROLES) })),
    managed_firms: z.array(z.object({ public_token: publicToken, name: z.string() })),
    notices: z
      .array(z.object({ code: z.string(), message: z.string() }))
      .meta({ description: 'What the user should know, such as how to delete an account that no firm uses.' }),
  })
  .meta({ id: 'User' });

export function presentUser(user: UserRow, memberships: readonly Membership[]): z.output<typeof User> {
  // Users without a language of their own get the firm's, which is also the language of their messages.
  const locale = user.locale ?? memberships[0]?.locale ?? 'fr';
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    locale,
    email_verified: user.email_verified,
    // An address whose link has expired is no longer pending.
    pending_email: Date.parse(user.pending_email_until ?? '') >= Date.now() ? user.pending_email : null,
    is_platform_admin: user.is_platform_admin,
    is_demo: isDemoUser(user.is_platform_admin, memberships),
    second_factor: { is_enabled: user.has_second_factor, is_required: user.needs_second_factor },
    firms: memberships.map(({ public_token, name, role }) => ({ public_token, name, role })),
    managed_firms: memberships.filter(canManageFirm).map(({ public_token, name }) => ({ public_token, name })),
    notices: memberships.length === 0 && !user.is_platform_admin ? [buildNotice('account_without_firm', locale)] : [],
  };
}

const buildNotice = (code: 'account_without_firm', language: Language) => ({
  code,
  message: translate(code, language),
});

export const canManageFirm = ({ role }: Membership): boolean => role === 'admin' || role === 'manager';
