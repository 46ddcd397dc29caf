import { z } from 'zod';
import { changeFixedAsset } from '../../commands/fixed-assets/change-asset.ts';
import { buildCreateAssetCommand, createFixedAsset } from '../../commands/fixed-assets/create-asset.ts';
import { ASSET_STATUSES } from '../../domain/fixed-assets/asset-state.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { listFixedAssets } from '../../projections/fixed-assets/queries.ts';
import type { Scene } from '../http/routing/example.ts';
import { choice, id, pageQuery, text } from '../http/input/fields.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { created, ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { respondWithAsset, withServerAsset, findAssetWithPlan, readCountry } from './answer.ts';
import { FixedAsset, FixedAssetWithPlan, presentFixedAsset, ScheduledYear } from './asset.ts';
import { AssetBody, AssetChanges, toRequestedAsset } from './bodies.ts';
import { assetTrash } from './bin.ts';
import { findCommandRefusal } from '../../commands/support/preview.ts';

export const ALL = '/v1/companies/{company}/fixed-assets';
export const read = { area: 'fixed-assets', demo: 'allowed', ability: 'read', role: 'any' } as const;
export const write = { area: 'fixed-assets', demo: 'allowed', ability: 'write' } as const;
export const ofAsset = z.object({ id: id() });

export const assetRoutes = [
  route({
    ...read,
    method: 'get',
    path: '/v1/companies/{company}/fixed-assets',
    summary: 'List fixed assets by code',
    query: z.object({
      status: choice(ASSET_STATUSES).optional(),
      category: text(40).optional().meta({ description: 'Category code of the country pack.' }),
      account_id: id().optional(),
      supplier_id: id().optional(),
      q: text(100).optional(),
      ...pageQuery(),
    }),
    replies: { 200: pageSchema(FixedAsset) },
    async handle(request) {
      const { query, services, company, language, pathUrl } = request;
      const { page, per_page: perPage, ...filter } = query;
      const [{ rows, total }, country] = await Promise.all([
        listFixedAssets(services.pool, company.id, filter, page, perPage),
        readCountry(request),
      ]);
      const shown = country === null ? [] : rows.map((row) => presentFixedAsset(row, country));
      return ok(paginate({ rows: shown, total, page, perPage, pathUrl, language }));
    },
  }),
  route({
    ...write,
    role: 'encoder',
    method: 'post',
    path: '/v1/companies/{company}/fixed-assets',
    summary: 'Create a fixed asset, manually or from the entry line of its purchase',
    body: AssetBody,
    alsoWrong: {
      standIns: {},
      findRefusal: ({ services, company }, body) =>
        findCommandRefusal(services, company.id, buildCreateAssetCommand, toRequestedAsset(body)),
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
      const outcome = await createFixedAsset(services, company.id, toRequestedAsset(body), context);
      return isRefusal(outcome) ? outcome : respondWithAsset(request, outcome.id, created);
    },
  }),
  route({
    ...read,
    method: 'get',
    path: '/v1/companies/{company}/fixed-assets/{id}',
    summary: 'Get a fixed asset with its plan and history',
    params: ofAsset,
    example: createExampleAsset,
    replies: { 200: FixedAssetWithPlan },
    async handle(request) {
      const asset = await findAssetWithPlan(request, request.params.id);
      return asset ? ok(asset, { version: asset.version }) : refuse('not_found');
    },
  }),
  route({
    ...write,
    role: 'encoder',
    method: 'patch',
    path: '/v1/companies/{company}/fixed-assets/{id}',
    summary: 'Change a fixed asset: its plan until something is posted, its descriptive fields at any time',
    params: ofAsset,
    body: AssetChanges,
    example: async (scene) => ({ ...(await createExampleAsset(scene)), body: { duration_months: 48 } }),
    replies: { 200: FixedAsset },
    errorCodes: ['conflict'],
    async handle(request) {
      const { params, body, services, company, write: context } = request;
      const requested = { id: params.id, changes: toRequestedAsset(body), baseVersion: context.baseVersion };
      const outcome = await changeFixedAsset(services, company.id, requested, context);
      if (isRefusal(outcome)) return withServerAsset(request, params.id, outcome);
      return respondWithAsset(request, params.id, ok, outcome.isRecorded);
    },
  }),
  route({
    ...write,
    role: 'encoder',
    method: 'delete',
    path: '/v1/companies/{company}/fixed-assets/{id}',
    summary: 'Move a fixed asset without postings to the recycle bin',
    params: ofAsset,
    example: createExampleAsset,
    replies: { 204: null },
    errorCodes: ['asset_posted', 'conflict'],
    handle: (request) => assetTrash.trash(request, request.params.id),
  }),
  route({
    ...read,
    method: 'get',
    path: '/v1/companies/{company}/fixed-assets/{id}/schedule',
    summary: 'Get the depreciation plan of a fixed asset by fiscal year, posted and planned',
    params: ofAsset,
    example: createExampleAsset,
    replies: { 200: z.object({ data: z.array(ScheduledYear) }) },
    async handle(request) {
      const asset = await findAssetWithPlan(request, request.params.id);
      return asset ? ok({ data: asset.schedule }) : refuse('not_found');
    },
  }),
];

export async function createExampleAsset({ after }: Scene) {
  return { params: { id: (await after(`POST ${ALL}`)).answer.id } };
}
