import type { DomainEvent } from '../event.ts';
import { blockUndo, isBlocked, type Blocked, type Undoing } from '../history/undo.ts';
import { copyEntry } from '../ledger/copy-entry.ts';
import type { EntryFacts } from '../ledger/entry-facts.ts';
import { blockIfDeclared, blockIfLocked } from '../ledger/undo-context.ts';
import type { LetteringEvent } from './lettering-events.ts';
import { redoLettering, type ReplacedLines } from './redo.ts';

/** Entries that were reversed and are posted again. The originals stay matched with their reversals. */
export interface PostedAgain {
  readonly events: readonly DomainEvent[];
  /** The new entry, by the id of the original. */
  readonly ids: ReadonlyMap<number, number>;
}

/** Closings also post in locked periods. */
export interface PostingTerms {
  readonly ignoresLocks: boolean;
}

/**
 * Posts reversed entries again on their own dates, and matches their lines again with everything that the same operation
 * had unmatched.
 */
export function postEntriesAgain(
  entries: readonly EntryFacts[],
  undoing: Undoing,
  { ignoresLocks }: PostingTerms = { ignoresLocks: false },
): PostedAgain | Blocked {
  const blocked = entries.flatMap((entry) => findBlocker(entry, undoing, ignoresLocks)?.blockers ?? []);
  if (blocked.length > 0) return { blockers: blocked };
  const events: DomainEvent[] = [];
  const ids = new Map<number, number>();
  const replaced = new Map<number, { readonly line_id: number; readonly entry_id: number }>();
  let now = undoing;
  const add = (event: DomainEvent): void => {
    const file = undoing.evolve(now.file, event);
    now = { ...now, file, facts: undoing.evolveFacts(now.facts, event, file) };
    events.push(event);
  };
  for (const entry of entries) {
    const copy = copyEntry(entry, entry.entry_date, now);
    add(copy);
    ids.set(entry.id, copy.data.id);
    undoing.postedAgain.set(entry.id, copy.data.id);
    for (const [index, { id }] of entry.lines.entries())
      replaced.set(id, { line_id: copy.data.lines[index]!.id, entry_id: copy.data.id });
  }
  for (const id of listLetteringsToRedo(undoing, replaced)) {
    const lettered = redoLettering(id, now, replaced);
    if (isBlocked(lettered)) return lettered;
    lettered.forEach(add);
  }
  return { events, ids };
}

function findBlocker(entry: EntryFacts, { file, facts }: Undoing, ignoresLocks: boolean): Blocked | null {
  const { id, status, reversed_by_entry_id, entry_date } = entry;
  const reversal = facts.entries.get(reversed_by_entry_id ?? 0);
  if (status !== 'reversed') return blockUndo('undo_entry_in_force', 'entries', id);
  // Someone has reversed the reversal: the entry already counts again.
  if (reversal?.status === 'reversed')
    return blockUndo('undo_entry_in_force', 'entries', reversal.reversed_by_entry_id);
  return ignoresLocks ? null : (blockIfLocked(entry_date, file) ?? blockIfDeclared(entry, file));
}

/** Earliest first, as their codes are given in order. */
function listLetteringsToRedo({ together }: Undoing, replaced: ReplacedLines): readonly number[] {
  return (together as readonly LetteringEvent[]).flatMap((event) =>
    event.type === 'LinesUnlettered'
      ? event.data.letterings
          .filter(({ lines }) => lines.some(({ line_id }) => replaced.has(line_id)))
          .map(({ id }) => id)
      : [],
  );
}
