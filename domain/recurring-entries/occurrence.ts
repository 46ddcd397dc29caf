import type { CompanyFile } from '../company-file-state.ts';
import { getNextDay, type PlainDate } from '../dates.ts';
import { matchWithReversal } from '../fiscal-years/accruals.ts';
import { journals } from '../journals/journal.ts';
import { decidePosting, type PostOne } from '../ledger/post-entry.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import type { PostInvoice } from '../ledger/invoice.ts';
import { refuseLocked, findLock, findPlace } from '../ledger/place.ts';
import { mirrorLineCurrency } from '../ledger/line-currency.ts';
import { buildPostedEntry } from '../ledger/posting.ts';
import { formatReversalLabel } from '../ledger/reversal.ts';
import type { SameReference } from '../ledger/same-invoice.ts';
import { evolveLedger } from '../ledger/state.ts';
import type { LetteringEvent } from '../lettering/lettering-events.ts';
import { absolute, subtract, sum, type Amount } from '../money.ts';
import type { TakenNumber } from '../documents/numbering.ts';
import type { RecordingEvent } from '../documents/recording.ts';
import { DEFAULT_SERIES_COUNT } from '../number-series/default-series.ts';
import { findLiveRecord } from '../records/state.ts';
import { refuseInvalid, isRefusal, type Refusal } from '../refusal.ts';
import { initialVatDeclarations } from '../vat-declarations/state.ts';
import { computeFormulaAmount, type BalanceOf } from './amounts.ts';
import { findDelivery } from './delivery.ts';
import { issueDocument, type DocumentIds } from './document.ts';
import type { DeliveryChannel, Formula } from './recurring-events.ts';
import type { RecurringEntryState } from './state.ts';
import {
  buildTemplateCommand,
  countTemplateLineIds,
  isLedgerTemplate,
  resolveMergedParty,
  type EntryIds,
  type Posted,
  type TemplateFacts,
  type Templated,
} from './template.ts';

/** One occurrence of a template: its entry and, for an accrual, the reversal. */

export interface OccurrenceFacts extends Pick<TemplateFacts, 'credited'> {
  readonly balanceOf: BalanceOf;
  /** Posted entries with the same third party and reference, for the duplicate check. */
  readonly findSameReferences: (command: PostInvoice) => readonly SameReference[];
  /** Numbers in use among those that documents may get. */
  readonly takenNumbers: readonly TakenNumber[];
}

/** No facts: for templates without formulas and without references to other documents. */
export const NO_FACTS: OccurrenceFacts = {
  balanceOf: () => undefined,
  credited: new Map(),
  findSameReferences: () => [],
  takenNumbers: [],
};

export interface OccurrenceIds extends EntryIds, Pick<DocumentIds, 'documentId' | 'documentLineIds' | 'seriesIds'> {
  readonly reversalId: number;
  readonly letteringIds: readonly number[];
}

export const ID_KINDS = ['entries', 'lines', 'letterings', 'documents', 'documentLines'] as const;
export type IdsNeeded = Readonly<Record<(typeof ID_KINDS)[number], number>>;

export function countOccurrenceIds(entry: Templated & Pick<RecurringEntryState, 'reverses_next_period'>): IdsNeeded {
  const lines = countTemplateLineIds(entry);
  const none = { letterings: 0, documents: 0, documentLines: 0 };
  if (!isLedgerTemplate(entry))
    return { ...none, entries: 1, lines, documents: 1, documentLines: entry.template.lines.length };
  return entry.reverses_next_period
    ? { ...none, entries: 2, lines: 2 * lines, letterings: lines }
    : { ...none, entries: 1, lines };
}

/** Placeholder ids, to try an occurrence. */
export function createPlaceholderIds(entry: Templated & Pick<RecurringEntryState, 'reverses_next_period'>) {
  const needed = countOccurrenceIds(entry);
  const createIds = (count: number): readonly number[] => new Array<number>(count).fill(1);
  return {
    entryId: 1,
    reversalId: 1,
    lineIds: createIds(needed.lines),
    letteringIds: createIds(needed.letterings),
    documentId: 1,
    documentLineIds: createIds(needed.documentLines),
    seriesIds: Array.from({ length: DEFAULT_SERIES_COUNT }, (_, index) => index + 1),
  } satisfies OccurrenceIds;
}

export type OccurrenceEvent = EntryEvent | LetteringEvent | RecordingEvent;

export interface DecidedOccurrence {
  readonly entry: Posted;
  readonly reversal: Posted | null;
  /** In order, with the entry and the reversal. */
  readonly events: readonly OccurrenceEvent[];
  /** Null: it has no document. */
  readonly document: { readonly id: number; readonly delivery: DeliveryChannel | null } | null;
}

type Recurring = Templated & Pick<RecurringEntryState, 'reverses_next_period'>;

export function decideOccurrence(
  recurring: Recurring,
  date: PlainDate,
  ids: OccurrenceIds,
  facts: OccurrenceFacts,
  file: CompanyFile,
): DecidedOccurrence | Refusal {
  if (!isLedgerTemplate(recurring)) return decideDocument(recurring, date, ids, facts, file);
  const computeAmount = (formula: Formula, day: PlainDate) => computeFormulaAmount(formula, day, file, facts.balanceOf);
  const command = buildTemplateCommand(
    recurring,
    date,
    ids,
    { computeFormula: computeAmount, credited: facts.credited },
    file,
  );
  if (isRefusal(command)) return command;
  const decision = decidePosting(withReferences(command, facts), file);
  if (isRefusal(decision)) return decision;
  const [event] = decision as readonly [Posted];
  if (!recurring.reverses_next_period) return { entry: event, reversal: null, events: [event], document: null };
  const entry: Posted = { ...event, data: { ...event.data, origin: 'accrual' } };
  const reversal = buildReversal(entry, ids, file);
  if (isRefusal(reversal)) return reversal;
  const letterings = matchWithReversal(entry.data, reversal.data, ids.letteringIds, file);
  return { entry, reversal, events: [entry, reversal, ...letterings], document: null };
}

/** A document that could not be sent is not issued either. */
function decideDocument(
  { template }: Templated,
  date: PlainDate,
  ids: OccurrenceIds,
  { takenNumbers }: OccurrenceFacts,
  file: CompanyFile,
): DecidedOccurrence | Refusal {
  // Its own period counts, even if it would be issued later.
  const place = findPlace(file.fiscalYears, date);
  const lock = place && findLock(place);
  if (lock) return refuseLocked(lock, 'entry_date');
  const issued = issueDocument(template, date, ids, takenNumbers, file);
  if (isRefusal(issued)) return issued;
  const delivery = findDelivery(resolveMergedParty(template.third_party_id ?? 0, file), file);
  if (delivery !== null && typeof delivery === 'object') return delivery;
  return { ...issued, reversal: null, document: { id: ids.documentId, delivery } };
}

const withReferences = (command: PostOne, { findSameReferences }: OccurrenceFacts): PostOne =>
  command.type === 'PostInvoice' && command.strict && command.reference !== null
    ? { ...command, sameReferences: findSameReferences(command) }
    : command;

/** On the first day of the next period. Both entries are posted, or neither. */
function buildReversal(
  { data: entry }: Posted,
  { reversalId, lineIds }: OccurrenceIds,
  file: CompanyFile,
): Posted | Refusal {
  const entry_date = getNextDay(findPlace(file.fiscalYears, entry.entry_date)!.period.ends_on);
  const place = findPlace(file.fiscalYears, entry_date);
  if (!place)
    return refuseInvalid([
      { code: 'recurring_without_next_period', field: 'entry_date', params: { date: entry_date } },
    ]);
  const lock = findLock(place);
  if (lock) return refuseLocked(lock, 'entry_date');
  const { journal_code, fiscal_year_code, number } = entry;
  const ownIds = lineIds.slice(lineIds.length / 2);
  return buildPostedEntry(
    {
      id: reversalId,
      journal_id: entry.journal_id,
      entry_date,
      due_date: null,
      label: formatReversalLabel(journal_code, fiscal_year_code, number, file.identity.locale),
      reference: entry.reference,
      origin: 'accrual_reversal',
      accrual_entry_id: entry.id,
      lines: entry.lines.map((line, index) => ({
        ...line,
        id: ownIds[index]!,
        debit: line.credit,
        credit: line.debit,
        ...mirrorLineCurrency(line),
      })),
    },
    findLiveRecord(file.records, journals, entry.journal_id)!,
    place,
    { records: file.records, ledger: evolveLedger(file.ledger, { type: 'EntryPosted', data: entry }) },
  );
}

/** A copy of the file with a single unlocked period for all dates, to compute an entry regardless of locks. */
export function withoutLocks(file: CompanyFile): CompanyFile {
  const always = { starts_on: '0001-01-01', ends_on: '9999-12-31' };
  const period = { id: 1, number: 1, ...always, isLocked: false };
  return {
    ...file,
    fiscalYears: [{ id: 1, code: '', version: 1, ...always, periods: [period] }],
    vatDeclarations: initialVatDeclarations,
  };
}

/** The displayed amount: the amount due for a document, otherwise the sum of the debits. */
export function getDisplayAmount({ kind }: Pick<Templated, 'kind'>, { data: { lines, total } }: Posted): Amount {
  if (kind === 'free') return total;
  return absolute(
    sum(
      lines.filter(({ third_party_id }) => third_party_id !== null).map(({ debit, credit }) => subtract(debit, credit)),
    ),
  );
}
