import type { CompanyFile } from '../company-file-state.ts';
import { findJournalDocuments } from '../journals/documents.ts';
import { journals } from '../journals/journal.ts';
import type { DraftOf } from '../records/declaration.ts';
import { buildRecordUpdate } from '../records/order.ts';
import type { RecordUpdate } from '../records/record-events.ts';
import { resource } from '../records/resource.ts';
import { findLiveRecord, getRecords, type RecordOf } from '../records/state.ts';
import type { Problem } from '../refusal.ts';
import { findPatternProblems, hasYear } from './pattern.ts';
import { findLastYear } from './sequences.ts';

/** Final invoices are numbered with the invoices. */
export const SERIES_KINDS = ['invoice', 'credit_note', 'advance', 'quotation', 'proforma', 'self_billed'] as const;
export type SeriesKind = (typeof SERIES_KINDS)[number];

const fields = {
  code: { kind: 'text', max: 20, format: 'code', required: true },
  label: { kind: 'text', max: 200, required: true },
  labels: { kind: 'labels', editable: 'internal', hidden: true },
  journal_id: { kind: 'reference', to: 'journals' },
  kind: { kind: 'choice', values: SERIES_KINDS, required: true, editable: 'while_unused' },
  pattern: { kind: 'text', max: 60, required: true },
  restart: { kind: 'choice', values: ['year', 'never'], initial: 'year' },
  /** As set by a manager; the numbers given since then are in the state of the documents. */
  next_number: { kind: 'integer', min: 1, max: 999_999_999, initial: 1 },
  /** Year that `next_number` was set for; null: the first year of the series. */
  next_year: { kind: 'text', max: 4, editable: 'internal', hidden: true },
  allows_own_numbers: { kind: 'boolean', initial: false },
  is_default: { kind: 'boolean', initial: false },
} as const;

type Draft = DraftOf<typeof fields>;

/** Series that give documents their numbers: continuous, and in the order of their dates. */
export const numberSeries = resource({
  name: 'number-series',
  namedBy: ['number_series_id'],
  writtenBy: 'manager',
  fields,
  unique: [['code']],
  deriveConsequences: (changes) => (changes.label === undefined ? {} : { labels: null }),
  normalise: (data, file, changed) => (changed.has('next_number') ? withYearOfStart(data, file) : data),
  check: (data, file, changed, id) => [
    ...findSeriesProblems(data, file, changed),
    ...(changed.has('next_number') ? findStartProblems(data, file, id) : []),
  ],
  listOtherUpdates: (id, given, data, file) => (given.is_default === true ? unsetFormerDefaults(id, data, file) : []),
});

export type NumberSeries = RecordOf<typeof numberSeries>;

/** A start applies to the newest year; the record does not know its id, so that its code finds it. */
function withYearOfStart(data: Draft, file: CompanyFile): Draft {
  const found = [...getRecords(file.records, numberSeries).byId.entries()].find(
    ([, one]) => one.data.code === data.code,
  );
  return { ...data, next_year: found ? findLastYear(file.documents.series.get(found[0])) : null };
}

function findStartProblems({ next_number }: Draft, file: CompanyFile, id: number): readonly Problem[] {
  const given = file.documents.series.get(id);
  const next = given?.[findLastYear(given) ?? '']?.next ?? 1;
  if (typeof next_number !== 'number' || next_number >= next) return [];
  return [{ code: 'next_number_given', field: 'next_number', params: { next } }];
}

/** Offers are not booked, all other documents are. */
export const needsJournal = (kind: string): boolean => kind !== 'quotation' && kind !== 'proforma';

function findSeriesProblems(data: Draft, file: CompanyFile, changed: ReadonlySet<keyof Draft>): readonly Problem[] {
  const { kind, pattern, restart, journal_id } = data;
  const problems: Problem[] = [];
  const ofPattern = typeof pattern === 'string' ? findPatternProblems(pattern, file.identity.country_pack) : [];
  if (changed.has('pattern')) problems.push(...ofPattern);
  if (restart === 'year' && typeof pattern === 'string' && ofPattern.length === 0 && !hasYear(pattern))
    problems.push({ code: 'series_pattern_without_year', field: 'pattern', params: { parts: '{year}, {yy}' } });
  if (!kind || !needsJournal(kind)) return problems;
  if (typeof journal_id !== 'number') return [...problems, { code: 'series_without_journal', field: 'journal_id' }];
  const journal = findLiveRecord(file.records, journals, journal_id);
  const direction = kind === 'self_billed' ? 'purchase' : 'sale';
  if (journal && findJournalDocuments(journal.data.type)?.direction !== direction)
    problems.push({ code: 'journal_not_of_direction', field: 'journal_id' });
  return problems;
}

/** Each kind of document has one default series in a journal. */
function unsetFormerDefaults(id: number, { kind, journal_id }: Draft, file: CompanyFile): RecordUpdate[] {
  return [...getRecords(file.records, numberSeries).byId.entries()].flatMap(([other, record]) => {
    const { data, isTrashed } = record;
    const isSame = data.kind === kind && (data.journal_id ?? null) === (journal_id ?? null);
    const isFormer = other !== id && !isTrashed && isSame && data.is_default;
    return isFormer ? [buildRecordUpdate(other, record, { is_default: false })] : [];
  });
}
