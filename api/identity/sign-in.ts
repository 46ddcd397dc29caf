import { z } from 'zod';
import { LONGEST_PASSWORD } from '../../stores/identity/password-hashing.ts';
import { revokeToken } from '../../commands/identity/revoke-token.ts';
import { signIn } from '../../commands/identity/sign-in.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { findUser } from '../../projections/identity/queries.ts';
import { email, text } from '../http/input/fields.ts';
import { created, noContent } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
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
    errorCodes: ['sign_in_locked', 'second_factor_required', 'second_factor_locked'],
    async handle({ body, ip, services, write }) {
      const { email: address, password, device_name } = body;
      const credentials = { email: address, password, deviceName: device_name ?? 'api', ip, codes: toGivenCodes(body) };
      const signedIn = await signIn(services, services.secretBox, credentials, write);
      if (isRefusal(signedIn)) return withRetryAfter(signedIn);
      await services.access.waitUntilApplied(signedIn.endedAt);
      const user = await findUser(services.pool, signedIn.userId);
      return created({ token: signedIn.token, user: presentUser(user!, user!.memberships) }, { recorded: false });
    },
  }),
  route({
    ...SHARED,
    method: 'post',
    path: '/v1/auth/logout',
    operationId: 'signOut',
    summary: 'Sign out: revoke the token used',
    ability: 'write',
    replies: { 204: null },
    async handle({ caller, services, write }) {
      const position = await revokeToken(services, caller.userId, { id: caller.token.id }, write);
      if (isRefusal(position)) return position;
      await services.access.waitUntilApplied(position);
      return noContent();
    },
  }),
];
