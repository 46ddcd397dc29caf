import { z } from 'zod';
import { issueToken } from '../../commands/identity/issue-token.ts';
import { revokeToken } from '../../commands/identity/revoke-token.ts';
import { deriveTokenSecret, createTokenSecret } from '../../stores/identity/secrets.ts';
import type { TokenKind } from '../../domain/identity/user-events.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { listIntegrationTokens, listSessions, type TokenRow } from '../../projections/identity/queries.ts';
import { computeSessionEnd } from '../access/session-life.ts';
import type { TokenAbility } from '../http/routing/access.ts';
import { choice, id, integer, list, text } from '../http/input/fields.ts';
import { recordId, timestamp } from '../http/reply/output.ts';
import { created, noContent, ok } from '../http/reply/reply.ts';
import { route, type Outcome, type RouteRequest } from '../http/routing/route.ts';
import { formatTimestamp } from '../http/reply/time.ts';

const SHARED = { area: 'auth', role: 'any', ability: 'session' } as const;
const ABILITIES: readonly TokenAbility[] = ['read', 'write', 'sync'];
const LONGEST_NAME = 100;
const LONGEST_LIFE_DAYS = 730;

export const IntegrationToken = z
  .object({
    id: recordId,
    name: z.string(),
    abilities: z.array(z.enum(ABILITIES)),
    created_at: timestamp,
    expires_at: timestamp.nullable(),
    last_used_at: timestamp.nullable(),
  })
  .meta({ id: 'IntegrationToken' });

const Session = z
  .object({
    id: recordId,
    device_name: z.string(),
    ip: z.string().nullable(),
    created_at: timestamp,
    last_used_at: timestamp.nullable(),
    expires_at: timestamp.meta({ description: 'When the session expires if it is not used again.' }),
    is_current: z.boolean(),
  })
  .meta({ id: 'Session' });

type Presented = Omit<TokenRow, 'ip' | 'last_used_at'> & { readonly last_used_at?: string | null };

export function presentToken(token: Presented): z.output<typeof IntegrationToken> {
  return {
    id: token.id,
    name: token.name,
    abilities: [...token.abilities],
    created_at: formatTimestamp(token.created_at),
    expires_at: token.expires_at === null ? null : formatTimestamp(token.expires_at),
    last_used_at: token.last_used_at ?? null,
  };
}

export const tokenRoutes = [
  route({
    ...SHARED,
    method: 'get',
    path: '/v1/auth/tokens',
    summary: 'List your integration tokens',
    demo: 'allowed',
    replies: { 200: z.object({ data: z.array(IntegrationToken) }) },
    async handle({ caller, services }) {
      await services.access.flushTokenUse();
      return ok({ data: (await listIntegrationTokens(services.pool, caller.userId)).map(presentToken) });
    },
  }),
  route({
    ...SHARED,
    method: 'post',
    path: '/v1/auth/tokens',
    summary: 'Issue an integration token; it is shown once',
    demo: 'blocked',
    perMinute: 20,
    body: z.object({
      name: text(LONGEST_NAME),
      abilities: list(choice(ABILITIES), { min: 1, max: 20 }),
      expires_in_days: integer({ min: 1, max: LONGEST_LIFE_DAYS }).nullish(),
    }),
    // Null when a replay comes from another session than the original request: only that session can derive it again.
    example: { body: { name: 'Till', abilities: ['read'] } },
    replies: { 201: z.object({ token: z.string().nullable(), integration_token: IntegrationToken }) },
    secrets: ['token'],
    errorCodes: ['token_limit_reached'],
    async handle(request) {
      const { body, caller, services, write } = request;
      // With a mutation id, the same session can derive the secret again if the first reply was lost.
      const key = write.clientMutationId;
      const secret = key === null ? createTokenSecret() : deriveTokenSecret(request.deriveCallerKey(`token ${key}`));
      const requested = {
        name: body.name,
        abilities: ABILITIES.filter((ability) => body.abilities.includes(ability)),
        expiresInDays: body.expires_in_days ?? null,
        secret,
        signOn: caller.token.signOn,
      };
      const issued = await issueToken(services, caller.userId, requested, write);
      if (isRefusal(issued)) return issued;
      return created({ token: issued.token, integration_token: presentToken(issued) });
    },
  }),
  route({
    ...SHARED,
    method: 'delete',
    path: '/v1/auth/tokens/{token}',
    summary: 'Revoke an integration token: it stops working at once',
    demo: 'blocked',
    params: z.object({ token: id() }),
    example: async ({ token }) => ({ params: { token: await token('integration') } }),
    replies: { 204: null },
    handle: (request) => revokeOwnToken(request, request.params.token, 'integration'),
  }),
  route({
    ...SHARED,
    method: 'get',
    path: '/v1/auth/sessions',
    summary: 'List your open sessions, most recently used first',
    demo: 'allowed',
    replies: { 200: z.object({ data: z.array(Session) }) },
    async handle({ caller, services }) {
      await services.access.flushTokenUse();
      const now = Date.now();
      const sessions = (await listSessions(services.pool, caller.userId))
        .map((session) => ({ ...session, endsAt: computeSessionEnd(session, services.access.sessionLimits) }))
        .filter(({ endsAt }) => endsAt > now);
      return ok({
        data: sessions.map(({ id: tokenId, name, ip, created_at, last_used_at, endsAt }) => ({
          id: tokenId,
          device_name: name,
          ip,
          created_at,
          last_used_at,
          expires_at: formatTimestamp(new Date(endsAt).toISOString()),
          is_current: tokenId === caller.token.id,
        })),
      });
    },
  }),
  route({
    ...SHARED,
    method: 'delete',
    path: '/v1/auth/sessions/{id}',
    summary: 'End a session: its token stops working at once',
    demo: 'allowed',
    params: z.object({ id: id() }),
    example: async ({ token }) => ({ params: { id: await token('session') } }),
    replies: { 204: null },
    handle: (request) => revokeOwnToken(request, request.params.id, 'session'),
  }),
];

async function revokeOwnToken(
  { caller, services, write }: Pick<RouteRequest, 'caller' | 'services' | 'write'>,
  tokenId: number,
  kind: TokenKind,
): Promise<Outcome> {
  const position = await revokeToken(services, caller.userId, { id: tokenId, kind }, write);
  if (isRefusal(position)) return position;
  await services.access.waitUntilApplied(position);
  return noContent({ recorded: true });
}
