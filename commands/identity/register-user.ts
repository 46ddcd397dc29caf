import type { Language } from '../../domain/language.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { passwordRefusal } from './password-rules.ts';
import { storePassword } from '../../stores/identity/passwords.ts';

export interface NewUser {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** Null: as the firm. */
  readonly locale: Language | null;
  readonly isPlatformAdmin?: boolean;
  /** False when nobody vouches for the address. */
  readonly isEmailVerified?: boolean;
  /** The firm that opens the account for someone of its team. */
  readonly openedByFirmId?: number;
  /** Where the request has the password; absent: `password`. */
  readonly passwordField?: string;
}

/**
 * Opens an account. To be called while the address is held (`holdingEmail`) and known to be free; `userId` may be
 * allocated before, by whoever needs it earlier.
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
  const refused = passwordRefusal(password, email, passwordField);
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
