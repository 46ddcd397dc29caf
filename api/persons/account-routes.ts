import { z } from 'zod';
import { eraseAccount } from '../../commands/identity/erase-account.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { LONGEST_PASSWORD } from '../../stores/identity/password-hashing.ts';
import { text } from '../http/input/fields.ts';
import { noContent, ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { buildCodeFields, toGivenCodes } from '../identity/codes.ts';
import { withRetryAfter } from '../identity/retry-after.ts';
import { replyWithArchive, ZIP_TYPE } from './archive.ts';
import { OwnData, readOwnData } from './own-data.ts';

const common = { area: 'auth', role: 'any', ability: 'session', demo: 'blocked' } as const;

export const accountRoutes = [
  route({
    ...common,
    method: 'get',
    path: '/v1/auth/me/personal-data',
    operationId: 'getMyPersonalData',
    summary:
      'Export all that is known of you as a user: your account, firms, sessions and tokens, where your name is used and until when; as JSON or ZIP',
    replies: { 200: OwnData },
    fileTypes: [ZIP_TYPE],
    async handle(request) {
      const { caller, services, language } = request;
      const shown = await readOwnData(services, caller.userId, language);
      return request.accepts(ZIP_TYPE) ? replyWithArchive(request, shown, [], 'personal-data') : ok(shown);
    },
  }),
  route({
    ...common,
    method: 'delete',
    path: '/v1/auth/me',
    operationId: 'deleteMe',
    summary:
      'Delete your account, with your password or a second factor: sessions, tokens and links end, your name in history becomes a pseudonym, and you can no longer sign in',
    perMinute: 20,
    body: z.object({
      password: text(LONGEST_PASSWORD).nullish().meta({ description: 'Your password, unless a code is given.' }),
      ...buildCodeFields(),
    }),
    example: { body: { password: 'my present password' } },
    replies: { 204: null },
    errorCodes: ['account_external', 'password_incorrect', 'password_locked', 'second_factor_locked', 'sole_admin'],
    async handle({ body, caller, services, write }) {
      const given = { password: body.password ?? null, ...toGivenCodes(body) };
      const position = await eraseAccount(services, services.secretBox, caller.userId, given, write);
      if (isRefusal(position)) return withRetryAfter(position);
      await services.access.waitUntilApplied(position);
      return noContent({ recorded: true });
    },
  }),
];
