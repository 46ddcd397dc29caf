import { setTimeout as pause } from 'node:timers/promises';
import { TOKEN_ABILITIES, type Issued, type SignOnSession } from '../../domain/identity/user-events.ts';
import { refuseInvalid, isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import type { BridgePlatform } from '../../outside/bridge/platform.ts';
import { findUser, listExcessSessions, listUsersByEmail, type UserRow } from '../../projections/identity/queries.ts';
import { isPasswordDisabled } from '../../projections/identity/sign-on.ts';
import { findVouchedAccount, mirrorForSignIn } from '../bridge/sign-in.ts';
import { createSystemContext, type CommandContext } from '../support/context.ts';
import type { SignInToolbox, Toolbox } from '../support/toolbox.ts';
import { delayAttempt, clearFailures, recordFailure } from '../../stores/identity/account-brake.ts';
import { recordTokenAddress } from '../../stores/identity/token-use.ts';
import { checkCodes, type GivenCodes } from './second-factor.ts';
import type { SecretBox } from '../../stores/identity/secret-box.ts';
import { runGuarded, isHeld, type Attempted } from '../../stores/identity/guarded-attempts.ts';
import { getNetwork } from '../../stores/identity/network.ts';
import { isCorrectPassword } from '../../stores/identity/password-hashing.ts';
import { hashSecret, createTokenSecret } from '../../stores/identity/secrets.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly deviceName: string;
  readonly ip: string;
  /** Required if the account has a second factor. */
  readonly codes: GivenCodes;
}

export interface SignedIn {
  readonly userId: number;
  readonly tokenId: number;
  /** Shown once; only its hash is stored. */
  readonly token: string;
  /** Log position at which older sessions ended or rights changed; null if none did. */
  readonly endedAt: number | null;
}

const MOST_FAILURES = 10;
const LOCK_SECONDS = 5 * 60;
/** Far more than a person opens; beyond it, the least recently used sessions end. */
const MOST_SESSIONS = 200;

/**
 * Unknown users are checked on the external platform, which takes longer than comparing a hash. A minimum time for
 * refusals hides which users have a local account.
 */
const REFUSED_AT_EARLIEST_MS = 500;

export async function signIn(
  toolbox: SignInToolbox,
  box: SecretBox,
  credentials: Credentials,
  context: CommandContext,
): Promise<SignedIn | Refusal> {
  const guard = { subject: `sign-in ${getNetwork(credentials.ip)}`, most: MOST_FAILURES, seconds: LOCK_SECONDS };
  const earliest = performance.now() + (toolbox.bridge ? REFUSED_AT_EARLIEST_MS : 0);
  const outcome = await runGuarded(toolbox.pool, guard, async () => {
    const attempted = await attemptSignIn(toolbox, box, credentials, context);
    if (attempted.hasFailed) await pause(Math.max(0, earliest - performance.now()));
    return attempted;
  });
  if (!isHeld(outcome)) return outcome;
  return outcome.held === 'busy'
    ? refuse('overloaded')
    : refuse('sign_in_locked', { field: 'email', params: { seconds: outcome.retryAfterSeconds } });
}

/** Every refusal has the same text after the same work, so that it does not reveal who has an account. */
async function attemptSignIn(
  toolbox: SignInToolbox,
  box: SecretBox,
  credentials: Credentials,
  context: CommandContext,
): Promise<Attempted<SignedIn | Refusal>> {
  const { pool, bridge } = toolbox;
  const { email, password, deviceName, ip, codes } = credentials;
  const accounts = await listUsersByEmail(pool, email);
  await delayAttempt(pool, email, accounts[0]?.id, ip);
  const local = accounts.filter(({ external_id }) => external_id === null);
  // A local account is checked against its own password only, which is never sent to the platform.
  if (bridge && local.length === 0) return attemptExternalSignIn(toolbox, bridge, box, credentials, context);
  const user = await findFittingAccount(local, password);
  if (user === undefined && bridge && local.length < accounts.length)
    return attemptExternalSignIn(toolbox, bridge, box, credentials, context);
  await (user ? clearFailures(pool, email) : recordFailure(pool, email, ip));
  if (user === undefined) return WRONG;
  const { id: userId, password_id: verifiedPassword } = user;
  if (await isPasswordDisabled(pool, userId)) return PASSWORD_DISABLED;
  const missing = user.has_second_factor ? await checkCodes(pool, box, userId, codes) : null;
  // A request for the code does not count as a failure; a wrong code does.
  if (missing) return { hasFailed: missing.code !== 'second_factor_required', result: missing };
  const opened = await openSession(toolbox, { userId, deviceName, ip, verifiedPassword, expiresAt: null }, context);
  return { hasFailed: isRefusal(opened), result: opened };
}

/** An address may have an account in each of several firms: the password tells which one is meant. */
export async function findFittingAccount<Account extends Pick<UserRow, 'password_hash'>>(
  accounts: readonly Account[],
  password: string,
): Promise<Account | undefined> {
  // Without an account, a password is compared all the same.
  if (accounts.length === 0) await isCorrectPassword(password, undefined);
  for (const account of accounts) if (await isCorrectPassword(password, account.password_hash)) return account;
  return undefined;
}

const WRONG = { hasFailed: true, result: refuseInvalid([{ code: 'invalid_credentials', field: 'email' }]) };

/** Only revealed after the right password. */
const PASSWORD_DISABLED = { hasFailed: false, result: refuse('password_sign_in_disabled', { field: 'email' }) };

/** Signs in with credentials of the external platform, which are checked there and never stored. @throws OutsideUnavailable */
async function attemptExternalSignIn(
  toolbox: Toolbox,
  platform: BridgePlatform,
  box: SecretBox,
  { email, password, deviceName, ip, codes }: Credentials,
  context: CommandContext,
): Promise<Attempted<SignedIn | Refusal>> {
  const { pool } = toolbox;
  const vouched = await platform.checkCredentials(email, password);
  await (vouched ? clearFailures(pool, email) : recordFailure(pool, email, ip));
  if (!vouched) return WRONG;
  const mirroring = createSystemContext('bridge', context.operationId);
  const userId = await findVouchedAccount(toolbox, vouched, mirroring);
  if (userId === null) return WRONG;
  if (await isPasswordDisabled(pool, userId)) return PASSWORD_DISABLED;
  const user = await findUser(pool, userId);
  const missing = user?.has_second_factor ? await checkCodes(pool, box, userId, codes) : null;
  if (missing) return { hasFailed: missing.code !== 'second_factor_required', result: missing };
  const rightsChangedAt = await mirrorForSignIn(toolbox, platform, userId, vouched, mirroring);
  const session = { userId, deviceName, ip, verifiedPassword: null, expiresAt: null };
  const opened = await openSession(toolbox, session, context);
  if (isRefusal(opened)) return { hasFailed: true, result: opened };
  const endedAt = Math.max(opened.endedAt ?? 0, rightsChangedAt ?? 0) || null;
  return { hasFailed: false, result: { ...opened, endedAt } };
}

export interface NewSession {
  readonly userId: number;
  readonly deviceName: string;
  readonly ip: string;
  /** The matching password; null if none was required. */
  readonly verifiedPassword: string | null;
  readonly expiresAt: string | null;
  /** How the person signed on at a provider; absent without one. */
  readonly signOn?: SignOnSession;
}

/** Opens a session token with all abilities. */
export async function openSession(
  { pool, commands, ids }: Toolbox,
  { userId, deviceName, ip, verifiedPassword, expiresAt, signOn }: NewSession,
  context: CommandContext,
): Promise<SignedIn | Refusal> {
  const [[id], endedSessions] = await Promise.all([
    ids.allocate('tokens', 1),
    listExcessSessions(pool, userId, MOST_SESSIONS - 1),
  ]);
  const secret = createTokenSecret();
  const token: Issued = {
    id: id!,
    kind: 'session',
    name: deviceName,
    secret_hash: hashSecret(secret),
    abilities: TOKEN_ABILITIES,
    expires_at: expiresAt,
    ...(signOn && { sign_on: signOn }),
  };
  // The secret is new each time, so a sign-in is never replayed.
  const own = { ...context, userId, tokenKind: 'session' as const, clientMutationId: null };
  const command = { type: 'OpenSession' as const, token, verifiedPassword, endedSessions };
  const outcome = await commands.execute('user', userId, command, own);
  if (isRefusal(outcome)) return outcome;
  await recordTokenAddress(pool, id!, ip);
  return {
    userId,
    tokenId: id!,
    token: `${id}|${secret}`,
    endedAt: outcome.events.length > 1 ? outcome.position : null,
  };
}
