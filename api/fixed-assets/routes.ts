import { z } from 'zod';
import { changeFixedAsset, moveFixedAsset } from '../../commands/fixed-assets/change-asset.ts';
import { createFixedAsset, refusalOfFixedAsset } from '../../commands/fixed-assets/create-asset.ts';
import { ASSET_STATUSES } from '../../domain/fixed-assets/asset-state.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { listFixedAssets } from '../../projections/fixed-assets/queries.ts';
import type { Scene } from '../http/routing/example.ts';
import { choice, id, pageQuery, text } from '../http/input/fields.ts';
import { pageOf, paginate } from '../http/reply/pagination.ts';
import { created, noContent, ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { answerWith, assetConflict, assetWithPlan, countryOf } from './answer.ts';
import { FixedAsset, FixedAssetWithPlan, presentFixedAsset, ScheduledYear } from './asset.ts';
import { AssetBody, AssetChanges, requestedOf } from './bodies.ts';

export const ALL = '/v1/companies/{company}/fixed-assets';
export const ONE = `${ALL}/{id}`;
export const read = { area: 'fixed-assets', demo: 'allowed', ability: 'read', role: 'any' } as const;
export const write = { area: 'fixed-assets', demo: 'allowed', ability: 'write' } as const;
export const ofAsset = z.object({ id: id() });

export const assetRoutes = [
  route({
    ...read,
    method: 'get',
    path: ALL,
    summary: 'Fixed assets by their codes',
    query: z.object({
      status: choice(ASSET_STATUSES).optional(),
      category: text(40).optional().meta({ description: 'Code of a category of the country pack.' }),
      account_id: id().optional(),
      supplier_id: id().optional(),
      q: text(100).optional(),
      ...pageQuery(),
    }),
    replies: { 200: pageOf(FixedAsset) },
    async handle(request) {
      const { query, services, company, language, pathUrl } = request;
      const { page, per_page: perPage, ...filter } = query;
      const [{ rows, total }, country] = await Promise.all([
        listFixedAssets(services.pool, company.id, filter, page, perPage),
        countryOf(request),
      ]);
      const shown = rows.map((row) => presentFixedAsset(row, country));
      return ok(paginate({ rows: shown, total, page, perPage, pathUrl, language }));
    },
  }),
  route({
    ...write,
    role: 'encoder',
    method: 'post',
    path: ALL,
    summary: 'Put a fixed asset on record: by hand, or from the line of the entry that bought it',
    body: AssetBody,
    alsoWrong: {
      standIns: {},
      judge: ({ services, company }, body) => refusalOfFixedAsset(services, company.id, requestedOf(body)),
    },
    example: ({ code }) => ({
      body: {
        code: code(),
        label: 'Delivery van',
        category: 'vehicles',
        acquired_on: '2026-03-16',
        cost: '25000.00',
        residual_value: '1000.00',
      },
    }),
    replies: { 201: FixedAsset },
    async handle(request) {
      const { body, services, company, write: context } = request;
      const outcome = await createFixedAsset(services, company.id, requestedOf(body), context);
      return isRefusal(outcome) ? outcome : answerWith(request, outcome.id, created);
    },
  }),
  route({
    ...read,
    method: 'get',
    path: ONE,
    summary: 'A fixed asset with its plan and what has happened to it',
    params: ofAsset,
    example: afterCreation,
    replies: { 200: FixedAssetWithPlan },
    async handle(request) {
      const asset = await assetWithPlan(request, request.params.id);
      return asset ? ok(asset, { version: asset.version }) : refuse('not_found');
    },
  }),
  route({
    ...write,
    role: 'encoder',
    method: 'patch',
    path: ONE,
    summary: 'Change a fixed asset: what its plan is made of as long as nothing is posted, its words at any time',
    params: ofAsset,
    body: AssetChanges,
    example: async (scene) => ({ ...(await afterCreation(scene)), body: { duration_months: 48 } }),
    replies: { 200: FixedAsset },
    errorCodes: ['conflict'],
    async handle(request) {
      const { params, body, services, company, write: context } = request;
      const requested = { id: params.id, changes: requestedOf(body), baseVersion: context.baseVersion };
      const outcome = await changeFixedAsset(services, company.id, requested, context);
      if (isRefusal(outcome)) return assetConflict(request, params.id, outcome);
      return answerWith(request, params.id, ok, outcome.isRecorded);
    },
  }),
  route({
    ...write,
    role: 'encoder',
    method: 'delete',
    path: ONE,
    summary: 'Move a fixed asset of which nothing is posted to the recycle bin',
    params: ofAsset,
    example: afterCreation,
    replies: { 204: null },
    errorCodes: ['asset_posted', 'conflict'],
    async handle(request) {
      const { params, services, company, write: context } = request;
      const move = { type: 'TrashFixedAsset', id: params.id, baseVersion: context.baseVersion } as const;
      const refused = await moveFixedAsset(services, company.id, move, context);
      if (refused) return assetConflict(request, params.id, refused);
      return noContent({ recorded: true, headers: { 'X-Trashed': '1' } });
    },
  }),
  route({
    ...read,
    method: 'get',
    path: `${ONE}/schedule`,
    summary: 'The plan of a fixed asset by fiscal year, posted and to come',
    params: ofAsset,
    example: afterCreation,
    replies: { 200: z.object({ data: z.array(ScheduledYear) }) },
    async handle(request) {
      const asset = await assetWithPlan(request, request.params.id);
      return asset ? ok({ data: asset.schedule }) : refuse('not_found');
    },
  }),
];

export async function afterCreation({ after }: Scene) {
  return { params: { id: (await after(`POST ${ALL}`)).answer.id } };
}
