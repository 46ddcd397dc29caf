import { z } from 'zod';
import { joinAccounts } from '../../commands/identity/join-accounts.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { findToken } from '../../projections/identity/queries.ts';
import { LONGEST_PASSWORD } from '../../stores/identity/password-hashing.ts';
import { isLimitedToFirm } from '../access/rights.ts';
import { text } from '../http/input/fields.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { buildCodeFields, toGivenCodes } from './codes.ts';
import { withRetryAfter } from './retry-after.ts';
import { presentUser, User } from './user.ts';

export const joinRoute = route({
  area: 'auth',
  role: 'any',
  method: 'post',
  path: '/v1/auth/me/join',
  operationId: 'joinAccounts',
  summary:
    'Join another account with your verified address into yours: its firms and files become yours, its sessions and tokens end, and it can no longer be used to sign in',
  ability: 'session',
  demo: 'blocked',
  perMinute: 20,
  body: z.object({
    password: text(LONGEST_PASSWORD).meta({ description: 'The password of the other account.' }),
    ...buildCodeFields(),
  }),
  example: async ({ accountToJoin }) => ({ body: { password: await accountToJoin() } }),
  replies: { 200: User },
  errorCodes: [
    'address_not_verified',
    'account_external',
    'password_locked',
    'password_sign_in_disabled',
    'second_factor_required',
    'second_factor_locked',
    'session_limited_to_firm',
  ],
  async handle({ body, caller, services, write }) {
    // The provider of a firm proves the person to that firm only.
    if (isLimitedToFirm(caller)) return refuse('session_limited_to_firm');
    const accounts = { userId: caller.userId, password: body.password, codes: toGivenCodes(body) };
    const position = await joinAccounts(services, services.secretBox, accounts, write);
    if (isRefusal(position)) return withRetryAfter(position);
    await services.access.waitUntilApplied(position);
    const user = await findToken(services.pool, caller.token.id);
    return user ? ok(presentUser(user, user.memberships), { recorded: position !== null }) : refuse('unauthenticated');
  },
});
