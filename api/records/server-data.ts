import type { Resource } from '../../domain/records/resource.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { findRecord } from '../../projections/records/queries.ts';
import type { RouteRequest } from '../http/route.ts';
import { presentRecord } from './present.ts';

/** A conflict shows what the server has, so that the client can merge. */
export async function withServerData(
  request: Pick<RouteRequest, 'services' | 'company' | 'language'>,
  resource: Resource,
  recordId: number,
  refusal: Refusal,
): Promise<Refusal> {
  if (refusal.code !== 'conflict') return refusal;
  const row = await findRecord(request.services.pool, resource, request.company.id, recordId);
  return {
    ...refusal,
    facts: { ...refusal.facts, server_data: row ? presentRecord(resource, row, request.language) : null },
  };
}
