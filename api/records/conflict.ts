import type { Resource } from '../../domain/records/resource.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { findRecord } from '../../projections/records/queries.ts';
import { withServerData } from '../http/conflict.ts';
import type { RouteRequest } from '../http/route.ts';
import { presentRecord } from './present.ts';

/** A conflict shows the record as the server has it. */
export function recordConflict(
  { services, company, language }: Pick<RouteRequest, 'services' | 'company' | 'language'>,
  resource: Resource,
  recordId: number,
  refusal: Refusal,
): Promise<Refusal> {
  return withServerData(refusal, async () => {
    const row = await findRecord(services.pool, resource, company.id, recordId);
    return row ? presentRecord(resource, row, language) : null;
  });
}
