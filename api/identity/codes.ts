import type { GivenCodes } from '../../commands/identity/second-factor.ts';
import { text } from '../http/input/fields.ts';

/** Sent beside the password of an account with a second factor: exactly one of the two. */
export const buildCodeFields = () => ({ totp_code: text(10).nullish(), recovery_code: text(40).nullish() });

export const toGivenCodes = (body: {
  readonly totp_code?: string | null | undefined;
  readonly recovery_code?: string | null | undefined;
}): GivenCodes => ({ totpCode: body.totp_code ?? null, recoveryCode: body.recovery_code ?? null });
