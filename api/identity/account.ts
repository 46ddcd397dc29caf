import { z } from 'zod';
import { changePassword } from '../../commands/identity/change-password.ts';
import { changeProfile } from '../../commands/identity/change-profile.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../stores/identity/password-hashing.ts';
import { LANGUAGES } from '../../domain/language.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { findUser } from '../../projections/identity/queries.ts';
import { choice, text } from '../http/input/fields.ts';
import { noContent, ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { withRetryAfter } from './retry-after.ts';
import { presentUser, User } from './user.ts';

const SHARED = { area: 'auth', role: 'any' } as const;
const LONGEST_NAME = 190;

export const accountRoutes = [
  route({
    ...SHARED,
    method: 'get',
    path: '/v1/auth/me',
    operationId: 'getMe',
    summary: 'Get the signed-in user',
    ability: 'read',
    demo: 'allowed',
    replies: { 200: User },
    handle: ({ caller, services: { access } }) =>
      ok(presentUser(access.getAccount(caller), access.getMemberships(caller))),
  }),
  route({
    ...SHARED,
    method: 'patch',
    path: '/v1/auth/me',
    operationId: 'updateMe',
    summary: 'Change your name and language; null means the language of the firm',
    ability: 'write',
    demo: 'blocked',
    body: z.object({ name: text(LONGEST_NAME).optional(), locale: choice(LANGUAGES).nullish() }),
    example: ({ next }) => ({ body: { name: `Someone ${next()}` } }),
    replies: { 200: User },
    async handle({ body, caller, services, write }) {
      const position = await changeProfile(services, caller.userId, body, write);
      if (isRefusal(position)) return position;
      await services.access.waitUntilApplied(position);
      const user = await findUser(services.pool, caller.userId);
      return ok(presentUser(user!, user!.memberships), { recorded: position !== null });
    },
  }),
  route({
    ...SHARED,
    method: 'put',
    path: '/v1/auth/password',
    operationId: 'changePassword',
    summary: 'Change your password; all other sessions and all integration tokens end',
    ability: 'session',
    demo: 'blocked',
    body: z.object({
      current_password: text(LONGEST_PASSWORD),
      password: text(LONGEST_PASSWORD, { min: SHORTEST_PASSWORD }),
    }),
    example: ({ signIn: { password } }) => ({ body: { current_password: password, password } }),
    replies: { 204: null },
    errorCodes: ['password_locked'],
    async handle({ body, caller, services, write }) {
      const change = { current: body.current_password, requested: body.password, tokenId: caller.token.id };
      const position = await changePassword(services, caller.userId, change, write);
      if (isRefusal(position)) return withRetryAfter(position);
      await services.access.waitUntilApplied(position);
      return noContent({ recorded: true });
    },
  }),
];
