import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { findPeriod } from '../fiscal-years/state.ts';
import { formatNumber, getHighestNumber, normaliseNumber, type NumberTime } from '../number-series/pattern.ts';
import type { NumberPlace } from '../number-series/sequences.ts';
import { numberSeries, type NumberSeries, type SeriesKind } from '../number-series/series.ts';
import { findLiveRecord, getRecords } from '../records/state.ts';
import { NO_PROBLEMS, refuseInvalid, type Checked, type Problem, type Refusal } from '../refusal.ts';
import type { DocumentContent } from './document-events.ts';
import { getUsualKind, type DocumentKind } from './terms.ts';

/**
 * Numbers of the documents that the company issues: given by a series, or by another program. No two
 * documents have the same one.
 */

/** A number that another document has. */
export interface TakenNumber {
  readonly id: number;
  readonly key: string;
}

export const refuseNumber = (problems: readonly Problem[]): Refusal => ({
  ...refuseInvalid(problems),
  code: problems[0]!.code,
});

/** What decides on the series of a document. */
export type NumberedDocument = Pick<
  DocumentContent,
  'direction' | 'kind' | 'is_credit_note' | 'number_series_id' | 'document_date'
>;

/** Of a document that is only requested so far. */
export const toNumberedDocument = (
  requested: Omit<NumberedDocument, 'kind' | 'number_series_id'> & {
    readonly number: string | null;
    readonly kind?: DocumentKind | null;
    readonly number_series_id?: number | null;
  },
): NumberedDocument & Pick<DocumentContent, 'number'> => {
  const { direction, is_credit_note, document_date, number } = requested;
  const kind = requested.kind ?? getUsualKind(requested);
  return {
    direction,
    is_credit_note,
    document_date,
    number,
    kind,
    number_series_id: requested.number_series_id ?? null,
  };
};

export interface GivenNumber {
  readonly number: string;
  readonly number_series_id: number;
  readonly number_place: NumberPlace;
}

/** Purchases have the number of the supplier, unless the company bills itself. */
export const isOwnDocument = ({ direction, kind }: Pick<DocumentContent, 'direction' | 'kind'>): boolean =>
  direction === 'sale' || kind === 'self_billed';

/** Quotations and pro formas are numbered when they are made, and can be deleted. */
export const isOffer = ({ kind }: Pick<DocumentContent, 'kind'>): boolean =>
  kind === 'quotation' || kind === 'proforma';

/** Was booked once, so that the customer may have it. */
export const isIssued = (
  document: Pick<DocumentContent, 'direction' | 'kind'> & { readonly last_entry_id: number | null },
): boolean => isOwnDocument(document) && !isOffer(document) && document.last_entry_id !== null;

/** The form of a number in which it is unique; null for numbers of suppliers. Offers are counted separately. */
export function buildNumberKey(document: Pick<DocumentContent, 'direction' | 'kind' | 'number'>): string | null {
  const { kind, number } = document;
  if (number === null || !isOwnDocument(document)) return null;
  return isOffer(document) ? `${kind} ${normaliseNumber(number)}` : normaliseNumber(number);
}

const SERIES_OF_KINDS: Readonly<Record<DocumentKind, SeriesKind>> = {
  invoice: 'invoice',
  credit_note: 'credit_note',
  advance: 'advance',
  final: 'invoice',
  quotation: 'quotation',
  proforma: 'proforma',
  self_billed: 'self_billed',
};

type FoundSeries = readonly [id: number, series: NumberSeries];

/** Of this kind and not trashed, in the order in which they were made. */
function listSeries({ kind }: Pick<DocumentContent, 'kind'>, file: CompanyFile): readonly FoundSeries[] {
  const all = [...getRecords(file.records, numberSeries).byId.entries()];
  return all.filter(([, { data, isTrashed }]) => !isTrashed && data.kind === SERIES_OF_KINDS[kind]);
}

/** The named series, or the default one of the journal, or the first default one of the kind. */
function findSeries(document: NumberedDocument, journalId: number | null, file: CompanyFile): FoundSeries | null {
  const { number_series_id: id } = document;
  if (id !== null) {
    const series = findLiveRecord(file.records, numberSeries, id);
    return series ? [id, series] : null;
  }
  const usual = listSeries(document, file).filter(([, { data }]) => data.is_default);
  return usual.find(([, { data }]) => data.journal_id === journalId) ?? usual[0] ?? null;
}

/** A named series must exist and be one of the kind of document. */
export function findSeriesProblems(document: NumberedDocument, file: CompanyFile): readonly Problem[] {
  const { number_series_id: id, kind } = document;
  if (id === null) return NO_PROBLEMS;
  const field = 'number_series_id';
  const series = findLiveRecord(file.records, numberSeries, id);
  if (!series) return [{ code: 'reference_unknown', field }];
  const isRight = isOwnDocument(document) && series.data.kind === SERIES_OF_KINDS[kind];
  return isRight ? NO_PROBLEMS : [{ code: 'series_of_other_kind', field }];
}

/** The journal of a named series; null if the document names none. */
export function findSeriesJournal({ number_series_id: id }: NumberedDocument, file: CompanyFile): number | null {
  return (id === null ? undefined : findLiveRecord(file.records, numberSeries, id))?.data.journal_id ?? null;
}

/** Checks a number that the document brings along. */
export function findOwnNumberProblems(
  document: NumberedDocument & Pick<DocumentContent, 'number'>,
  taken: readonly TakenNumber[],
  file: CompanyFile,
): readonly Problem[] {
  if (buildNumberKey(document) === null) return NO_PROBLEMS;
  const series = findSeries(document, null, file);
  if (series && !series[1].data.allows_own_numbers)
    return [{ code: 'own_number_not_allowed', field: 'number', params: { series: series[1].data.code } }];
  return findTakenProblems(document, taken);
}

/** No other document may have the number, whatever the customer. */
export function findTakenProblems(
  document: Pick<DocumentContent, 'direction' | 'kind' | 'number'>,
  taken: readonly TakenNumber[],
): readonly Problem[] {
  const key = buildNumberKey(document);
  const params = { number: document.number ?? '' };
  return key !== null && taken.some((one) => one.key === key)
    ? [{ code: 'number_taken', field: 'number', params }]
    : [];
}

function getTime(date: PlainDate, file: CompanyFile): NumberTime {
  // Offers may be made for a year that is not open yet.
  const year = findPeriod(file.fiscalYears, date)?.year.ends_on ?? date;
  return { year: year.slice(0, 4), date };
}

const getSequenceYear = ({ data }: NumberSeries, { year }: NumberTime): string => (data.restart === 'year' ? year : '');

/** The number at which the search for a free one begins. */
function getNextNumber([id, { data }]: FoundSeries, year: string, file: CompanyFile): number {
  const given = file.documents.series.get(id);
  const next = given?.[year]?.next ?? 1;
  const start = data.next_number ?? 1;
  const nextYear = data.next_year ?? null;
  const isStart = nextYear === null ? given === undefined : nextYear === year;
  return isStart ? Math.max(next, start) : next;
}

/** Date of the last number that the series of the document has given in its year; null if none. */
export function findLastIssueDate(
  document: NumberedDocument,
  journalId: number | null,
  file: CompanyFile,
): PlainDate | null {
  const found = findSeries(document, journalId, file);
  if (!found) return null;
  const [id, series] = found;
  const year = getSequenceYear(series, getTime(document.document_date, file));
  return file.documents.series.get(id)?.[year]?.last_date ?? null;
}

/** Numbers that the document might get, so that those in use can be looked up. */
export function listCandidateNumbers(document: NumberedDocument, file: CompanyFile, count: number): readonly string[] {
  if (!isOwnDocument(document)) return [];
  const time = getTime(document.document_date, file);
  return listSeries(document, file).flatMap((found) => {
    const [, series] = found;
    const first = getNextNumber(found, getSequenceYear(series, time), file);
    const { pattern } = series.data;
    const last = Math.min(first + count - 1, getHighestNumber(pattern));
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
      formatNumber(pattern, first + index, time),
    );
  });
}

/** The next free number of the series. */
export function giveNumber(
  document: NumberedDocument,
  journalId: number | null,
  taken: readonly TakenNumber[],
  file: CompanyFile,
): Checked<GivenNumber | null> {
  const buildRefused = (problem: Problem) => ({ value: null, problems: [problem] });
  const found = findSeries(document, journalId, file);
  if (!found) return buildRefused({ code: 'no_number_series', field: 'number' });
  const [id, series] = found;
  const { code, pattern } = series.data;
  const time = getTime(document.document_date, file);
  const year = getSequenceYear(series, time);
  const last = file.documents.series.get(id)?.[year];
  if (last && document.document_date < last.last_date)
    return buildRefused({
      code: 'number_out_of_order',
      field: 'document_date',
      params: { date: last.last_date, series: code },
    });
  const keys = new Set(taken.map(({ key }) => key));
  const highest = getHighestNumber(pattern);
  for (let next = getNextNumber(found, year, file); next <= highest; next += 1) {
    const number = formatNumber(pattern, next, time);
    if (keys.has(buildNumberKey({ ...document, number })!)) continue;
    return { value: { number, number_series_id: id, number_place: { year, number: next } }, problems: NO_PROBLEMS };
  }
  return buildRefused({ code: 'series_exhausted', field: 'number', params: { series: code } });
}
