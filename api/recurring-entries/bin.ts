import { trashOrRestoreRecurringEntry } from '../../commands/recurring-entries/edit.ts';
import { refuse } from '../../domain/refusal.ts';
import { findRecurringEntry } from '../../projections/recurring-entries/queries.ts';
import type { BinSource } from '../history/bin.ts';
import { ok } from '../http/reply/reply.ts';
import { presentRecurringEntry, RecurringEntry } from './recurring-entry.ts';
import { withCurrentRecurringEntry } from './routes.ts';

/** A template is restored unchanged: dates missed meanwhile are due. */
export const recurringBin: BinSource = {
  answer: RecurringEntry,
  writtenBy: 'encoder',
  async restore(request, id) {
    const { services, company, write } = request;
    const move = { type: 'RestoreRecurringEntry', id, baseVersion: write.baseVersion } as const;
    const refused = await trashOrRestoreRecurringEntry(services, company.id, move, write);
    if (refused) return withCurrentRecurringEntry(request, id, refused);
    const row = await findRecurringEntry(services.pool, company.id, id);
    return row ? ok(presentRecurringEntry(row), { version: row.version, recorded: true }) : refuse('not_found');
  },
  refusals: () => Promise.resolve(new Map()),
  async shown({ services, company }, id) {
    const row = await findRecurringEntry(services.pool, company.id, id);
    return row ? presentRecurringEntry(row) : null;
  },
};
