import { onFacts, type FactsOfSubject, type UndoFacts } from '../history/undo.ts';
import type { LetteringFacts, LineFacts } from '../ledger/entry-facts.ts';
import { add, negate, ZERO, type SignedAmount } from '../money.ts';
import { letteringEvents, type LetteredLine, type Lettering } from './lettering-events.ts';

export interface KnownLettering extends Omit<Lettering, 'moved_tax'> {
  readonly version: number;
  readonly has_moved_tax: boolean;
  readonly is_undone: boolean;
}

declare module '../history/undo.ts' {
  interface UndoFacts {
    /** Includes those undone since. */
    readonly letterings: ReadonlyMap<number, KnownLettering>;
  }
  interface UndoNeeds {
    readonly letterings?: readonly number[];
  }
}

export const letteringUndoFacts = {
  none: { letterings: new Map() },
  evolve: [
    onFacts(letteringEvents, (facts, event) =>
      event.type === 'LinesLettered'
        ? event.data.letterings.reduce(withLettering, facts)
        : event.data.letterings.reduce(
            (left, { id, version, lines }) => withoutLettering(left, id, version, lines),
            facts,
          ),
    ),
  ],
} satisfies FactsOfSubject;

function withLettering(facts: UndoFacts, { moved_tax, ...lettering }: Lettering): UndoFacts {
  const { id, lines, settled_on } = lettering;
  const has_moved_tax = moved_tax !== undefined;
  const inForce: LetteringFacts = { id, version: 1, lines, ...(has_moved_tax && { tax_moved_on: settled_on }) };
  const known = { ...lettering, version: 1, has_moved_tax, is_undone: false };
  return {
    ...facts,
    letterings: new Map(facts.letterings).set(id, known),
    entries: updateSettledLines(
      facts.entries,
      lines,
      (letterings) => [...letterings, inForce],
      (amount) => amount,
    ),
  };
}

function withoutLettering(facts: UndoFacts, id: number, version: number, lines: readonly LetteredLine[]): UndoFacts {
  const before = facts.letterings.get(id);
  return {
    ...facts,
    letterings: before ? new Map(facts.letterings).set(id, { ...before, version, is_undone: true }) : facts.letterings,
    entries: updateSettledLines(
      facts.entries,
      lines,
      (letterings) => letterings.filter((one) => one.id !== id),
      negate,
    ),
  };
}

function updateSettledLines(
  entries: UndoFacts['entries'],
  lines: readonly LetteredLine[],
  letterings: (before: readonly LetteringFacts[]) => readonly LetteringFacts[],
  sign: (amount: SignedAmount) => SignedAmount,
): UndoFacts['entries'] {
  const after = new Map(entries);
  for (const entryId of new Set(lines.map(({ entry_id }) => entry_id))) {
    const entry = after.get(entryId);
    if (!entry) continue;
    const amounts = new Map(lines.map((line) => [line.line_id, line]));
    after.set(entryId, {
      ...entry,
      letterings: letterings(entry.letterings),
      lines: entry.lines.map((line) => withSettled(line, amounts.get(line.id), sign)),
    });
  }
  return after;
}

function withSettled(
  line: LineFacts,
  part: LetteredLine | undefined,
  sign: (amount: SignedAmount) => SignedAmount,
): LineFacts {
  if (!part) return line;
  const settled = add(line.settled, sign(part.amount));
  if (part.currency_amount === undefined) return { ...line, settled };
  return { ...line, settled, currency_settled: add(line.currency_settled ?? ZERO, sign(part.currency_amount)) };
}
