import { blockUndo, isBlocked, undoNothing, type Undone, type Undoing, type UndoRules } from '../history/undo.ts';
import type { DomainEvent } from '../event.ts';
import { buildReversal, countReversalLines, listLinesToMatch } from '../ledger/reversal.ts';
import { blockIfLocked, getEntryFacts } from '../ledger/undo-context.ts';
import { postEntriesAgain } from '../lettering/post-again.ts';
import type { Revaluation, revaluationEvents } from './revaluation-events.ts';
import { findLastOfYear } from './state.ts';

const NAME = 'fiscal-years';

/** Only the last revaluation of a year can be undone, together with its entries: earlier ones must wait for that. */
export const revaluationUndo: UndoRules<typeof revaluationEvents> = {
  CurrenciesRevalued: {
    role: 'manager',
    listNeeds: ({ entries }) => ({ entries: entries.map(({ entry_id }) => entry_id) }),
    revert: (revaluation, undoing) => takeBack(revaluation, undoing),
  },
  RevaluedItemsListed: undoNothing('manager'),
  RevaluationTakenBack: {
    role: 'manager',
    isWhole: () => true,
    listNeeds: ({ entries }) => ({ entries: entries.map(({ entry_id }) => entry_id) }),
    revert: (taken, undoing) => revalueAgain(taken, undoing),
  },
};

function takeBack(revaluation: Revaluation, undoing: Undoing): Undone {
  const { id, fiscal_year_id, entries } = revaluation;
  const last = findLastOfYear(undoing.file.revaluations, fiscal_year_id);
  if (last?.id !== id) return blockUndo('undo_revaluation_later', NAME, fiscal_year_id);
  const events: DomainEvent[] = [];
  let { file, facts } = undoing;
  for (const { entry_id } of entries.toReversed()) {
    const reversal = reverseEntry(entry_id, { ...undoing, file, facts });
    if (isBlocked(reversal)) return reversal;
    for (const event of reversal) {
      file = undoing.evolve(file, event);
      facts = undoing.evolveFacts(facts, event, file);
      events.push(event);
    }
  }
  const data = { ...revaluation, version: last.version + 1 };
  return [...events, { type: 'RevaluationTakenBack', data }];
}

function reverseEntry(entryId: number, undoing: Undoing): Undone {
  const facts = getEntryFacts(undoing, entryId);
  const { file, takeIds } = undoing;
  if (facts.status === 'reversed') return blockUndo('entry_already_reversed', 'entries', facts.reversed_by_entry_id);
  const locked = blockIfLocked(facts.entry_date, file);
  if (locked) return locked;
  const reversal = {
    entryId: takeIds('entries', 1)[0]!,
    lineIds: takeIds('entry_lines', countReversalLines(facts)),
    letteringIds: takeIds('letterings', listLinesToMatch(facts).length),
    entry_date: facts.entry_date,
    label: null,
    origin: facts.origin,
  };
  return buildReversal(facts, reversal, file);
}

/** Only if nothing was revalued since. */
function revalueAgain(taken: Revaluation, undoing: Undoing): Undone {
  const last = undoing.file.revaluations.all.at(-1);
  if (last?.id !== taken.id || !last.is_taken_back)
    return blockUndo('undo_revaluation_later', NAME, taken.fiscal_year_id);
  const reversed = taken.entries.map(({ entry_id }) => getEntryFacts(undoing, entry_id));
  const posted = postEntriesAgain(reversed, undoing);
  if (isBlocked(posted)) return posted;
  const entries = taken.entries.map(({ part, entry_id }) => ({ part, entry_id: posted.ids.get(entry_id)! }));
  return [...posted.events, { type: 'CurrenciesRevalued', data: { ...taken, version: last.version + 1, entries } }];
}
