import { z } from 'zod';
import { signIn } from '../../commands/identity/sign-in.ts';
import { revokeToken } from '../../commands/identity/sign-out.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { findUser } from '../../projections/identity/queries.ts';
import { email, text } from '../http/fields.ts';
import { created, noContent, ok } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { presentUser, User } from './user.ts';

export const authRoutes = [
  route({
    method: 'post',
    path: '/v1/auth/login',
    area: 'auth',
    summary: 'Sign in; the token is shown once',
    ability: 'public',
    role: 'any',
    demo: 'allowed',
    perMinute: 20,
    body: z.object({ email: email(), password: text(1000), device_name: text(100).nullish() }),
    replies: { 201: z.object({ token: z.string(), user: User }) },
    async handle({ body, services, write }) {
      const credentials = { email: body.email, password: body.password, deviceName: body.device_name ?? 'api' };
      const signedIn = await signIn(services, credentials, write);
      if (isRefusal(signedIn)) return signedIn;
      const user = await findUser(services.pool, signedIn.userId);
      return created({ token: signedIn.token, user: presentUser(user!, user!.memberships) }, { recorded: false });
    },
  }),
  route({
    method: 'get',
    path: '/v1/auth/me',
    area: 'auth',
    summary: 'The signed-in user',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    replies: { 200: User },
    handle({ caller, services }) {
      const user = {
        id: caller.userId,
        name: caller.name,
        email: caller.email,
        locale: caller.locale,
        is_platform_admin: caller.isPlatformAdmin,
      };
      return ok(presentUser(user, services.access.membershipsOf(caller)));
    },
  }),
  route({
    method: 'post',
    path: '/v1/auth/logout',
    area: 'auth',
    summary: 'Revoke the token used',
    ability: 'write',
    role: 'any',
    demo: 'allowed',
    replies: { 204: null },
    async handle({ caller, services, write }) {
      const position = await revokeToken(services, caller.userId, caller.token.id, write);
      if (isRefusal(position)) return position;
      if (position !== null) await services.access.takenNote(position);
      return noContent();
    },
  }),
];
