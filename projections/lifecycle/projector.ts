import type { LifecycleEvent } from '../../domain/lifecycle/lifecycle-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { documents } from '../documents/tables.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import { documentLifecycle } from './tables.ts';

export const LIFECYCLE = 'document-lifecycle';

export function projectLifecycle({ data }: LifecycleEvent, stored: RecordedEvent, batch: Batch): void {
  const { company_id, recorded_at, user_id } = getFileProvenance(stored);
  const { message_id = null, reference = null, stated_at = recorded_at, ...step } = data;
  const change = { companyId: company_id, resource: LIFECYCLE, id: data.id, op: 'upsert', version: 1 } as const;
  batch.put(documentLifecycle, {
    ...step,
    company_id,
    message_id,
    reference,
    at: stated_at,
    version: 1,
    seq: batch.recordChange({ ...change, before: null, after: null }),
    created_at: recorded_at,
    updated_at: recorded_at,
    created_by: user_id,
  });
  const { number, direction } = batch.get(documents, data.document_id) ?? { number: null, direction: null };
  batch.announce(stored, () => ({
    event: 'document.lifecycle_changed',
    data: {
      id: data.document_id,
      direction,
      number,
      network: data.network,
      status: data.status,
      by: data.by,
      reason_code: data.reason_code,
      reason: data.reason,
      amount: data.amount,
      at: stated_at,
    },
  }));
}
