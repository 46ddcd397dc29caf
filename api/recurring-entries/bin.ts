import { trashOrRestore } from '../../commands/history/trash-or-restore.ts';
import { findRecurringEntry } from '../../projections/recurring-entries/queries.ts';
import { createBin } from '../history/bin.ts';
import { presentRecurringEntry, RecurringEntry } from './recurring-entry.ts';

/** A template is restored unchanged: dates missed meanwhile are due. */
export const recurringTrash = createBin({
  answer: RecurringEntry,
  writtenBy: 'encoder',
  async find({ services, company, language }, id) {
    const row = await findRecurringEntry(services.pool, company.id, id);
    return row && presentRecurringEntry(row, language);
  },
  trash: ({ services, company, write }, id) =>
    trashOrRestore(services, company.id, { type: 'TrashRecurringEntry', id, baseVersion: write.baseVersion }, write),
  restore: ({ services, company, write }, id) =>
    trashOrRestore(services, company.id, { type: 'RestoreRecurringEntry', id, baseVersion: write.baseVersion }, write),
});
