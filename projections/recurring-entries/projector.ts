import type { PostedRecurringEntry, RecurringEvent } from '../../domain/recurring-entries/recurring-events.ts';
import { NOTHING_YET } from '../../domain/recurring-entries/state.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import { recurringEntries, recurringOccurrences, type DeliveryFailure } from './tables.ts';
import { NOT_TRASHED } from '../support/trash.ts';

const NOT_DELIVERED = { delivered_at: null, mail_id: null, message_id: null, failure: null, failed_at: null };

type TrashEvent = 'RecurringEntryTrashed' | 'RecurringEntryRestored' | 'RecurringEntriesPurged';
type TemplateEvent = Exclude<RecurringEvent, { readonly type: TrashEvent }>;

export function projectRecurring(event: TemplateEvent, stored: RecordedEvent, batch: Batch): void {
  const { company_id, recorded_at, user_id } = getFileProvenance(stored);
  const change = { companyId: company_id, resource: 'recurring-entries', op: 'upsert' } as const;
  const recordChange = (id: number, version: number, before: object | null, after: object | null) =>
    batch.recordChange({ ...change, id, version, before, after });

  if (event.type === 'RecurringEntryCreated') {
    const { id } = event.data;
    batch.put(recurringEntries, {
      ...event.data,
      company_id,
      course: NOTHING_YET,
      version: 1,
      seq: recordChange(id, 1, null, null),
      created_at: recorded_at,
      updated_at: recorded_at,
      created_by: user_id,
      ...NOT_TRASHED,
    });
    return;
  }
  const projectOccurrences = (
    { id, version, occurrences, course, next_on }: PostedRecurringEntry,
    isPosted: boolean,
  ): void => {
    const row = batch.get(recurringEntries, id)!;
    for (const { date, entry_id, reversal_entry_id = null, document_id = null, delivery = null } of occurrences)
      batch.put(recurringOccurrences, {
        ...NOT_DELIVERED,
        recurring_entry_id: id,
        entry_id,
        company_id,
        date,
        reversal_entry_id,
        document_id,
        delivery,
        posted_at: isPosted ? recorded_at : batch.get(recurringOccurrences, id, entry_id)!.posted_at,
        withdrawn_at: isPosted ? null : recorded_at,
      });
    const seq = recordChange(id, version, { next_on: row.next_on }, { next_on });
    batch.put(recurringEntries, { ...row, course, next_on, version, seq, updated_at: recorded_at });
  };
  if (event.type === 'RecurringEntriesPosted') {
    for (const posted of event.data.recurring_entries) projectOccurrences(posted, true);
    return;
  }
  const { id, version } = event.data;
  if (event.type === 'RecurringDocumentSent' || event.type === 'RecurringDocumentNotSent') {
    projectDelivery(event, recorded_at, batch);
    const template = batch.get(recurringEntries, id);
    // A template may be purged before its last document is sent.
    if (!template) return;
    const seq = recordChange(id, version, {}, {});
    batch.put(recurringEntries, { ...template, version, seq, updated_at: recorded_at });
    return;
  }
  const row = batch.get(recurringEntries, id)!;
  switch (event.type) {
    case 'RecurringEntryChanged': {
      const { changes, previous, course, next_on } = event.data;
      const seq = recordChange(id, version, { ...previous, next_on: row.next_on }, { ...changes, next_on });
      batch.put(recurringEntries, { ...row, ...changes, course, next_on, version, seq, updated_at: recorded_at });
      return;
    }
    case 'RecurringEntryPosted':
    case 'RecurringEntryTakenBack':
      projectOccurrences(event.data, event.type === 'RecurringEntryPosted');
  }
}

type DeliveryEvent = Extract<RecurringEvent, { type: 'RecurringDocumentSent' | 'RecurringDocumentNotSent' }>;

function projectDelivery(event: DeliveryEvent, recorded_at: string, batch: Batch): void {
  const { id, entry_id } = event.data;
  const row = batch.get(recurringOccurrences, id, entry_id)!;
  if (event.type === 'RecurringDocumentSent') {
    const { mail_id = null, message_id = null } = event.data;
    batch.put(recurringOccurrences, { ...row, delivered_at: recorded_at, mail_id, message_id });
    return;
  }
  const { reason: code, params } = event.data;
  const failure = { code, ...(params && { params: params as DeliveryFailure['params'] }) } as DeliveryFailure;
  batch.put(recurringOccurrences, { ...row, failure, failed_at: recorded_at });
}
