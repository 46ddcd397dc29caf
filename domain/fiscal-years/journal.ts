import { journals, type Journal } from '../journals/journal.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { findCountryPack } from '../country-packs/index.ts';
import type { RecordEvent } from '../records/record-events.ts';
import { findIdByKey, findLiveRecord, getRecords } from '../records/state.ts';
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

/** True if the country has a journal for balances carried forward that the file lacks. */
export function isOpeningJournalMissing({ records, identity }: CompanyFile): boolean {
  const wanted = findCountryPack(identity.country_pack)?.openingJournal;
  return wanted !== undefined && findIdByKey(records, journals, 'code', wanted.code) === undefined;
}

/** The journal of the balances carried forward, with the event that creates it if it is missing. */
export interface OpeningJournal extends FoundJournal {
  readonly created: readonly RecordEvent[];
}

/** The one of the country, created under `newId` on first use. Without one, or without an id, the other journal is used. */
export function resolveOpeningJournal(
  other: FoundJournal,
  newId: number | undefined,
  { records, identity }: CompanyFile,
): OpeningJournal {
  const wanted = findCountryPack(identity.country_pack)?.openingJournal;
  if (!wanted) return { ...other, created: [] };
  const { code, labels } = wanted;
  const id = findIdByKey(records, journals, 'code', code);
  const journal = id === undefined ? undefined : findLiveRecord(records, journals, id);
  if (id !== undefined && journal && findJournalProblem(journal) === null) return { id, journal, created: [] };
  if (id !== undefined || newId === undefined) return { ...other, created: [] };
  const data: Journal['data'] = {
    code,
    label: labels[identity.locale],
    labels: { ...labels },
    type: 'miscellaneous',
    control_account_id: null,
    iban: null,
    bic: null,
    is_active: true,
    is_default: false,
    description: null,
    analytics: [],
  };
  const created: RecordEvent = {
    type: 'RecordsCreated',
    data: { resource: 'journals', records: [{ id: newId, data }] },
  };
  return { id: newId, journal: { version: 1, isTrashed: false, data }, created: [created] };
}

function findJournalProblem(journal: Journal | undefined): string | null {
  if (!journal) return 'journal_unknown';
  if (!journal.data.is_active) return 'journal_inactive';
  return journal.data.type === 'miscellaneous' ? null : 'journal_not_miscellaneous';
}
