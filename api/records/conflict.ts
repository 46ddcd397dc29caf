import type { Refusal } from '../../domain/refusal.ts';
import { findRecord } from '../../projections/records/queries.ts';
import { withServerData } from '../http/reply/conflict.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import type { RecordApi } from './record-api.ts';

/** On a conflict, adds the record as stored on the server. */
export function withCurrentRecord(
  { services, company, language }: Pick<RouteRequest, 'services' | 'company' | 'language'>,
  record: RecordApi,
  recordId: number,
  refusal: Refusal,
): Promise<Refusal> {
  return withServerData(refusal, async () => {
    const row = await findRecord(services.pool, record.resource, company.id, recordId);
    return row ? record.present(row, language) : null;
  });
}
