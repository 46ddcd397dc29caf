import { journals, type Journal } from '../journals/journal.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { findLiveRecord, getRecords } from '../records/state.ts';
import { NO_PROBLEMS, type Checked } from '../refusal.ts';

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
): Checked<FoundJournal | undefined> {
  const field = 'journal_id';
  if (requested === null) {
    const found = findMiscellaneousJournal(file);
    return { value: found, problems: found ? NO_PROBLEMS : [{ code: 'no_miscellaneous_journal', field }] };
  }
  const journal = findLiveRecord(file.records, journals, requested);
  const code = findJournalProblem(journal);
  return { value: journal && { id: requested, journal }, problems: code === null ? NO_PROBLEMS : [{ code, field }] };
}

function findJournalProblem(journal: Journal | undefined): string | null {
  if (!journal) return 'journal_unknown';
  if (!journal.data.is_active) return 'journal_inactive';
  return journal.data.type === 'miscellaneous' ? null : 'journal_not_miscellaneous';
}
