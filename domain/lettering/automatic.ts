import type { CompanyFile } from '../company-file-state.ts';
import {
  listMissingAccounts,
  supplyAccountsInSteps,
  supplyMissingAccounts,
  type BooksDifferences,
} from '../currency/missing-accounts.ts';
import type { RecordEvent } from '../records/record-events.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import { indexPaidDocuments, type PaymentTax } from '../ledger/payment-tax.ts';
import { evolveLedger } from '../ledger/state.ts';
import { fromCents, isZero, ZERO, type SignedAmount } from '../money.ts';
import { splitIntoBatchesInSteps } from '../batches.ts';
import { isRefusal, type Decision, type Refusal } from '../refusal.ts';
import { runAllSteps, type Steps } from '../steps.ts';
import {
  canBeWrittenOff,
  buildWriteOffEntry,
  planWriteOff,
  type DifferenceOf,
  type WriteOffIds,
} from './difference.ts';
import type { Lettering, LetteringEvent } from './lettering-events.ts';
import { formatLetteringCode } from './state.ts';
import { getLatestDate, buildLetteredEvent, buildLettering, withMovedTax } from './lettering.ts';
import { matchInSteps, type Match, type Matching } from './matching.ts';
import { allocateInFull, buildExchangeEntry, canExchange, planExchange } from './exchange.ts';
import { sumOpen, type OpenLine } from './open-line.ts';

/** Automatic lettering: all matches found are lettered in one operation. */

export interface LetterAutomatically extends BooksDifferences {
  readonly type: 'LetterAutomatically';
  readonly matches: readonly Match[];
  /** One per match. */
  readonly letteringIds: readonly number[];
  /** One per match with a difference. */
  readonly writeOffIds: readonly WriteOffIds[];
  readonly payment?: PaymentTax;
}

export const proposeMatches = (lines: readonly OpenLine[], maxItems: number, file: CompanyFile): Matching =>
  runAllSteps(proposeInSteps(lines, maxItems, file));

/** Finds the lines that can be lettered now. A difference is written off only if the texts of the lines agree. */
export function* proposeInSteps(lines: readonly OpenLine[], maxItems: number, file: CompanyFile): Steps<Matching> {
  const { matches, steps } = yield* matchInSteps(lines, {
    maxItems,
    canDiffer: (some, cents) => !some[0]!.currency && canBeWrittenOff(toDifference(some, fromCents(cents)), file),
  });
  const placeholders = listMissingAccounts(file).map((_, index) => -1 - index);
  const supplied = supplyMissingAccounts(file, placeholders).file;
  return { matches: matches.filter((match) => canExchange(toExchange(match), supplied)), steps };
}

/** Whether the match needs an entry for a difference. */
export const hasDifference = (match: Match): boolean => match.difference !== 0n || !isZero(toExchange(match).amount);

function toDifference(lines: readonly OpenLine[], amount: SignedAmount): DifferenceOf {
  const { account_id, third_party_id } = lines[0]!;
  return { amount, account_id, third_party_id, entry_date: getLatestDate(lines), journal_id: null };
}

/** Zero unless the lines are in foreign currency. */
const toExchange = ({ lines }: Match): DifferenceOf => toDifference(lines, lines[0]!.currency ? sumOpen(lines) : ZERO);

export const decideAutomatic = (
  command: LetterAutomatically,
  file: CompanyFile,
): Decision<LetteringEvent | EntryEvent | RecordEvent> => runAllSteps(decideAutomaticInSteps(command, file));

export const decideAutomaticInSteps = (
  command: LetterAutomatically,
  file: CompanyFile,
): Steps<Decision<LetteringEvent | EntryEvent | RecordEvent>> =>
  supplyAccountsInSteps(command, file, (supplied) => letterMatches(command, supplied));

function* letterMatches(command: LetterAutomatically, file: CompanyFile): Steps<Decision<LetteringEvent | EntryEvent>> {
  let { ledger } = file;
  let differences = 0;
  const entries: EntryEvent[] = [];
  const letterings: Lettering[] = [];
  const { payment } = command;
  const documents = indexPaidDocuments(payment?.documents ?? [], file);
  let [taxEntries, taxLines] = [0, 0];
  const addLettering = (lettering: Lettering): Refusal | null => {
    const lineIds = payment?.lineIds.slice(taxLines) ?? [];
    const ids = { entryId: payment?.entryIds[taxEntries] ?? 0, lineIds };
    const moved = withMovedTax(lettering, documents, ids, { ...file, ledger });
    if (isRefusal(moved)) return moved;
    if (moved.entry) {
      taxEntries += 1;
      taxLines += moved.entry.data.lines.length;
      ledger = evolveLedger(ledger, moved.entry);
      entries.push(moved.entry);
    }
    letterings.push(moved.lettering);
    return null;
  };
  for (const [index, match] of command.matches.entries()) {
    yield;
    const { reason, lines } = match;
    const code = formatLetteringCode(file.lettering.count + index + 1);
    const settlement = { id: command.letteringIds[index]!, code, origin: 'automatic', reason } as const;
    const inFull = lines.map(allocateInFull);
    if (!hasDifference(match)) {
      const refusal = addLettering(buildLettering(settlement, inFull));
      if (refusal) return refusal;
      continue;
    }
    // Each uses the ledger after the previous one, so that the numbers are consecutive.
    const entry = buildEntryOfMatch(match, command.writeOffIds[differences]!, code, { ...file, ledger });
    if (isRefusal(entry)) return entry;
    differences += 1;
    ledger = evolveLedger(ledger, entry);
    entries.push(entry);
    const refusal = addLettering(buildLettering(settlement, inFull, entry.data));
    if (refusal) return refusal;
  }
  return [...entries, ...(yield* splitIntoBatchesInSteps(letterings)).map(buildLetteredEvent)];
}

/** The entry that writes off what remains, or that books the exchange difference. */
function buildEntryOfMatch(match: Match, ids: WriteOffIds, code: string, file: CompanyFile) {
  const { lines, difference } = match;
  const { currency } = lines[0]!;
  const plan = currency
    ? planExchange(toExchange(match), file)
    : planWriteOff(toDifference(lines, fromCents(difference)), file);
  if (isRefusal(plan)) return plan;
  return currency
    ? buildExchangeEntry(plan, ids, { label: null, code, currency }, file)
    : buildWriteOffEntry(plan, ids, null, code, file);
}

/** Approximate size of an event without its data. */
const ENVELOPE = 1_000;
const A_LETTERING = 220;
const A_LINE = 90;
const AN_ENTRY = 900;
/** With the tax of one or two codes. */
const A_TAX_ENTRY = 2_400;

/** Takes as many matches, in order, as fit in one append of this size. At least one. */
export function selectFittingMatches(matches: readonly Match[], bytes: number, mayMoveTax = false): readonly Match[] {
  let left = bytes - ENVELOPE;
  const count = matches.findIndex((match) => {
    left -= A_LETTERING + A_LINE * (match.lines.length + 1) + (hasDifference(match) ? AN_ENTRY + ENVELOPE : 0);
    if (mayMoveTax) left -= A_TAX_ENTRY + ENVELOPE;
    // Reserve for the envelopes of further events.
    return left < bytes / 20;
  });
  return count === -1 ? matches : matches.slice(0, Math.max(count, 1));
}
