import { journals, type Journal } from '../journals/journal.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { living, recordsOf } from '../records/state.ts';
import type { Problem } from '../refusal.ts';

/** The journal of what opens and closes a year: one of miscellaneous operations. */
export interface FoundJournal {
  readonly id: number;
  readonly journal: Journal;
}

/** The default one, else the first by its code. */
export function miscellaneousJournal({ records }: CompanyFile): FoundJournal | undefined {
  let best: FoundJournal | undefined;
  for (const [id, journal] of recordsOf(records, journals).byId.entries()) {
    const { data, isTrashed } = journal;
    if (isTrashed || data.type !== 'miscellaneous' || !data.is_active) continue;
    if (data.is_default) return { id, journal };
    if (!best || data.code < best.journal.data.code) best = { id, journal };
  }
  return best;
}

/** The one asked for, or the one that is used when none is. */
export function journalFor(wanted: number | null, file: CompanyFile, problems: Problem[]): FoundJournal | undefined {
  if (wanted === null) {
    const found = miscellaneousJournal(file);
    if (!found) problems.push({ code: 'no_miscellaneous_journal', field: 'journal_id' });
    return found;
  }
  const journal = living(file.records, journals, wanted);
  if (!journal) problems.push({ code: 'journal_unknown', field: 'journal_id' });
  else if (!journal.data.is_active) problems.push({ code: 'journal_inactive', field: 'journal_id' });
  else if (journal.data.type !== 'miscellaneous')
    problems.push({ code: 'journal_not_miscellaneous', field: 'journal_id' });
  return journal && { id: wanted, journal };
}
