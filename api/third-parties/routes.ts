import { z } from 'zod';
import { mergeThirdParty } from '../../commands/third-parties/merge.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { findRecord } from '../../projections/records/queries.ts';
import { id } from '../http/input/fields.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { withCurrentRecord } from '../records/conflict.ts';
import { thirdPartyApi } from './third-party.ts';

export const thirdPartyRoutes = [
  route({
    method: 'post',
    path: '/v1/companies/{company}/third-parties/{id}/merge',
    area: thirdParties.name,
    summary: 'Merge a third party into another one, which takes over its entries, balances and missing details',
    ability: 'write',
    role: 'manager',
    demo: 'allowed',
    params: z.object({ id: id() }),
    body: z.object({ into: id() }),
    example: async ({ fresh }) => ({
      params: { id: await fresh(thirdParties.name) },
      body: { into: await fresh(thirdParties.name) },
    }),
    replies: { 200: thirdPartyApi.answer },
    errorCodes: ['conflict', 'merge_into_itself', 'merge_types_differ', 'third_party_unknown'],
    async handle(request) {
      const { params, body, services, company, write, language } = request;
      const requested = { id: params.id, into: body.into, baseVersion: write.baseVersion };
      const refused = await mergeThirdParty(services, company.id, requested, write);
      if (isRefusal(refused)) return withCurrentRecord(request, thirdPartyApi, params.id, refused);
      const row = await findRecord(services.pool, thirdParties, company.id, body.into);
      if (!row) return refuse('not_found');
      return ok(thirdPartyApi.present(row, language), { version: row.version, recorded: true });
    },
  }),
];
