import { invalid, isRefusal, type Refusal } from '../../domain/refusal.ts';
import { findUserByEmail } from '../../projections/identity/queries.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { hashSecret, isPassword, newTokenSecret } from './secrets.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly deviceName: string;
}

export interface SignedIn {
  readonly userId: number;
  /** Shown once; only a hash of it is kept. */
  readonly token: string;
}

export async function signIn(
  { pool, commands, ids }: Toolbox,
  credentials: Credentials,
  context: CommandContext,
): Promise<SignedIn | Refusal> {
  const user = await findUserByEmail(pool, credentials.email);
  if (!(await isPassword(credentials.password, user?.password_hash)) || !user)
    return invalid([{ code: 'invalid_credentials', field: 'email' }]);
  const [id] = await ids.allocate('tokens', 1);
  const secret = newTokenSecret();
  const token = {
    id: id!,
    kind: 'session' as const,
    name: credentials.deviceName,
    secret_hash: hashSecret(secret),
    abilities: ['read', 'write', 'sync'],
    expires_at: null,
  };
  // A new secret each time: sign-in is never replayed.
  const own = { ...context, userId: user.id, tokenKind: 'session' as const, clientMutationId: null };
  const outcome = await commands.execute('user', user.id, { type: 'IssueToken', token }, own);
  return isRefusal(outcome) ? outcome : { userId: user.id, token: `${id}|${secret}` };
}
