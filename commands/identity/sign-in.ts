import { setTimeout as pause } from 'node:timers/promises';
import { TOKEN_ABILITIES } from '../../domain/identity/user-events.ts';
import { invalid, isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import type { BridgePlatform } from '../../outside/bridge/platform.ts';
import { findUser, findUserByEmail, sessionsBeyond } from '../../projections/identity/queries.ts';
import { accountVouchedFor, mirrorForSignIn } from '../bridge/sign-in.ts';
import { systemContext, type CommandContext } from '../support/context.ts';
import type { SignInToolbox, Toolbox } from '../support/toolbox.ts';
import { brake, forgetFailures, noteFailure } from '../../stores/identity/account-brake.ts';
import { checkCodes, type GivenCodes } from './second-factor.ts';
import type { SecretBox } from '../../stores/identity/secret-box.ts';
import { guarded, isHeld, type Attempted } from '../../stores/identity/guarded-attempts.ts';
import { networkOf } from '../../stores/identity/network.ts';
import { isPassword } from '../../stores/identity/password-hashing.ts';
import { hashSecret, newTokenSecret } from '../../stores/identity/secrets.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly deviceName: string;
  readonly ip: string;
  /** Asked for where the account has a second factor. */
  readonly codes: GivenCodes;
}

export interface SignedIn {
  readonly userId: number;
  /** Shown once; only a hash of it is kept. */
  readonly token: string;
  /** Where older sessions ended to make room or rights changed, or null when none did. */
  readonly endedAt: number | null;
}

const MOST_FAILURES = 10;
const LOCK_SECONDS = 5 * 60;
/** Far more than a person opens; programs that never sign out end the sessions that were used longest ago. */
const MOST_SESSIONS = 200;

/**
 * Whoever is not known here is asked for on the platform, which takes longer than a look at a hash: the time that a refusal takes would tell
 * who has an account of their own.
 */
const REFUSED_AT_EARLIEST_MS = 500;

export async function signIn(
  toolbox: SignInToolbox,
  box: SecretBox,
  credentials: Credentials,
  context: CommandContext,
): Promise<SignedIn | Refusal> {
  const guard = { subject: `sign-in ${networkOf(credentials.ip)}`, most: MOST_FAILURES, seconds: LOCK_SECONDS };
  const earliest = performance.now() + (toolbox.bridge ? REFUSED_AT_EARLIEST_MS : 0);
  const outcome = await guarded(toolbox.pool, guard, async () => {
    const attempted = await attempt(toolbox, box, credentials, context);
    if (attempted.hasFailed) await pause(Math.max(0, earliest - performance.now()));
    return attempted;
  });
  if (!isHeld(outcome)) return outcome;
  return outcome.held === 'busy'
    ? refuse('overloaded')
    : refuse('sign_in_locked', { field: 'email', params: { seconds: outcome.retryAfterSeconds } });
}

/** The same text after the same work for every reason to refuse: nobody learns who has an account. */
async function attempt(
  toolbox: SignInToolbox,
  box: SecretBox,
  credentials: Credentials,
  context: CommandContext,
): Promise<Attempted<SignedIn | Refusal>> {
  const { pool, bridge } = toolbox;
  const { email, password, deviceName, ip, codes } = credentials;
  const user = await findUserByEmail(pool, email);
  await brake(pool, email, user?.id, ip);
  // An account of one's own is opened by its own password alone, which the platform never gets to see.
  if (bridge && (user === undefined || user.external_id !== null))
    return attemptOutside(toolbox, bridge, box, credentials, context);
  const isRight = (await isPassword(password, user?.password_hash)) && user !== undefined;
  await (isRight ? forgetFailures(pool, email) : noteFailure(pool, email, ip));
  if (!isRight) return WRONG;
  const { id: userId, password_id: verifiedPassword } = user;
  const missing = user.has_second_factor ? await checkCodes(pool, box, userId, codes) : null;
  // To be asked for the code is no failure; a wrong one is.
  if (missing) return { hasFailed: missing.code !== 'second_factor_required', result: missing };
  const opened = await openSession(toolbox, { userId, deviceName, ip, verifiedPassword, expiresAt: null }, context);
  return { hasFailed: isRefusal(opened), result: opened };
}

const WRONG = { hasFailed: true, result: invalid([{ code: 'invalid_credentials', field: 'email' }]) };

/** With the credentials of the external platform, which are checked there and kept nowhere. @throws OutsideUnavailable */
async function attemptOutside(
  toolbox: Toolbox,
  platform: BridgePlatform,
  box: SecretBox,
  { email, password, deviceName, ip, codes }: Credentials,
  context: CommandContext,
): Promise<Attempted<SignedIn | Refusal>> {
  const { pool } = toolbox;
  const vouched = await platform.check(email, password);
  await (vouched ? forgetFailures(pool, email) : noteFailure(pool, email, ip));
  if (!vouched) return WRONG;
  const mirroring = systemContext('bridge', context.operationId);
  const userId = await accountVouchedFor(toolbox, vouched, mirroring);
  if (userId === null) return WRONG;
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
  /** Which password was found to match; null where no password was requested. */
  readonly verifiedPassword: string | null;
  readonly expiresAt: string | null;
}

/** A session token with all abilities. */
export async function openSession(
  { pool, commands, ids }: Toolbox,
  { userId, deviceName, ip, verifiedPassword, expiresAt }: NewSession,
  context: CommandContext,
): Promise<SignedIn | Refusal> {
  const [[id], endedSessions] = await Promise.all([
    ids.allocate('tokens', 1),
    sessionsBeyond(pool, userId, MOST_SESSIONS - 1),
  ]);
  const secret = newTokenSecret();
  const token = {
    id: id!,
    kind: 'session' as const,
    name: deviceName,
    secret_hash: hashSecret(secret),
    abilities: TOKEN_ABILITIES,
    expires_at: expiresAt,
  };
  // A new secret each time: sign-in is never replayed.
  const own = { ...context, userId, tokenKind: 'session' as const, clientMutationId: null };
  const command = { type: 'OpenSession' as const, token, verifiedPassword, endedSessions };
  const outcome = await commands.execute('user', userId, command, own);
  if (isRefusal(outcome)) return outcome;
  await pool.query({
    name: 'token-issued-to',
    text: 'INSERT INTO ops.token_use (token_id, ip) VALUES ($1, $2) ON CONFLICT (token_id) DO NOTHING',
    values: [id, ip],
  });
  return { userId, token: `${id}|${secret}`, endedAt: outcome.events.length > 1 ? outcome.position : null };
}
