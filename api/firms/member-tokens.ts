import { z } from 'zod';
import { revokeToken } from '../../commands/identity/revoke-token.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { listMembers } from '../../projections/firms/queries.ts';
import { listIntegrationTokens } from '../../projections/identity/queries.ts';
import { id } from '../http/input/fields.ts';
import { noContent, ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { IntegrationToken, presentToken } from '../identity/tokens.ts';
const SHARED = { area: 'firms', ability: 'session', role: 'admin', demo: 'blocked' } as const;

/** Integration tokens act on behalf of members: administrators of the firm can list and revoke them. */
export const memberTokenRoutes = [
  route({
    ...SHARED,
    method: 'get',
    path: '/v1/firms/{firm}/members/{user}/tokens',
    summary: 'List the integration tokens of a member',
    params: z.object({ user: id() }),
    example: async ({ member }) => ({ params: { user: await member() } }),
    replies: { 200: z.object({ data: z.array(IntegrationToken) }) },
    async handle(request) {
      const { services, params } = request;
      if (!(await isTeamMember(request))) return refuse('not_found');
      await services.access.flushTokenUse();
      return ok({ data: (await listIntegrationTokens(services.pool, params.user)).map(presentToken) });
    },
  }),
  route({
    ...SHARED,
    method: 'delete',
    path: '/v1/firms/{firm}/members/{user}/tokens/{token}',
    summary: 'Revoke an integration token of a member with immediate effect',
    params: z.object({ user: id(), token: id() }),
    example: async ({ memberToken }) => ({ params: await memberToken() }),
    replies: { 204: null },
    async handle(request) {
      const { services, params, write } = request;
      if (!(await isTeamMember(request))) return refuse('not_found');
      const token = { id: params.token, kind: 'integration' } as const;
      const position = await revokeToken(services, params.user, token, write);
      if (isRefusal(position)) return position;
      await services.access.waitUntilApplied(position);
      return noContent({ recorded: true });
    },
  }),
];

/** Tokens of an invited user who has not joined yet do not concern the firm. */
async function isTeamMember({
  services,
  firm,
  params,
}: Pick<RouteRequest<{ user: number }>, 'services' | 'firm' | 'params'>): Promise<boolean> {
  const [member] = await listMembers(services.pool, firm.id, params.user);
  return member !== undefined && !member.is_invited;
}
