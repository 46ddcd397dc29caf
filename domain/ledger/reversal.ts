import { recordsOf } from '../records/state.ts';
import { journals } from '../journals/journal.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import type { Labels, Language } from '../language.ts';
import type { Lettering, LetteringEvent } from '../lettering/lettering-events.ts';
import { letteringCode } from '../lettering/state.ts';
import { add, compare, negate, subtract, ZERO, type SignedAmount } from '../money.ts';
import { conflict } from '../records/records.ts';
import { invalid, isRefusal, refuse, type Decision, type Problem } from '../refusal.ts';
import type { EntryEvent, EntryLine, EntryOrigin, PostedEntry } from './entry-events.ts';
import type { EntryFacts, LineFacts } from './entry-facts.ts';
import { lockedAt, lockFor, placeOf, type Place } from './place.ts';
import { posted } from './posting.ts';
import { evolveLedger } from './state.ts';
import { taxMovedBack, type PaymentTax } from './payment-tax.ts';
import { takenBack } from './vat-correction.ts';
import type { DocumentEvent } from '../documents/document-events.ts';
import type { DocumentOfEntry } from '../documents/facts.ts';
import { documentAfterReversal } from '../documents/unbooking.ts';

/** An entry is never deleted: another one takes it back, side for side and line for line. */

export interface ReverseEntry {
  readonly type: 'ReverseEntry';
  readonly facts: EntryFacts;
  /** What the entry has taken back, where that had itself taken back another. */
  readonly earlier?: EarlierPair;
  /** Of the reversal. */
  readonly entryId: number;
  /** `linesOfReversal` of them. */
  readonly lineIds: readonly number[];
  /** One for each of `linesToLetter`, and one for each of `linesToLetterAgain`. */
  readonly letteringIds: readonly number[];
  /** Null: the day of the original while its period is open, else today. */
  readonly entry_date: PlainDate | null;
  readonly label: string | null;
  readonly today: PlainDate;
  readonly baseVersion: number | null;
  readonly payment?: PaymentTax;
  /** The document that it has booked, or that of the entry which it has taken back. */
  readonly document?: DocumentOfEntry;
  /** What books a transaction of a bank is only ever taken back together with its match. */
  readonly takesBackMatch?: true;
}

/** An entry and its reversal, which the entry that is now reversed had taken back in turn. */
export interface EarlierPair {
  readonly entry: EntryFacts;
  readonly reversal: EntryFacts;
}

type ReversalEvent = EntryEvent | LetteringEvent;

/** What the closing of a fiscal year has posted goes with its reopening. */
const OF_A_CLOSING: readonly EntryOrigin[] = ['appropriation', 'closing', 'opening'];

/** What depreciates an asset or takes it out of the books goes with what it does to the asset. */
export const isOfFixedAssets = (origin: EntryOrigin): boolean => origin === 'depreciation' || origin === 'fixed_asset';

const LABELS: Labels = {
  fr: 'Extourne de {entry}',
  nl: 'Tegenboeking van {entry}',
  en: 'Reversal of {entry}',
  de: 'Storno von {entry}',
};

export function decideReversal(command: ReverseEntry, file: CompanyFile): Decision<ReversalEvent | DocumentEvent> {
  const { facts, baseVersion } = command;
  if (baseVersion !== null && baseVersion !== facts.version) return conflict(facts.version);
  if (facts.status === 'reversed')
    return refuse('entry_already_reversed', { field: 'id' }, { reversed_by_entry_id: facts.reversed_by_entry_id });
  if (!isReversible(facts)) return refuse('entry_not_reversible', { field: 'id' });
  if (facts.origin === 'tax_on_payment') return refuse('entry_of_lettering', { field: 'id' });
  if (facts.origin === 'vat_settlement') return refuse('entry_of_vat_declaration', { field: 'id' });
  if (facts.origin === 'bank_transaction' && !command.takesBackMatch)
    return refuse('entry_of_bank_transaction', { field: 'id' });
  if (isOfFixedAssets(facts.origin)) return refuse('entry_of_fixed_asset', { field: 'id' });
  if (facts.lines.some(({ id }) => file.fixedAssets.taken.has(id))) return refuse('entry_has_assets', { field: 'id' });
  const entry_date = command.entry_date ?? defaultDate(command, file);
  const place = placeOf(file.fiscalYears, entry_date);
  const problems = dateProblems(entry_date, place, facts);
  const lock = place && lockFor(place, entry_date, facts.vat, file);
  if (lock) return lockedAt(lock, 'entry_date', problems);
  if (problems.length > 0) return invalid(problems);
  const events = reversalOf(facts, { ...command, entry_date, origin: 'reversal' }, file);
  const ledger = events.reduce((state, event) => (isOfEntry(event) ? evolveLedger(state, event) : state), file.ledger);
  const tax = taxMovedBack(facts.letterings, command.payment, entry_date, { ...file, ledger });
  if (isRefusal(tax)) return tax;
  return [...events, ...tax, ...documentAfterReversal(command.document, facts, command.entryId)];
}

const isOfEntry = (event: ReversalEvent): event is EntryEvent =>
  event.type !== 'LinesLettered' && event.type !== 'LinesUnlettered';

/**
 * An opening balance that was taken back is not brought back by taking that back, but posted again: there is one a year,
 * and it is known as such.
 */
function isReversible({ origin, layer, reversed_entry_id }: EntryFacts): boolean {
  return !OF_A_CLOSING.includes(origin) && !(layer === 'opening' && reversed_entry_id !== null);
}

function defaultDate({ facts, today }: ReverseEntry, file: CompanyFile): PlainDate {
  const { entry_date, layer, vat } = facts;
  const place = placeOf(file.fiscalYears, entry_date);
  return layer === 'opening' || (place && !lockFor(place, entry_date, vat, file)) ? entry_date : today;
}

function dateProblems(date: PlainDate, place: Place | undefined, facts: EntryFacts): Problem[] {
  const problems: Problem[] = [];
  if (!place) problems.push({ code: 'date_outside_fiscal_years', field: 'entry_date' });
  if (date < facts.entry_date) problems.push({ code: 'reversal_before_entry', field: 'entry_date' });
  // Elsewhere it would be an opening of that period, and the day would keep what it began with.
  else if (facts.layer === 'opening' && date !== facts.entry_date)
    problems.push({ code: 'opening_reversed_on_its_day', field: 'entry_date' });
  return problems;
}

export interface RequestedReversal {
  readonly entryId: number;
  readonly lineIds: readonly number[];
  readonly letteringIds: readonly number[];
  readonly earlier?: EarlierPair;
  /** In a fiscal year of the company file. */
  readonly entry_date: PlainDate;
  /** Null: says what is reversed, in the language of the company file. */
  readonly label: string | null;
  /** Absent: `reversal`. */
  readonly origin?: EntryOrigin;
}

/**
 * The letterings of the original are undone, the reversal is posted, and what either of them leaves open is settled by the
 * other. Nothing is checked here. Several in one operation: each on the state that the one before leaves.
 */
export function reversalOf(
  facts: EntryFacts,
  { entryId, lineIds, letteringIds, earlier, entry_date, label, origin = 'reversal' }: RequestedReversal,
  file: CompanyFile,
): readonly ReversalEvent[] {
  const journal = recordsOf(file.records, journals).byId.get(facts.journal_id);
  const place = placeOf(file.fiscalYears, entry_date);
  if (!journal || !place) throw new Error(`Entry ${facts.id} has no journal, or ${entry_date} no fiscal year`);
  const { journal_id, reference, third_party_id, layer, vat } = facts;
  const reversal = posted(
    {
      id: entryId,
      journal_id,
      entry_date,
      due_date: null,
      label: label ?? labelOf(facts, file),
      reference,
      origin,
      third_party_id,
      lines: mirroredLines(facts.lines, lineIds),
      ...(layer !== 'movement' && { layer }),
      ...(vat && { vat: takenBack(vat, facts, entry_date, file) }),
      reversed_entry_id: facts.id,
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
      fiscal_year_code: yearCodeOf(facts, file),
    },
  };
  const pairs = [...pairsToLetter(facts, reversal.data), ...pairsToLetterAgain(facts, earlier)];
  return [...unlettered(facts), reversed, reversal, ...lettered(pairs, letteringIds, file)];
}

/** Those that would stay open items on both sides. What is carried from the year before never is one. */
export function linesToLetter({ layer, lines }: EntryFacts): readonly LineFacts[] {
  if (layer === 'carried') return [];
  return lines.filter(({ is_letterable, debit, credit }) => is_letterable && debit !== credit);
}

/**
 * Lines of an earlier reversal that counts again, because what had taken it back is now taken back: they settle those of their
 * original, as far as nothing else has settled either of them since.
 */
export function linesToLetterAgain({ letterings }: EntryFacts, earlier: EarlierPair | undefined): readonly LineFacts[] {
  if (!earlier) return [];
  const undone = new Map<number, SignedAmount>();
  for (const { line_id, amount } of letterings.flatMap(({ lines }) => lines))
    undone.set(line_id, add(amount, undone.get(line_id) ?? ZERO));
  const isOpen = ({ id, settled }: LineFacts) => compare(settled, undone.get(id) ?? ZERO) === 0;
  return linesToLetter(earlier.reversal).filter(
    (line) => isOpen(line) && isOpen(earlier.entry.lines[line.line_number - 1]!),
  );
}

function unlettered({ letterings }: EntryFacts): ReversalEvent[] {
  const undone = letterings.map(({ id, version, lines }) => ({ id, version: version + 1, lines }));
  return inBatches(undone).map((batch) => ({ type: 'LinesUnlettered', data: { letterings: batch } }));
}

/** A line and the one that takes it back, which stands at the same place of its entry. */
interface MirroredLine {
  readonly line: LineFacts;
  readonly entryId: number;
  readonly mirrorId: number;
  readonly reversalId: number;
  readonly settled_on: PlainDate;
}

const laterOf = (one: PlainDate, other: PlainDate): PlainDate => (one > other ? one : other);

function pairsToLetter(facts: EntryFacts, reversal: PostedEntry): readonly MirroredLine[] {
  const settled_on = laterOf(facts.entry_date, reversal.entry_date);
  return linesToLetter(facts).map((line) => {
    const mirrorId = reversal.lines[line.line_number - 1]!.id;
    return { line, entryId: facts.id, mirrorId, reversalId: reversal.id, settled_on };
  });
}

function pairsToLetterAgain(facts: EntryFacts, earlier: EarlierPair | undefined): readonly MirroredLine[] {
  return linesToLetterAgain(facts, earlier).map(({ id: mirrorId, line_number }) => {
    const { entry, reversal } = earlier!;
    const settled_on = laterOf(entry.entry_date, reversal.entry_date);
    return { line: entry.lines[line_number - 1]!, entryId: entry.id, mirrorId, reversalId: reversal.id, settled_on };
  });
}

function lettered(
  pairs: readonly MirroredLine[],
  letteringIds: readonly number[],
  file: CompanyFile,
): readonly ReversalEvent[] {
  const letterings = pairs.map(({ line, entryId, mirrorId, reversalId, settled_on }, index): Lettering => {
    const { line_number, account_id, third_party_id } = line;
    const amount = subtract(line.debit, line.credit);
    return {
      id: letteringIds[index]!,
      code: letteringCode(file.lettering.count + index + 1),
      account_id,
      third_party_id,
      settled_on,
      origin: 'reversal',
      lines: [
        { line_id: line.id, entry_id: entryId, line_number, amount },
        { line_id: mirrorId, entry_id: reversalId, line_number, amount: negate(amount) },
      ],
    };
  });
  return inBatches(letterings).map((batch) => ({ type: 'LinesLettered', data: { letterings: batch } }));
}

/** Together they hold a third of what an event may. */
const MAX_LINES_TOGETHER = 2_000;

/** Mostly one; an opening balance may list thousands of open items, and one event would not hold the letterings of all. */
function inBatches<Item extends Pick<Lettering, 'lines'>>(letterings: readonly Item[]): readonly (readonly Item[])[] {
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

/** How many ids a reversal takes: one for each line, and one for each that was brought from another account. */
export const linesOfReversal = ({ lines }: EntryFacts): number =>
  lines.length + lines.filter(({ brought_from }) => brought_from !== undefined).length;

function mirroredLines(lines: readonly LineFacts[], ids: readonly number[]): readonly EntryLine[] {
  const more = ids.slice(lines.length).values();
  return lines.map((line, index) => {
    const { brought_from } = line;
    const line_id = brought_from && more.next().value!;
    return {
      ...mirrored(line, ids[index]!),
      ...(brought_from && { brought_from: { account_id: brought_from.account_id, line_id: line_id! } }),
    };
  });
}

/** Nothing is to be paid by a reversal, so that its lines have no due date. */
function mirrored(line: LineFacts, id: number): EntryLine {
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
  };
}

function labelOf(facts: EntryFacts, file: CompanyFile): string {
  const code = recordsOf(file.records, journals).byId.get(facts.journal_id)?.data.code ?? '';
  return reversalLabel(code, yearCodeOf(facts, file), facts.number, file.identity!.locale);
}

/** Such as `Extourne de ACH 2026/12`. */
export const reversalLabel = (journalCode: string, yearCode: string, number: number, language: Language): string =>
  LABELS[language].replace('{entry}', `${journalCode} ${yearCode}/${number}`);

const yearCodeOf = ({ fiscal_year_id }: EntryFacts, { fiscalYears }: CompanyFile): string =>
  fiscalYears.find(({ id }) => id === fiscal_year_id)!.code;
