import type { PostedRecurringEntry, RecurringEvent } from '../../domain/recurring-entries/recurring-events.ts';
import { NOTHING_YET } from '../../domain/recurring-entries/state.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import { recurringEntries, recurringOccurrences } from './tables.ts';

export function projectRecurring(event: RecurringEvent, stored: RecordedEvent, batch: Batch): void {
  const { company_id, recorded_at, user_id } = getFileProvenance(stored);
  const recordChange = (
    id: number,
    version: number,
    before: object | null,
    after: object | null,
    op: 'upsert' | 'delete' = 'upsert',
  ) => batch.recordChange({ companyId: company_id, resource: 'recurring-entries', id, op, version, before, after });

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
      deleted_at: null,
      deleted_by: null,
      purged_at: null,
    });
    return;
  }
  if (event.type === 'RecurringEntriesPurged') {
    for (const { id, version } of event.data.recurring_entries) {
      const seq = recordChange(id, version, { purged_at: null }, { purged_at: recorded_at }, 'delete');
      const row = batch.get(recurringEntries, id)!;
      batch.put(recurringEntries, { ...row, version, seq, updated_at: recorded_at, purged_at: recorded_at });
    }
    return;
  }
  const projectOccurrences = (
    { id, version, occurrences, course, next_on }: PostedRecurringEntry,
    isPosted: boolean,
  ): void => {
    const row = batch.get(recurringEntries, id)!;
    for (const { date, entry_id, reversal_entry_id = null } of occurrences)
      batch.put(recurringOccurrences, {
        recurring_entry_id: id,
        entry_id,
        company_id,
        date,
        reversal_entry_id,
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
  const row = batch.get(recurringEntries, id)!;
  switch (event.type) {
    case 'RecurringEntryTrashed':
    case 'RecurringEntryRestored': {
      const isTrashed = event.type === 'RecurringEntryTrashed';
      const moved = { deleted_at: isTrashed ? recorded_at : null, deleted_by: isTrashed ? user_id : null };
      const after = { deleted_at: moved.deleted_at };
      const seq = recordChange(id, version, { deleted_at: row.deleted_at }, after, isTrashed ? 'delete' : 'upsert');
      batch.put(recurringEntries, { ...row, ...moved, version, seq, updated_at: recorded_at });
      return;
    }
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
