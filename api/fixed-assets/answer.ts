import { refuse, type Refusal } from '../../domain/refusal.ts';
import { createAssetPlanning } from '../../domain/fixed-assets/asset-plan.ts';
import { loadCompaniesByIds } from '../../projections/companies/queries.ts';
import { listFiscalYears } from '../../projections/fiscal-years/queries.ts';
import { findFixedAsset, listAssetMovements, findOriginPlaces } from '../../projections/fixed-assets/queries.ts';
import { withServerData } from '../http/reply/conflict.ts';
import type { ok, Reply } from '../http/reply/reply.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { presentFixedAsset, presentMovement, presentOrigins, presentSchedule } from './asset.ts';

/** Responses of the routes for a single asset. */

type Request = Pick<RouteRequest, 'services' | 'company'>;

/** Null as known at a moment before the company file existed: it had no assets then. */
export async function readCountry({ services, company }: Request): Promise<string | null> {
  const [row] = await loadCompaniesByIds(services.pool, [company.id]);
  return row?.country_pack ?? null;
}

/** The asset in its current state; null if it does not exist. */
export async function findPresentedAsset(request: Request, id: number) {
  const [row, country] = await Promise.all([
    findFixedAsset(request.services.pool, request.company.id, id),
    readCountry(request),
  ]);
  return row && country !== null ? presentFixedAsset(row, country) : null;
}

/** The asset with its plan and history. */
export async function findAssetWithPlan(request: Request, id: number) {
  const { services, company } = request;
  const [row, movements, years, country] = await Promise.all([
    findFixedAsset(services.pool, company.id, id),
    listAssetMovements(services.pool, company.id, id),
    listFiscalYears(services.pool, company.id),
    readCountry(request),
  ]);
  if (!row || country === null) return null;
  const schedule = presentSchedule(row, movements, createAssetPlanning(country, years));
  const origins = presentOrigins(row, await findOriginPlaces(services.pool, company.id, row.asset));
  return { ...presentFixedAsset(row, country), schedule, origins, events: movements.map(presentMovement) };
}

export async function respondWithAsset(
  request: Request,
  id: number,
  reply: typeof ok,
  isRecorded = true,
): Promise<Reply | Refusal> {
  const asset = await findPresentedAsset(request, id);
  return asset ? reply(asset, { version: asset.version, recorded: isRecorded }) : refuse('not_found');
}

/** Adds the asset as stored on the server to a conflict. */
export const withServerAsset = (request: Request, id: number, refused: Refusal): Promise<Refusal> =>
  withServerData(refused, () => findPresentedAsset(request, id));
