import { z } from 'zod';
import { LONGEST_PASSWORD } from '../../stores/identity/password-hashing.ts';
import { confirmSecondFactor, prepareSecondFactor, removeSecondFactor } from '../../commands/identity/second-factor.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { text } from '../http/input/fields.ts';
import { created, noContent, ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { withRetryAfter } from './retry-after.ts';

const SHARED = { area: 'auth', role: 'any', ability: 'session', demo: 'blocked' } as const;
const codeText = () => text(40);

/** Second factor: a code from an authenticator app in addition to the password. */
export const secondFactorRoutes = [
  route({
    ...SHARED,
    method: 'post',
    path: '/v1/auth/totp',
    operationId: 'prepareSecondFactor',
    summary: 'Prepare a second factor: get a secret for an authenticator app, inactive until confirmed',
    body: z.object({ password: text(LONGEST_PASSWORD) }),
    async example({ secondFactor, signIn: { password } }) {
      await secondFactor('prepared');
      return { body: { password } };
    },
    replies: { 201: z.object({ secret: z.string(), otpauth_url: z.string(), qr_svg: z.string() }) },
    secrets: ['secret', 'otpauth_url', 'qr_svg'],
    errorCodes: ['password_locked', 'second_factor_enabled'],
    async handle({ body, caller, services }) {
      const prepared = await prepareSecondFactor(services, services.secretBox, caller.userId, body.password);
      if (isRefusal(prepared)) return withRetryAfter(prepared);
      const { secret, otpauthUrl } = prepared;
      // Rarely needed: loaded on first use, not at startup.
      const { default: QRCode } = await import('qrcode');
      const qr_svg = await QRCode.toString(otpauthUrl, { type: 'svg', errorCorrectionLevel: 'M' });
      return created({ secret, otpauth_url: otpauthUrl, qr_svg }, { recorded: false });
    },
  }),
  route({
    ...SHARED,
    method: 'post',
    path: '/v1/auth/totp/confirm',
    operationId: 'confirmSecondFactor',
    summary: 'Enable the second factor with a code of the app; recovery codes are shown once',
    perMinute: 20,
    body: z.object({ code: codeText() }),
    example: async ({ secondFactor }) => ({ body: { code: await secondFactor('prepared') } }),
    replies: { 200: z.object({ recovery_codes: z.array(z.string()) }) },
    secrets: ['recovery_codes'],
    errorCodes: ['second_factor_enabled', 'second_factor_locked'],
    async handle({ body, caller, services, write }) {
      const enabled = await confirmSecondFactor(services, services.secretBox, caller.userId, body.code, write);
      if (isRefusal(enabled)) return withRetryAfter(enabled);
      await services.access.waitUntilApplied(enabled.position);
      return ok({ recovery_codes: enabled.recoveryCodes }, { recorded: true });
    },
  }),
  route({
    ...SHARED,
    method: 'delete',
    path: '/v1/auth/totp',
    operationId: 'removeSecondFactor',
    summary: 'Remove the second factor, with the password and an app code or a recovery code',
    perMinute: 20,
    body: z.object({ password: text(LONGEST_PASSWORD), code: codeText() }),
    example: async ({ secondFactor, signIn: { password } }) => ({
      body: { password, code: await secondFactor('enabled') },
    }),
    replies: { 204: null },
    errorCodes: ['password_locked', 'second_factor_locked', 'second_factor_needed_by_firm'],
    async handle({ body, caller, services, write }) {
      const position = await removeSecondFactor(services, services.secretBox, caller.userId, body, write);
      if (isRefusal(position)) return withRetryAfter(position);
      await services.access.waitUntilApplied(position);
      return noContent({ recorded: true });
    },
  }),
];
