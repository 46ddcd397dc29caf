import { refuse, type Refusal } from '../../domain/refusal.ts';
import { planningOf } from '../../domain/fixed-assets/asset-plan.ts';
import { companiesByIds } from '../../projections/companies/queries.ts';
import { fiscalYearsOf } from '../../projections/fiscal-years/queries.ts';
import { findFixedAsset, movementsOf, placesOf } from '../../projections/fixed-assets/queries.ts';
import { withServerData } from '../http/reply/conflict.ts';
import type { ok, Reply } from '../http/reply/reply.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { presentFixedAsset, presentMovement, presentOrigins, presentSchedule } from './asset.ts';

/** What routes about one asset answer with. */

type Request = Pick<RouteRequest, 'services' | 'company'>;

export async function countryOf({ services, company }: Request): Promise<string> {
  const [row] = await companiesByIds(services.pool, [company.id]);
  return row!.country_pack;
}

/** As it is now; null for one that is not there. */
export async function shownAsset(request: Request, id: number) {
  const [row, country] = await Promise.all([
    findFixedAsset(request.services.pool, request.company.id, id),
    countryOf(request),
  ]);
  return row ? presentFixedAsset(row, country) : null;
}

/** With its plan and all that has happened to it. */
export async function assetWithPlan(request: Request, id: number) {
  const { services, company } = request;
  const [row, movements, years, country] = await Promise.all([
    findFixedAsset(services.pool, company.id, id),
    movementsOf(services.pool, company.id, id),
    fiscalYearsOf(services.pool, company.id),
    countryOf(request),
  ]);
  if (!row) return null;
  const schedule = presentSchedule(row, movements, planningOf(country, years));
  const origins = presentOrigins(row, await placesOf(services.pool, company.id, row.asset));
  return { ...presentFixedAsset(row, country), schedule, origins, events: movements.map(presentMovement) };
}

export async function answerWith(
  request: Request,
  id: number,
  reply: typeof ok,
  isRecorded = true,
): Promise<Reply | Refusal> {
  const asset = await shownAsset(request, id);
  return asset ? reply(asset, { version: asset.version, recorded: isRecorded }) : refuse('not_found');
}

/** A conflict shows the asset as the server has it. */
export const assetConflict = (request: Request, id: number, refused: Refusal): Promise<Refusal> =>
  withServerData(refused, () => shownAsset(request, id));
