import { passFaultPoint } from '../../database/fault-point.ts';
import { isRefusal, refuse, refuseInvalid, type Refusal } from '../../domain/refusal.ts';
import { isDemoAccount } from '../../projections/firms/queries.ts';
import {
  listBelongings,
  listJoinableAccounts,
  type Belonging,
  type JoinableAccount,
} from '../../projections/identity/joining.ts';
import { findUser } from '../../projections/identity/queries.ts';
import { isPasswordDisabled } from '../../projections/identity/sign-on.ts';
import { isHeld, runGuarded, type Attempted } from '../../stores/identity/guarded-attempts.ts';
import type { SecretBox } from '../../stores/identity/secret-box.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { withEmailLock } from './email-address.ts';
import { checkCodes, type GivenCodes } from './second-factor.ts';
import { findFittingAccount } from './sign-in.ts';

/**
 * Joins another account of the same verified address into that of the caller, who proves the password of the other one.
 * Teams, webhooks and files move first, one stream at a time. After an interruption, the same request continues: the other
 * account still has what was not moved, and its password still fits.
 */

const MOST_FAILURES = 10;
const LOCK_SECONDS = 5 * 60;

export interface AccountsToJoin {
  /** The account that stays, with a verified address. */
  readonly userId: number;
  /** Password of the other account. */
  readonly password: string;
  /** Required if the other account has a second factor. */
  readonly codes: GivenCodes;
}

/** Returns the log position that every process must have processed; null if nothing was left to join. */
export async function joinAccounts(
  toolbox: Toolbox,
  box: SecretBox,
  accounts: AccountsToJoin,
  context: CommandContext,
): Promise<number | null | Refusal> {
  const { pool } = toolbox;
  const { userId } = accounts;
  const user = await findUser(pool, userId);
  if (!user) return refuse('not_found');
  if (user.external_id !== null) return refuse('account_external', { field: 'password' });
  if (!user.is_address_proven || !user.email_verified) return refuse('address_not_verified', { field: 'email' });
  const guard = { subject: `join ${userId}`, most: MOST_FAILURES, seconds: LOCK_SECONDS };
  const other = await runGuarded(pool, guard, () => proveOther(toolbox, box, user.email, accounts));
  if (isHeld(other))
    return other.held === 'busy'
      ? refuse('overloaded')
      : refuse('password_locked', { field: 'password', params: { seconds: other.retryAfterSeconds } });
  if (isRefusal(other)) return other;
  return withEmailLock(pool, user.email, () => joinInto(toolbox, userId, other, context));
}

/** The answer for an unknown account is that for a wrong password. */
const UNKNOWN = { hasFailed: true, result: refuseInvalid([{ code: 'account_to_join_unknown', field: 'password' }]) };

async function proveOther(
  { pool }: Toolbox,
  box: SecretBox,
  email: string,
  { userId, password, codes }: AccountsToJoin,
): Promise<Attempted<JoinableAccount | Refusal>> {
  const other = await findFittingAccount(await listJoinableAccounts(pool, email, userId), password);
  if (other === undefined || (await isDemoAccount(pool, other.id))) return UNKNOWN;
  // The person has proven everything in the request that joined it.
  if (other.joined_into_id !== null) return { hasFailed: false, result: other };
  if (await isPasswordDisabled(pool, other.id))
    return { hasFailed: false, result: refuse('password_sign_in_disabled', { field: 'password' }) };
  const missing = other.has_second_factor ? await checkCodes(pool, box, other.id, codes) : null;
  if (missing) return { hasFailed: missing.code !== 'second_factor_required', result: missing };
  return { hasFailed: false, result: other };
}

async function joinInto(
  toolbox: Toolbox,
  userId: number,
  other: JoinableAccount,
  context: CommandContext,
): Promise<number | null | Refusal> {
  const { commands } = toolbox;
  // Each command has no effect the second time, and several concern one stream: the key of the request is not theirs.
  const own = { ...context, clientMutationId: null };
  await commands.waitForProjections();
  const positions = await moveBelongings(toolbox, other.id, userId, own);
  if (isRefusal(positions)) return positions;
  if (other.is_platform_admin) {
    const appointed = await commands.execute('user', userId, { type: 'AppointPlatformAdmin' }, own);
    if (isRefusal(appointed)) return appointed;
    positions.push(appointed.position);
  }
  const command = { type: 'JoinAccount', intoUserId: userId, verifiedPassword: other.password_id } as const;
  const joined = await commands.execute('user', other.id, command, own);
  if (isRefusal(joined)) return joined;
  // A provider may have added the other account to a team until now.
  await commands.waitForProjections();
  const late = await moveBelongings(toolbox, other.id, userId, own);
  if (isRefusal(late)) return late;
  return Math.max(0, ...[...positions, joined.position, ...late].map((position) => position ?? 0)) || null;
}

/** Returns the log positions of the changes. Teams come first: a webhook may only be taken over by a member. */
async function moveBelongings(
  { pool, commands }: Toolbox,
  fromId: number,
  toId: number,
  context: CommandContext,
): Promise<(number | null)[] | Refusal> {
  const positions: (number | null)[] = [];
  const belongings = await listBelongings(pool, fromId);
  for (const one of belongings.toSorted((a, b) => ORDER[a.kind] - ORDER[b.kind])) {
    const outcome = await moveBelonging(commands, one, { fromId, toId }, context);
    if (isRefusal(outcome)) return outcome;
    positions.push(outcome.position);
    passFaultPoint('between-steps-of-join');
  }
  return positions;
}

const ORDER = { team: 0, webhook: 1, file: 2 } as const;

function moveBelonging(
  commands: Toolbox['commands'],
  { kind, stream_id, id }: Belonging,
  { fromId, toId }: { readonly fromId: number; readonly toId: number },
  context: CommandContext,
): Promise<{ readonly position: number | null } | Refusal> {
  switch (kind) {
    case 'team':
      return commands.execute('firm', stream_id, { type: 'ReplaceMember', userId: fromId, byUserId: toId }, context);
    case 'webhook': {
      const taken = { type: 'ChangeWebhook', webhookId: id, changes: {}, newMakerId: toId, baseVersion: null } as const;
      return commands.execute('firm', stream_id, taken, context);
    }
    case 'file': {
      const moved = { type: 'ChangeCompanyOwner', ownerId: toId, previousOwnerId: fromId } as const;
      return commands.execute('company', stream_id, moved, context);
    }
  }
}
