import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type pg from 'pg';
import { refuseInvalid, isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findUser } from '../../projections/identity/queries.ts';
import type { CommandContext } from '../support/context.ts';
import type { SignInToolbox, Toolbox } from '../support/toolbox.ts';
import { confirmPassword } from './change-password.ts';
import { runGuarded, isHeld } from '../../stores/identity/guarded-attempts.ts';
import {
  consumeFactorStep,
  consumeRecoveryCode,
  deleteSecondFactor,
  findFactorSecret,
  replaceRecoveryCodes,
  saveFactorSecret,
} from '../../stores/identity/second-factors.ts';
import type { SecretBox } from '../../stores/identity/secret-box.ts';
import { hashSecret } from '../../stores/identity/secrets.ts';

/** Second factor: codes of an authenticator app (RFC 6238), and recovery codes in case the app is lost. */

export interface GivenCodes {
  readonly totpCode: string | null;
  readonly recoveryCode: string | null;
}

const PERIOD_SECONDS = 30;
/** Tolerates a clock difference of one code. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** Without characters that look alike; 16 of them cannot be guessed. */
const RECOVERY_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const RECOVERY_LENGTH = 16;
const MOST_FAILURES = 10;
const LOCK_SECONDS = 5 * 60;

const createTotp = (secret: string, email: string): TOTP =>
  new TOTP({
    issuer: 'Grandlivre',
    label: email,
    period: PERIOD_SECONDS,
    digits: 6,
    secret: Secret.fromBase32(secret),
  });

export interface PreparedFactor {
  readonly secret: string;
  readonly otpauthUrl: string;
}

/** Creates a secret that takes effect once a code is confirmed. Replaces an earlier unconfirmed secret. */
export async function prepareSecondFactor(
  toolbox: SignInToolbox,
  box: SecretBox,
  userId: number,
  password: string,
): Promise<PreparedFactor | Refusal> {
  const { pool } = toolbox;
  const confirmed = await confirmPassword(toolbox, userId, 'password', password);
  if (isRefusal(confirmed)) return confirmed;
  const user = await findUser(pool, userId);
  if (!user) return refuse('not_found');
  if (user.has_second_factor) return refuse('second_factor_enabled');
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  await saveFactorSecret(pool, userId, box.seal(secret));
  return { secret, otpauthUrl: createTotp(secret, user.email).toString() };
}

export interface FactorEnabled {
  readonly recoveryCodes: readonly string[];
  /** Log position that every process must have processed. */
  readonly position: number | null;
}

export async function confirmSecondFactor(
  toolbox: Toolbox,
  box: SecretBox,
  userId: number,
  code: string,
  context: CommandContext,
): Promise<FactorEnabled | Refusal> {
  const { pool, commands } = toolbox;
  const user = await findUser(pool, userId);
  if (!user) return refuse('not_found');
  if (user.has_second_factor) return refuse('second_factor_enabled');
  const refused = await checkCodes(pool, box, userId, { totpCode: code, recoveryCode: null }, 'code');
  if (refused) return refused;
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode);
  const hashes = recoveryCodes.map((one) => hashSecret(normalizeCode(one)));
  await replaceRecoveryCodes(pool, userId, hashes);
  const outcome = await commands.execute('user', userId, { type: 'EnableSecondFactor' }, context);
  return isRefusal(outcome) ? outcome : { recoveryCodes, position: outcome.position };
}

export async function removeSecondFactor(
  toolbox: SignInToolbox,
  box: SecretBox,
  userId: number,
  { password, code }: { readonly password: string; readonly code: string },
  context: CommandContext,
): Promise<number | null | Refusal> {
  const { pool, commands } = toolbox;
  const user = await findUser(pool, userId);
  if (!user?.has_second_factor) return refuse('not_found');
  if (user.needs_second_factor) return refuse('second_factor_needed_by_firm');
  const confirmed = await confirmPassword(toolbox, userId, 'password', password);
  if (isRefusal(confirmed)) return confirmed;
  const isTotp = /^\d{6}$/.test(normalizeCode(code));
  const codes = { totpCode: isTotp ? code : null, recoveryCode: isTotp ? null : code };
  const refused = await checkCodes(pool, box, userId, codes, 'code');
  if (refused) return refused;
  const outcome = await commands.execute('user', userId, { type: 'DisableSecondFactor' }, context);
  if (isRefusal(outcome)) return outcome;
  await deleteSecondFactor(pool, userId);
  return outcome.position;
}

/** Accepts each code once. `field` is the request field of the code; by default those of the sign-in. */
export async function checkCodes(
  pool: pg.Pool,
  box: SecretBox,
  userId: number,
  { totpCode, recoveryCode }: GivenCodes,
  field?: string,
): Promise<Refusal | null> {
  if (totpCode === null && recoveryCode === null)
    return refuse('second_factor_required', { field: field ?? 'totp_code' });
  const guard = { subject: `second factor ${userId}`, most: MOST_FAILURES, seconds: LOCK_SECONDS };
  const outcome = await runGuarded(pool, guard, async () => {
    const isRight =
      totpCode === null
        ? await consumeRecoveryCode(pool, userId, hashSecret(normalizeCode(recoveryCode!)))
        : await consumeTotp(pool, box, userId, totpCode);
    return { hasFailed: !isRight, result: isRight };
  });
  const at = field ?? (totpCode === null ? 'recovery_code' : 'totp_code');
  if (isHeld(outcome)) {
    if (outcome.held === 'busy') return refuse('overloaded');
    return refuse('second_factor_locked', { field: at, params: { seconds: outcome.retryAfterSeconds } });
  }
  return outcome ? null : refuseInvalid([{ code: 'second_factor_incorrect', field: at }]);
}

const SIX_DIGITS = /^\d{6}$/;

async function consumeTotp(pool: pg.Pool, box: SecretBox, userId: number, code: string): Promise<boolean> {
  const sealed = await findFactorSecret(pool, userId);
  const secret = sealed === null ? null : box.open(sealed);
  const token = normalizeCode(code);
  // The library compares bytes and fails on multi-byte characters.
  if (secret === null || !SIX_DIGITS.test(token)) return false;
  const now = Date.now();
  const delta = createTotp(secret, '').validate({ token, timestamp: now, window: WINDOW });
  if (delta === null) return false;
  const step = Math.floor(now / 1_000 / PERIOD_SECONDS) + delta;
  return consumeFactorStep(pool, userId, step);
}

/** Codes may be typed with spaces, dashes and lower-case letters. */
const normalizeCode = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase();

function createRecoveryCode(): string {
  const letters = Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]);
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-');
}
