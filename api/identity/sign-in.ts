import { z } from 'zod';
import { LONGEST_PASSWORD } from '../../stores/identity/password-hashing.ts';
import { revokeToken } from '../../commands/identity/revoke-token.ts';
import { signIn, type SignedIn } from '../../commands/identity/sign-in.ts';
import { isRefusal, refuseInvalid, type Refusal } from '../../domain/refusal.ts';
import { findToken } from '../../projections/identity/queries.ts';
import { takeIdToken } from '../../stores/identity/sign-on.ts';
import { email, text } from '../http/input/fields.ts';
import { created, noContent, ok, type Reply } from '../http/reply/reply.ts';
import type { Caller } from '../http/routing/access.ts';
import { route } from '../http/routing/route.ts';
import type { Services } from '../services.ts';
import { buildCodeFields, toGivenCodes } from './codes.ts';
import { withRetryAfter } from './retry-after.ts';
import { presentUser, User } from './user.ts';

const SHARED = { area: 'auth', role: 'any', demo: 'allowed' } as const;

export const signInRoutes = [
  route({
    ...SHARED,
    method: 'post',
    path: '/v1/auth/login',
    operationId: 'signIn',
    summary: 'Sign in; the token is shown once',
    ability: 'public',
    perMinute: 20,
    body: z.object({
      email: email(),
      password: text(LONGEST_PASSWORD),
      device_name: text(100).nullish(),
      ...buildCodeFields(),
    }),
    example: ({ signIn }) => ({ body: signIn }),
    replies: { 201: z.object({ token: z.string(), user: User }) },
    errorCodes: ['sign_in_locked', 'password_sign_in_disabled', 'second_factor_required', 'second_factor_locked'],
    async handle({ body, ip, services, write }) {
      const { email: address, password, device_name } = body;
      const credentials = { email: address, password, deviceName: device_name ?? 'api', ip, codes: toGivenCodes(body) };
      const signedIn = await signIn(services, services.secretBox, credentials, write);
      if (isRefusal(signedIn)) return withRetryAfter(signedIn);
      await services.access.waitUntilApplied(signedIn.endedAt);
      return replyWithSession(services, signedIn);
    },
  }),
  route({
    ...SHARED,
    method: 'post',
    path: '/v1/auth/logout',
    operationId: 'signOut',
    summary:
      'Sign out: revoke the token used. After single sign-on, 200 with the page that signs out at the provider, if it has one',
    ability: 'write',
    replies: { 200: z.object({ end_session_url: z.string() }), 204: null },
    async handle({ caller, services, write }) {
      const position = await revokeToken(services, caller.userId, { id: caller.token.id }, write);
      if (isRefusal(position)) return position;
      await services.access.waitUntilApplied(position);
      const url = await findSignOutUrl(services, caller.token);
      return url === null ? noContent() : ok({ end_session_url: url });
    },
  }),
];

/** The new session with its user, who sees the firms that this session sees. */
export async function replyWithSession(services: Services, { token, tokenId }: SignedIn): Promise<Reply | Refusal> {
  const user = await findToken(services.pool, tokenId);
  // A new password has ended the session in the meantime.
  if (!user) return refuseInvalid([{ code: 'invalid_credentials', field: 'email' }]);
  return created({ token, user: presentUser(user, user.memberships) }, { recorded: false });
}

async function findSignOutUrl({ pool, signOn }: Services, token: Caller['token']): Promise<string | null> {
  if (token.signOn === undefined || token.kind !== 'session') return null;
  const idToken = await takeIdToken(pool, signOn.box, token.id);
  const provider = signOn.providers.get(token.signOn.provider);
  // The session here has ended, whether or not the provider can be reached.
  return (await provider?.buildSignOutUrl(idToken).catch(() => null)) ?? null;
}
