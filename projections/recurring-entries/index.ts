import { recurringEvents, type RecurringEvent } from '../../domain/recurring-entries/recurring-events.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { projectRecurring } from './projector.ts';
import { recurringEntries, recurringOccurrences } from './tables.ts';
import { labelByColumns } from '../support/labels.ts';
import { projectTrash } from '../support/trash.ts';
import { recurringBin } from '../../domain/recurring-entries/bin.ts';

const getTemplateKeys = ({ id }: { readonly id: number }) => [{ table: recurringEntries, key: [id] }];

const getDeliveryKeys = ({ id, entry_id }: { readonly id: number; readonly entry_id: number }) => [
  ...getTemplateKeys({ id }),
  { table: recurringOccurrences, key: [id, entry_id] },
];

const trash = projectTrash(recurringBin, recurringEntries);

export const subject = {
  tables: [recurringEntries, recurringOccurrences],
  project: { ...handleEach(recurringEvents, projectRecurring), ...trash.project },
  needs: {
    ...handleEach(['RecurringEntryChanged', 'RecurringEntryPosted'], getTemplateKeys),
    RecurringEntriesPosted: ({ recurring_entries }) => recurring_entries.flatMap(getTemplateKeys),
    RecurringEntryTakenBack: ({ id, occurrences }) => [
      ...getTemplateKeys({ id }),
      ...occurrences.map(({ entry_id }) => ({ table: recurringOccurrences, key: [id, entry_id] })),
    ],
    ...handleEach(['RecurringDocumentSent', 'RecurringDocumentNotSent'], getDeliveryKeys),
    ...trash.needs,
  },
  namedBy: { recurring_entry_id: 'recurring-entries' },
  labels: { 'recurring-entries': labelByColumns(recurringEntries, 'label') },
  bins: { 'recurring-entries': recurringEntries },
} satisfies Subject<RecurringEvent>;
