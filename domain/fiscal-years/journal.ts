import { journals, type Journal } from '../journals/journal.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { findLiveRecord, getRecords } from '../records/state.ts';
import type { Problem } from '../refusal.ts';

/** The miscellaneous journal used for opening and closing entries. */
export interface FoundJournal {
  readonly id: number;
  readonly journal: Journal;
}

/** The default one, otherwise the first by code. */
export function findMiscellaneousJournal({ records }: CompanyFile): FoundJournal | undefined {
  let best: FoundJournal | undefined;
  for (const [id, journal] of getRecords(records, journals).byId.entries()) {
    const { data, isTrashed } = journal;
    if (isTrashed || data.type !== 'miscellaneous' || !data.is_active) continue;
    if (data.is_default) return { id, journal };
    if (!best || data.code < best.journal.data.code) best = { id, journal };
  }
  return best;
}

/** Returns the requested journal, or the default one if none is requested. */
export function resolveMiscellaneousJournal(
  requested: number | null,
  file: CompanyFile,
  problems: Problem[],
): FoundJournal | undefined {
  if (requested === null) {
    const found = findMiscellaneousJournal(file);
    if (!found) problems.push({ code: 'no_miscellaneous_journal', field: 'journal_id' });
    return found;
  }
  const journal = findLiveRecord(file.records, journals, requested);
  if (!journal) problems.push({ code: 'journal_unknown', field: 'journal_id' });
  else if (!journal.data.is_active) problems.push({ code: 'journal_inactive', field: 'journal_id' });
  else if (journal.data.type !== 'miscellaneous')
    problems.push({ code: 'journal_not_miscellaneous', field: 'journal_id' });
  return journal && { id: requested, journal };
}
