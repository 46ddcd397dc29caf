import { getRecords } from '../records/state.ts';
import { journals } from '../journals/journal.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import type { Labels, Language } from '../language.ts';
import type { Lettering, LetteringEvent } from '../lettering/lettering-events.ts';
import { formatLetteringCode } from '../lettering/state.ts';
import { add, compare, negate, subtract, ZERO, type SignedAmount } from '../money.ts';
import { refuseInvalid, isRefusal, refuse, NO_PROBLEMS, type Decision, type Problem } from '../refusal.ts';
import type { EntryEvent, EntryLine, EntryOrigin, PostedEntry } from './entry-events.ts';
import type { EntryFacts, LineFacts } from './entry-facts.ts';
import { refuseLocked, findPostingLock, findPlace, type Place } from './place.ts';
import { buildPostedEntry } from './posting.ts';
import { mirrorLineCurrency } from './line-currency.ts';
import { evolveLedger } from './state.ts';
import { moveTaxBack, type PaymentTax } from './payment-tax.ts';
import { reverseVatEffects } from './vat-correction.ts';
import type { DocumentEvent } from '../documents/document-events.ts';
import type { DocumentOfEntry } from '../documents/facts.ts';
import { findDeducting, updateDocumentAfterReversal } from '../documents/unbooking.ts';
import { findVersionConflict } from '../versions.ts';

/** An entry is never deleted. Another entry reverses it line by line. */

export interface ReverseEntry {
  readonly type: 'ReverseEntry';
  readonly facts: EntryFacts;
  /** The pair that this entry reversed, if it reversed a reversal. */
  readonly earlier?: EarlierPair;
  /** Origin of the entry that would count again, if this entry reversed one. */
  readonly restores?: EntryOrigin;
  /** Id of the reversal. */
  readonly entryId: number;
  /** As many as `countReversalLines` returns. */
  readonly lineIds: readonly number[];
  /** One per line of `listLinesToMatch` and `listLinesToRematch`. */
  readonly letteringIds: readonly number[];
  /** Null: the date of the original if its period is open, otherwise today. */
  readonly entry_date: PlainDate | null;
  readonly label: string | null;
  /** Why it is reversed. */
  readonly reason?: string | null;
  readonly today: PlainDate;
  readonly baseVersion: number | null;
  readonly payment?: PaymentTax;
  /** The document that it booked, or the document of the entry that it reversed. */
  readonly document?: DocumentOfEntry;
  /** The entry of a bank transaction can only be reversed together with its match. */
  readonly takesBackMatch?: true;
}

/** An entry and its reversal, which was in turn reversed by the entry that is now reversed. */
export interface EarlierPair {
  readonly entry: EntryFacts;
  readonly reversal: EntryFacts;
}

type ReversalEvent = EntryEvent | LetteringEvent;

/** Entries of a closing are reversed when the year is reopened. */
const OF_A_CLOSING: readonly EntryOrigin[] = ['appropriation', 'closing', 'opening'];

/** Depreciation and disposal entries are reversed together with their effect on the asset. */
export const isFixedAssetOrigin = (origin: EntryOrigin): boolean =>
  origin === 'depreciation' || origin === 'fixed_asset';

/** Entries of a revaluation are reversed together, by undoing it. */
const isRevaluationOrigin = (origin: EntryOrigin): boolean =>
  origin === 'revaluation' || origin === 'revaluation_reversal';

const LABELS: Labels = {
  fr: 'Extourne de {entry}',
  nl: 'Tegenboeking van {entry}',
  en: 'Reversal of {entry}',
  de: 'Storno von {entry}',
};

export function decideReversal(command: ReverseEntry, file: CompanyFile): Decision<ReversalEvent | DocumentEvent> {
  const { facts, baseVersion } = command;
  const conflict = findVersionConflict(facts, baseVersion);
  if (conflict) return conflict;
  if (facts.status === 'reversed')
    return refuse('entry_already_reversed', { field: 'id' }, { reversed_by_entry_id: facts.reversed_by_entry_id });
  if (!isReversible(facts)) return refuse('entry_not_reversible', { field: 'id' });
  if (facts.origin === 'tax_on_payment') return refuse('entry_of_lettering', { field: 'id' });
  if (facts.origin === 'vat_settlement') return refuse('entry_of_vat_declaration', { field: 'id' });
  if (facts.origin === 'bank_transaction' && !command.takesBackMatch)
    return refuse('entry_of_bank_transaction', { field: 'id' });
  // Its entry would count again without a match, so the transaction could be booked a second time.
  if (command.restores === 'bank_transaction') return refuse('reversal_of_bank_transaction', { field: 'id' });
  if (isFixedAssetOrigin(facts.origin)) return refuse('entry_of_fixed_asset', { field: 'id' });
  if (isRevaluationOrigin(facts.origin)) return refuse('entry_of_revaluation', { field: 'id' });
  if (facts.lines.some(({ id }) => file.fixedAssets.taken.has(id))) return refuse('entry_has_assets', { field: 'id' });
  const deducting = findDeducting(command.document, facts.id);
  if (deducting !== null) return refuse('advance_deducted', { field: 'id' }, { document_id: deducting });
  const entry_date = command.entry_date ?? getDefaultDate(command, file);
  const place = findPlace(file.fiscalYears, entry_date);
  const problems = checkReversalDate(entry_date, place, facts);
  const lock = place && findPostingLock(place, entry_date, facts.vat, file);
  if (lock) return refuseLocked(lock, 'entry_date', problems);
  if (problems.length > 0) return refuseInvalid(problems);
  const events = buildReversal(facts, { ...command, entry_date, origin: 'reversal' }, file);
  const ledger = events.reduce(
    (state, event) => (isEntryEvent(event) ? evolveLedger(state, event) : state),
    file.ledger,
  );
  const tax = moveTaxBack(facts.letterings, command.payment, entry_date, { ...file, ledger });
  if (isRefusal(tax)) return tax;
  return [...events, ...tax, ...updateDocumentAfterReversal(command.document, facts, command.entryId)];
}

const isEntryEvent = (event: ReversalEvent): event is EntryEvent =>
  event.type !== 'LinesLettered' && event.type !== 'LinesUnlettered';

/** A reversed opening balance is not restored by reversing the reversal, but posted again: each year has only one. */
function isReversible({ origin, layer, reversed_entry_id }: EntryFacts): boolean {
  return !OF_A_CLOSING.includes(origin) && !(layer === 'opening' && reversed_entry_id !== null);
}

function getDefaultDate({ facts, today }: ReverseEntry, file: CompanyFile): PlainDate {
  const { entry_date, layer, vat } = facts;
  const place = findPlace(file.fiscalYears, entry_date);
  return layer === 'opening' || (place && !findPostingLock(place, entry_date, vat, file)) ? entry_date : today;
}

function checkReversalDate(date: PlainDate, place: Place | undefined, facts: EntryFacts): readonly Problem[] {
  const toProblem = (code: string): readonly Problem[] => [{ code, field: 'entry_date' }];
  const outside = place ? NO_PROBLEMS : toProblem('date_outside_fiscal_years');
  if (date < facts.entry_date) return [...outside, ...toProblem('reversal_before_entry')];
  // On another date, it would be an opening of that period, and the original date would keep its opening amounts.
  const isMoved = facts.layer === 'opening' && date !== facts.entry_date;
  return isMoved ? [...outside, ...toProblem('opening_reversed_on_its_day')] : outside;
}

export interface RequestedReversal {
  readonly entryId: number;
  readonly lineIds: readonly number[];
  readonly letteringIds: readonly number[];
  readonly earlier?: EarlierPair;
  /** Must lie in a fiscal year of the company file. */
  readonly entry_date: PlainDate;
  /** Null: a default label that names the reversed entry, in the language of the company file. */
  readonly label: string | null;
  readonly reason?: string | null;
  /** Absent: `reversal`. */
  readonly origin?: EntryOrigin;
}

/**
 * Undoes the matches of the original, posts the reversal and matches the two with each other. Nothing is checked here.
 * For several reversals in one operation, pass the state after the previous one.
 */
export function buildReversal(
  facts: EntryFacts,
  { entryId, lineIds, letteringIds, earlier, entry_date, label, reason, origin = 'reversal' }: RequestedReversal,
  file: CompanyFile,
): readonly ReversalEvent[] {
  const journal = getRecords(file.records, journals).byId.get(facts.journal_id);
  const place = findPlace(file.fiscalYears, entry_date);
  if (!journal || !place) throw new Error(`Entry ${facts.id} has no journal, or no fiscal year contains ${entry_date}`);
  const { journal_id, reference, third_party_id, layer, vat } = facts;
  const reversal = buildPostedEntry(
    {
      id: entryId,
      journal_id,
      entry_date,
      due_date: null,
      label: label ?? buildDefaultLabel(facts, file),
      reference,
      origin,
      third_party_id,
      lines: mirrorLines(facts.lines, lineIds),
      ...(layer !== 'movement' && { layer }),
      ...(vat && { vat: reverseVatEffects(vat, facts, entry_date, file) }),
      reversed_entry_id: facts.id,
      ...(reason && { reversal_reason: reason }),
    },
    journal,
    place,
    file,
  );
  const reversed: ReversalEvent = {
    type: 'EntryReversed',
    data: {
      id: facts.id,
      version: facts.version + 1,
      reversed_by_entry_id: entryId,
      journal_code: journal.data.code,
      fiscal_year_code: getYearCode(facts, file),
      ...(reason && { reason }),
    },
  };
  const pairs = [...pairLinesToMatch(facts, reversal.data), ...pairLinesToRematch(facts, earlier)];
  return [...undoMatches(facts), reversed, reversal, ...matchPairs(pairs, letteringIds, file)];
}

/** Lines that would otherwise stay open on both sides. Carried balances are never open items. */
export function listLinesToMatch({ layer, lines }: EntryFacts): readonly LineFacts[] {
  if (layer === 'carried') return [];
  return lines.filter(({ is_letterable, debit, credit }) => is_letterable && debit !== credit);
}

/**
 * Lines of an earlier reversal that counts again, because its own reversal is now reversed. They are matched with the
 * lines of their original, unless either was matched otherwise since.
 */
export function listLinesToRematch({ letterings }: EntryFacts, earlier: EarlierPair | undefined): readonly LineFacts[] {
  if (!earlier) return [];
  const undone = new Map<number, SignedAmount>();
  for (const { line_id, amount } of letterings.flatMap(({ lines }) => lines))
    undone.set(line_id, add(amount, undone.get(line_id) ?? ZERO));
  const isOpen = ({ id, settled }: LineFacts) => compare(settled, undone.get(id) ?? ZERO) === 0;
  return listLinesToMatch(earlier.reversal).filter(
    (line) => isOpen(line) && isOpen(earlier.entry.lines[line.line_number - 1]!),
  );
}

function undoMatches({ letterings }: EntryFacts): ReversalEvent[] {
  const undone = letterings.map(({ id, version, lines }) => ({ id, version: version + 1, lines }));
  return splitIntoBatches(undone).map((batch) => ({ type: 'LinesUnlettered', data: { letterings: batch } }));
}

/** A line and its mirror, which has the same position in the reversal. */
interface MirroredLine {
  readonly line: LineFacts;
  readonly entryId: number;
  readonly mirrorId: number;
  readonly reversalId: number;
  readonly settled_on: PlainDate;
}

const getLaterDate = (one: PlainDate, other: PlainDate): PlainDate => (one > other ? one : other);

function pairLinesToMatch(facts: EntryFacts, reversal: PostedEntry): readonly MirroredLine[] {
  const settled_on = getLaterDate(facts.entry_date, reversal.entry_date);
  return listLinesToMatch(facts).map((line) => {
    const mirrorId = reversal.lines[line.line_number - 1]!.id;
    return { line, entryId: facts.id, mirrorId, reversalId: reversal.id, settled_on };
  });
}

function pairLinesToRematch(facts: EntryFacts, earlier: EarlierPair | undefined): readonly MirroredLine[] {
  return listLinesToRematch(facts, earlier).map(({ id: mirrorId, line_number }) => {
    const { entry, reversal } = earlier!;
    const settled_on = getLaterDate(entry.entry_date, reversal.entry_date);
    return { line: entry.lines[line_number - 1]!, entryId: entry.id, mirrorId, reversalId: reversal.id, settled_on };
  });
}

function matchPairs(
  pairs: readonly MirroredLine[],
  letteringIds: readonly number[],
  file: CompanyFile,
): readonly ReversalEvent[] {
  const letterings = pairs.map(({ line, entryId, mirrorId, reversalId, settled_on }, index): Lettering => {
    const { line_number, account_id, third_party_id, currency, currency_amount } = line;
    const amount = subtract(line.debit, line.credit);
    return {
      id: letteringIds[index]!,
      code: formatLetteringCode(file.lettering.count + index + 1),
      account_id,
      third_party_id,
      settled_on,
      origin: 'reversal',
      ...(currency !== undefined && { currency }),
      lines: [
        { line_id: line.id, entry_id: entryId, line_number, amount, ...(currency && { currency_amount }) },
        {
          line_id: mirrorId,
          entry_id: reversalId,
          line_number,
          amount: negate(amount),
          ...(currency_amount !== undefined && { currency_amount: negate(currency_amount) }),
        },
      ],
    };
  });
  return splitIntoBatches(letterings).map((batch) => ({ type: 'LinesLettered', data: { letterings: batch } }));
}

/** A third of the maximum size of an event. */
const MAX_LINES_TOGETHER = 2_000;

/** Usually one batch. An opening balance may have thousands of open items, too many matches for one event. */
function splitIntoBatches<Item extends Pick<Lettering, 'lines'>>(
  letterings: readonly Item[],
): readonly (readonly Item[])[] {
  const batches: Item[][] = [];
  let count = Infinity;
  for (const lettering of letterings) {
    count += lettering.lines.length;
    if (count <= MAX_LINES_TOGETHER) batches.at(-1)!.push(lettering);
    else {
      batches.push([lettering]);
      count = lettering.lines.length;
    }
  }
  return batches;
}

/** The number of ids for a reversal: one per line, and one more per line brought from another account. */
export const countReversalLines = ({ lines }: EntryFacts): number =>
  lines.length + lines.filter(({ brought_from }) => brought_from !== undefined).length;

function mirrorLines(lines: readonly LineFacts[], ids: readonly number[]): readonly EntryLine[] {
  const more = ids.slice(lines.length).values();
  return lines.map((line, index) => {
    const { brought_from } = line;
    const line_id = brought_from && more.next().value!;
    return {
      ...mirrorLine(line, ids[index]!),
      ...(brought_from && { brought_from: { account_id: brought_from.account_id, line_id: line_id! } }),
    };
  });
}

/** A reversal has nothing to pay, so its lines have no due date. */
function mirrorLine(line: LineFacts, id: number): EntryLine {
  const { account_id, debit, credit, label, third_party_id, vat_code_id, reference, analytics } = line;
  return {
    id,
    account_id,
    debit: credit,
    credit: debit,
    label,
    third_party_id,
    ...(vat_code_id !== undefined && { vat_code_id }),
    ...(reference !== undefined && { reference }),
    ...(analytics && { analytics }),
    ...mirrorLineCurrency(line),
  };
}

function buildDefaultLabel(facts: EntryFacts, file: CompanyFile): string {
  const code = getRecords(file.records, journals).byId.get(facts.journal_id)?.data.code ?? '';
  return formatReversalLabel(code, getYearCode(facts, file), facts.number, file.identity.locale);
}

/** For example `Extourne de ACH 2026/12`. */
export const formatReversalLabel = (
  journalCode: string,
  yearCode: string,
  number: number,
  language: Language,
): string => LABELS[language].replace('{entry}', `${journalCode} ${yearCode}/${number}`);

const getYearCode = ({ fiscal_year_id }: EntryFacts, { fiscalYears }: CompanyFile): string =>
  fiscalYears.find(({ id }) => id === fiscal_year_id)!.code;
