import type { RecurringEvent } from '../../domain/recurring-entries/recurring-events.ts';
import type { Subject } from '../support/subject.ts';
import { projectRecurring } from './projector.ts';
import { recurringEntries, recurringOccurrences } from './tables.ts';
import { labelByColumns } from '../support/labels.ts';

const getTemplateKeys = ({ id }: { readonly id: number }) => [{ table: recurringEntries, key: [id] }];

export const subject = {
  tables: [recurringEntries, recurringOccurrences],
  project: {
    RecurringEntryCreated: projectRecurring,
    RecurringEntryChanged: projectRecurring,
    RecurringEntryPosted: projectRecurring,
    RecurringEntriesPosted: projectRecurring,
    RecurringEntryTakenBack: projectRecurring,
    RecurringEntryTrashed: projectRecurring,
    RecurringEntryRestored: projectRecurring,
    RecurringEntriesPurged: projectRecurring,
  },
  needs: {
    RecurringEntryChanged: getTemplateKeys,
    RecurringEntryPosted: getTemplateKeys,
    RecurringEntriesPosted: ({ recurring_entries }) => recurring_entries.flatMap(getTemplateKeys),
    RecurringEntryTakenBack: ({ id, occurrences }) => [
      ...getTemplateKeys({ id }),
      ...occurrences.map(({ entry_id }) => ({ table: recurringOccurrences, key: [id, entry_id] })),
    ],
    RecurringEntryTrashed: getTemplateKeys,
    RecurringEntryRestored: getTemplateKeys,
    RecurringEntriesPurged: ({ recurring_entries }) => recurring_entries.flatMap(getTemplateKeys),
  },
  labels: { 'recurring-entries': labelByColumns(recurringEntries, 'label') },
  bins: { 'recurring-entries': recurringEntries },
} satisfies Subject<RecurringEvent>;
