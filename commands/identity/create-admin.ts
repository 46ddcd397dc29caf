import type { Language } from '../../domain/language.ts';
import { refuseInvalid, isRefusal, type Refusal } from '../../domain/refusal.ts';
import { listUsersByEmail } from '../../projections/identity/queries.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { issueLink, type IssuedLink } from '../../stores/identity/account-links.ts';
import { withEmailLock } from './email-address.ts';
import { isCorrectPassword } from '../../stores/identity/password-hashing.ts';
import { registerUser } from './register-user.ts';

export interface NewAdmin {
  readonly email: string;
  /** Null if the address must already have an account, which keeps its password. */
  readonly password: string | null;
  readonly name: string | null;
  readonly locale: Language | null;
}

export interface AdminCreated {
  readonly user_id: number;
  readonly email: string;
  /** False if an existing account was appointed. */
  readonly created: boolean;
  /** Set if an existing account must prove its owner first; it is not appointed yet. */
  readonly invitation?: IssuedLink;
}

/**
 * Makes a platform admin of a new or existing account. The password of a claimed account proves its owner. Any other
 * account may have been prepared by a stranger, so it is appointed only once the person takes it over through a
 * single-use link.
 */
export function createAdmin(
  toolbox: Toolbox,
  { email, password, name, locale }: NewAdmin,
  context: CommandContext,
): Promise<AdminCreated | Refusal> {
  const { pool } = toolbox;
  return withEmailLock(pool, email, async () => {
    const [known] = await listUsersByEmail(pool, email);
    if (!known) {
      if (password === null) return refuseInvalid([{ code: 'required', field: 'password' }]);
      const user = { name: name ?? email, email, password, locale, isPlatformAdmin: true };
      const userId = await registerUser(toolbox, user, context);
      return isRefusal(userId) ? userId : { user_id: userId, email, created: true };
    }
    if (password !== null && !(await isCorrectPassword(password, known.password_hash)))
      return refuseInvalid([{ code: 'account_has_other_password', field: 'password' }]);
    const account = { user_id: known.id, email: known.email, created: false };
    if (known.is_platform_admin) return account;
    if (password === null || !known.is_claimed) {
      const link = { userId: known.id, email: known.email, purpose: 'invitation', firmId: null } as const;
      return {
        ...account,
        invitation: await issueLink(pool, { ...link, makesPlatformAdmin: true, means: 'handed_over' }),
      };
    }
    const appointed = await toolbox.commands.execute('user', known.id, { type: 'AppointPlatformAdmin' }, context);
    return isRefusal(appointed) ? appointed : account;
  });
}
