import type { Language } from '../../domain/language.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { findPasswordRefusal } from './password-rules.ts';
import { storePassword } from '../../stores/identity/passwords.ts';

export interface NewUser {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** Null means the language of the firm. */
  readonly locale: Language | null;
  readonly isPlatformAdmin?: boolean;
  /** False if the address has not been verified. */
  readonly isEmailVerified?: boolean;
  /** The firm that opens the account for a team member. */
  readonly openedByFirmId?: number;
  /** Request field of the password; `password` by default. */
  readonly passwordField?: string;
}

/**
 * Opens an account. Call it while the address is locked (`withEmailLock`) and known to be free.
 * `userId` may be allocated in advance.
 */
export async function registerUser(
  { pool, commands, ids }: Toolbox,
  user: NewUser,
  context: CommandContext,
  userId?: number,
): Promise<number | Refusal> {
  const {
    name,
    email,
    password,
    locale,
    isPlatformAdmin = false,
    isEmailVerified = true,
    openedByFirmId,
    passwordField,
  } = user;
  const refused = findPasswordRefusal(password, email, passwordField);
  if (refused) return refused;
  const id = userId ?? (await ids.allocate('users', 1))[0]!;
  const details = {
    id,
    name,
    email,
    password_id: await storePassword(pool, id, password),
    locale,
    is_platform_admin: isPlatformAdmin,
    ...(!isEmailVerified && { email_verified: false }),
    ...(openedByFirmId !== undefined && { opened_by_firm_id: openedByFirmId }),
  };
  const registered = await commands.execute('user', id, { type: 'RegisterUser', details }, context);
  return isRefusal(registered) ? registered : id;
}
