import { z } from 'zod';
import { revokeToken } from '../../commands/identity/revoke-token.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { membersOf } from '../../projections/firms/queries.ts';
import { integrationTokensOf } from '../../projections/identity/queries.ts';
import { id } from '../http/input/fields.ts';
import { noContent, ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { IntegrationToken, presentToken } from '../identity/tokens.ts';

const PATH = '/v1/firms/{firm}/members/{user}/tokens';
const SHARED = { area: 'firms', ability: 'session', role: 'admin', demo: 'blocked' } as const;

/** Programs act in the name of members: whoever answers for the firm sees which, and can stop them. */
export const memberTokenRoutes = [
  route({
    ...SHARED,
    method: 'get',
    path: PATH,
    summary: 'The integration tokens of a member',
    params: z.object({ user: id() }),
    example: async ({ member }) => ({ params: { user: await member() } }),
    replies: { 200: z.object({ data: z.array(IntegrationToken) }) },
    async handle(request) {
      const { services, params } = request;
      if (!(await isOfTeam(request))) return refuse('not_found');
      await services.access.usesWritten();
      return ok({ data: (await integrationTokensOf(services.pool, params.user)).map(presentToken) });
    },
  }),
  route({
    ...SHARED,
    method: 'delete',
    path: `${PATH}/{token}`,
    summary: 'Revoke an integration token of a member: it stops working at once',
    params: z.object({ user: id(), token: id() }),
    example: async ({ memberToken }) => ({ params: await memberToken() }),
    replies: { 204: null },
    async handle(request) {
      const { services, params, write } = request;
      if (!(await isOfTeam(request))) return refuse('not_found');
      const token = { id: params.token, kind: 'integration' } as const;
      const position = await revokeToken(services, params.user, token, write);
      if (isRefusal(position)) return position;
      await services.access.takenNote(position);
      return noContent({ recorded: true });
    },
  }),
];

/** Someone who was invited and has not joined is none of the firm's business yet. */
async function isOfTeam({
  services,
  firm,
  params,
}: Pick<RouteRequest<{ user: number }>, 'services' | 'firm' | 'params'>): Promise<boolean> {
  const [member] = await membersOf(services.pool, firm.id, params.user);
  return member !== undefined && !member.is_invited;
}
