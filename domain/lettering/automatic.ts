import type { CompanyFile } from '../company-file-state.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import { paidDocuments, type PaymentTax } from '../ledger/payment-tax.ts';
import { evolveLedger } from '../ledger/state.ts';
import { ofCents } from '../money.ts';
import { batching } from '../batches.ts';
import { isRefusal, type Decision, type Refusal } from '../refusal.ts';
import { atOnce, type Steps } from '../steps.ts';
import { canBeWrittenOff, postedWriteOff, writeOffOf, type DifferenceOf, type WriteOffIds } from './difference.ts';
import type { Lettering, LetteringEvent } from './lettering-events.ts';
import { letteringCode } from './state.ts';
import { latestDate, lettered, letteringOf, withMovedTax } from './lettering.ts';
import { matching, type Match, type Matching } from './matching.ts';
import type { OpenLine } from './open-line.ts';

/** Automatic lettering: what is found to belong together is lettered, all of it in one operation. */

export interface LetterAutomatically {
  readonly type: 'LetterAutomatically';
  readonly matches: readonly Match[];
  /** One for each match. */
  readonly letteringIds: readonly number[];
  /** One for each match with a difference. */
  readonly writeOffIds: readonly WriteOffIds[];
  readonly payment?: PaymentTax;
}

export const proposedMatches = (lines: readonly OpenLine[], maxItems: number, file: CompanyFile): Matching =>
  atOnce(proposals(lines, maxItems, file));

/** What can be lettered now. A difference is written off only where the lines say that they belong together. */
export function proposals(lines: readonly OpenLine[], maxItems: number, file: CompanyFile): Steps<Matching> {
  return matching(lines, {
    maxItems,
    mayDiffer: (some, cents) => canBeWrittenOff(differenceOf(some, cents), file),
  });
}

function differenceOf(lines: readonly OpenLine[], cents: bigint): DifferenceOf {
  const { account_id, third_party_id } = lines[0]!;
  const amount = ofCents(cents);
  return { amount, account_id, third_party_id, entry_date: latestDate(lines), journal_id: null };
}

export const decideAutomatic = (
  command: LetterAutomatically,
  file: CompanyFile,
): Decision<LetteringEvent | EntryEvent> => atOnce(automaticInSteps(command, file));

export function* automaticInSteps(
  command: LetterAutomatically,
  file: CompanyFile,
): Steps<Decision<LetteringEvent | EntryEvent>> {
  let { ledger } = file;
  let differences = 0;
  const entries: EntryEvent[] = [];
  const letterings: Lettering[] = [];
  const { payment } = command;
  const documents = paidDocuments(payment?.documents ?? [], file);
  let [taxEntries, taxLines] = [0, 0];
  const settle = (lettering: Lettering): Refusal | null => {
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
  for (const [index, { reason, lines, difference }] of command.matches.entries()) {
    yield;
    const code = letteringCode(file.lettering.count + index + 1);
    const settlement = { id: command.letteringIds[index]!, code, origin: 'automatic', reason } as const;
    const inFull = lines.map((line) => ({ line, amount: line.open }));
    if (difference === 0n) {
      const refusal = settle(letteringOf(settlement, inFull));
      if (refusal) return refusal;
      continue;
    }
    const writeOff = writeOffOf(differenceOf(lines, difference), file);
    if (isRefusal(writeOff)) return writeOff;
    // Each on what the one before leaves, so that their numbers follow one another.
    const entry = postedWriteOff(writeOff, command.writeOffIds[differences]!, null, code, { ...file, ledger });
    differences += 1;
    ledger = evolveLedger(ledger, entry);
    entries.push(entry);
    const refusal = settle(letteringOf(settlement, inFull, entry.data));
    if (refusal) return refusal;
  }
  return [...entries, ...(yield* batching(letterings)).map(lettered)];
}

/** About what an event weighs besides its data. */
const ENVELOPE = 1_000;
const A_LETTERING = 220;
const A_LINE = 90;
const AN_ENTRY = 900;
/** With the tax of a code or two. */
const A_TAX_ENTRY = 2_400;

/** As many of the matches, in their order, as one append of so many bytes takes; at least one. */
export function fitting(matches: readonly Match[], bytes: number, mayMoveTax = false): readonly Match[] {
  let left = bytes - ENVELOPE;
  const count = matches.findIndex(({ lines, difference }) => {
    left -= A_LETTERING + A_LINE * (lines.length + 1) + (difference === 0n ? 0 : AN_ENTRY + ENVELOPE);
    if (mayMoveTax) left -= A_TAX_ENTRY + ENVELOPE;
    // Every so many of them begin another event, with an envelope of its own.
    return left < bytes / 20;
  });
  return count === -1 ? matches : matches.slice(0, Math.max(count, 1));
}
