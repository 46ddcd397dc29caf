import type { CompanyFile } from '../company-file-state.ts';
import { nextDay, type PlainDate } from '../dates.ts';
import { letteredWithReversal } from '../fiscal-years/accruals.ts';
import { journals } from '../journals/journal.ts';
import { decidePosting, type PostOne } from '../ledger/post-entry.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import type { PostInvoice } from '../ledger/invoice.ts';
import { lockedAt, lockOf, placeOf } from '../ledger/place.ts';
import { posted } from '../ledger/posting.ts';
import { reversalLabel } from '../ledger/reversal.ts';
import type { SameReference } from '../ledger/same-invoice.ts';
import { evolveLedger } from '../ledger/state.ts';
import type { LetteringEvent } from '../lettering/lettering-events.ts';
import { absolute, subtract, sum, type Amount } from '../money.ts';
import { living } from '../records/state.ts';
import { invalid, isRefusal, type Refusal } from '../refusal.ts';
import { initialVatDeclarations } from '../vat-declarations/state.ts';
import { formulaAmount, type BalanceOf } from './amounts.ts';
import type { Formula } from './recurring-events.ts';
import type { RecurringEntryState } from './state.ts';
import { entryOn, lineIdsOf, type EntryIds, type TemplateFacts, type Templated } from './template.ts';

/** One occurrence of a template: the entry that the ledger makes of it and, of an accrual, the one that takes it back. */

export interface OccurrenceFacts extends Pick<TemplateFacts, 'credited'> {
  readonly balanceOf: BalanceOf;
  /** What stands in the books under the third party and reference of a document that must not be there yet. */
  readonly sameReferences: (command: PostInvoice) => readonly SameReference[];
}

/** Nothing was read: there is no formula, and no document that others have to do with. */
export const NO_FACTS: OccurrenceFacts = { balanceOf: () => undefined, credited: new Map(), sameReferences: () => [] };

export interface OccurrenceIds extends EntryIds {
  readonly reversalId: number;
  readonly letteringIds: readonly number[];
}

export interface IdsNeeded {
  readonly entries: number;
  readonly lines: number;
  readonly letterings: number;
}

export function idsOfOccurrence(entry: Templated & Pick<RecurringEntryState, 'reverses_next_period'>): IdsNeeded {
  const lines = lineIdsOf(entry);
  return entry.reverses_next_period
    ? { entries: 2, lines: 2 * lines, letterings: lines }
    : { entries: 1, lines, letterings: 0 };
}

export type Posted = Extract<EntryEvent, { type: 'EntryPosted' }>;

export interface DecidedOccurrence {
  readonly entry: Posted;
  readonly reversal: Posted | null;
  readonly letterings: readonly LetteringEvent[];
}

type Recurring = Templated & Pick<RecurringEntryState, 'reverses_next_period'>;

export function decideOccurrence(
  recurring: Recurring,
  date: PlainDate,
  ids: OccurrenceIds,
  facts: OccurrenceFacts,
  file: CompanyFile,
): DecidedOccurrence | Refusal {
  const computed = (formula: Formula, day: PlainDate) => formulaAmount(formula, day, file, facts.balanceOf);
  const command = entryOn(recurring, date, ids, { computed, credited: facts.credited }, file);
  if (isRefusal(command)) return command;
  const decision = decidePosting(withReferences(command, facts), file);
  if (isRefusal(decision)) return decision;
  const [event] = decision as readonly [Posted];
  if (!recurring.reverses_next_period) return { entry: event, reversal: null, letterings: [] };
  const entry: Posted = { ...event, data: { ...event.data, origin: 'accrual' } };
  const reversal = reversalOf(entry, ids, file);
  if (isRefusal(reversal)) return reversal;
  const letterings = letteredWithReversal(entry.data, reversal.data, ids.letteringIds, file);
  return { entry, reversal, letterings };
}

const withReferences = (command: PostOne, { sameReferences }: OccurrenceFacts): PostOne =>
  command.type === 'PostInvoice' && command.strict && command.reference !== null
    ? { ...command, sameReferences: sameReferences(command) }
    : command;

/** On the first day of the period behind that of the entry: both are posted, or none of them. */
function reversalOf(
  { data: entry }: Posted,
  { reversalId, lineIds }: OccurrenceIds,
  file: CompanyFile,
): Posted | Refusal {
  const entry_date = nextDay(placeOf(file.fiscalYears, entry.entry_date)!.period.ends_on);
  const place = placeOf(file.fiscalYears, entry_date);
  if (!place)
    return invalid([{ code: 'recurring_without_next_period', field: 'entry_date', params: { date: entry_date } }]);
  const lock = lockOf(place);
  if (lock) return lockedAt(lock, 'entry_date');
  const { journal_code, fiscal_year_code, number } = entry;
  const ownIds = lineIds.slice(lineIds.length / 2);
  return posted(
    {
      id: reversalId,
      journal_id: entry.journal_id,
      entry_date,
      due_date: null,
      label: reversalLabel(journal_code, fiscal_year_code, number, file.identity!.locale),
      reference: entry.reference,
      origin: 'accrual_reversal',
      accrual_entry_id: entry.id,
      lines: entry.lines.map((line, index) => ({
        ...line,
        id: ownIds[index]!,
        debit: line.credit,
        credit: line.debit,
      })),
    },
    living(file.records, journals, entry.journal_id)!,
    place,
    { records: file.records, ledger: evolveLedger(file.ledger, { type: 'EntryPosted', data: entry }) },
  );
}

/** The same file with one period for all times, where nothing is locked: what an entry would come to, whatever stands in its way. */
export function withoutLocks(file: CompanyFile): CompanyFile {
  const always = { starts_on: '0001-01-01', ends_on: '9999-12-31' };
  const period = { id: 1, number: 1, ...always, isLocked: false };
  return {
    ...file,
    fiscalYears: [{ id: 1, code: '', version: 1, ...always, periods: [period] }],
    vatDeclarations: initialVatDeclarations,
  };
}

/** What whoever looks at it understands by its amount: what is owed for a document, else the sum of its debits. */
export function amountOf({ kind }: Pick<Templated, 'kind'>, { data: { lines, total } }: Posted): Amount {
  if (kind === 'free') return total;
  return absolute(
    sum(
      lines.filter(({ third_party_id }) => third_party_id !== null).map(({ debit, credit }) => subtract(debit, credit)),
    ),
  );
}
