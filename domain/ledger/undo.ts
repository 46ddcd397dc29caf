import type { DomainEvent } from '../event.ts';
import { isSameJson } from '../json.ts';
import {
  blockUndo,
  isBlocked,
  toUndone,
  type Blocked,
  type Undone,
  type Undoing,
  type UndoRules,
} from '../history/undo.ts';
import { findDocumentOfEntry } from '../documents/facts.ts';
import { findDeducting } from '../documents/unbooking.ts';
import { blockIfSent } from '../documents/sent.ts';
import { postEntriesAgain } from '../lettering/post-again.ts';
import { decideAmendment } from './amendment.ts';
import type { entryEvents, EntryDetails, EntryEvent, LineAllocation, LineDispute } from './entry-events.ts';
import type { EntryFacts } from './entry-facts.ts';
import { findOwner, isOpeningBalance, isUndoneWith } from './owners.ts';
import {
  blockIfDeclared,
  blockIfLocked,
  collectDifferenceEntries,
  findEffectiveEntry,
  getEntryFacts,
} from './undo-context.ts';
import {
  decideReversal,
  countReversalLines,
  listLinesToMatch,
  listLinesToRematch,
  type EarlierPair,
} from './reversal.ts';

/** Undoing an entry reverses it. Undoing a correction restores the previous texts. */
export const ledgerUndo: UndoRules<typeof entryEvents> = {
  EntryPosted: {
    role: ({ layer }) => (layer === 'opening' ? 'manager' : 'encoder'),
    listNeeds: ({ id }) => ({ entries: [id] }),
    revert: ({ id }, undoing) => reverseEntry(getEntryFacts(undoing, id), undoing),
  },
  EntryReversed: {
    role: 'encoder',
    listNeeds: ({ id, reversed_by_entry_id }) => ({ entries: [id, reversed_by_entry_id] }),
    // If the reversing entry is undone too, that already covers this event.
    revert: ({ reversed_by_entry_id: id }, undoing) =>
      isPostedWith(undoing.together, id) ? [] : reverseEntry(getEntryFacts(undoing, id), undoing),
  },
  EntryAmended: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ entries: [id] }),
    revert: ({ id, changes, previous }, undoing) =>
      restoreDetails(getEntryFacts(undoing, id), changes, previous, undoing),
  },
  EntryLinesDisputed: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ entries: [id] }),
    revert: ({ id, lines, previous }, undoing) => restoreDisputes(getEntryFacts(undoing, id), lines, previous, undoing),
  },
  EntryLinesAllocated: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ entries: [id] }),
    revert: ({ id, lines, previous }, undoing) =>
      restoreAnalytics(getEntryFacts(undoing, id), lines, previous, undoing),
  },
};

const isPostedWith = (together: readonly DomainEvent[], id: number): boolean =>
  (together as readonly EntryEvent[]).some((event) => event.type === 'EntryPosted' && event.data.id === id);

function reverseEntry(requested: EntryFacts, undoing: Undoing): Undone {
  const { id } = requested;
  const { file, today, takeIds } = undoing;
  const owner = findOwner(requested, undoing);
  if (owner) return isUndoneWith(owner, requested, undoing) ? [] : owner.block(requested);
  const opening = findReversedOpening(requested, undoing);
  if (opening) return postOpeningAgain(opening, undoing);
  if (collectDifferenceEntries(undoing).has(id)) return [];
  const entry = findEffectiveEntry(requested, undoing);
  if (!entry) return blockUndo('entry_already_reversed', 'entries', requested.reversed_by_entry_id);
  const document = findDocumentOfEntry(undoing.facts.documents, entry);
  const deducting = findDeducting(document, entry.id);
  if (deducting !== null) return blockUndo('advance_deducted', 'documents', deducting);
  const lettered = blockIfMatched(requested) ?? blockIfMatched(entry);
  if (lettered) return lettered;
  const locked = blockIfLocked(entry.entry_date, file) ?? blockIfDeclared(entry, file);
  if (locked) return locked;
  // When a whole operation is undone, its events already restore the earlier matches.
  const isOwn = undoing.only === null && entry === requested;
  const earlier = isOwn ? undefined : findEarlierPair(requested, entry, undoing);
  const sent = document?.is_booked === true && document.last_entry_id === entry.id && blockIfSent(document, undoing);
  if (sent) return sent;
  const command = {
    type: 'ReverseEntry',
    facts: entry,
    ...(earlier && { earlier }),
    ...(document && { document }),
    entryId: takeIds('entries', 1)[0]!,
    lineIds: takeIds('entry_lines', countReversalLines(entry)),
    letteringIds: takeIds('letterings', listLinesToMatch(entry).length + listLinesToRematch(entry, earlier).length),
    entry_date: null,
    label: null,
    today,
    baseVersion: null,
  } as const;
  return toUndone(decideReversal(command, file), 'entries', id);
}

/** The opening balance that this entry has reversed. */
function findReversedOpening({ reversed_entry_id }: EntryFacts, { facts }: Undoing): EntryFacts | undefined {
  const entry = facts.entries.get(reversed_entry_id ?? 0);
  return entry && isOpeningBalance(entry) ? entry : undefined;
}

function postOpeningAgain(entry: EntryFacts, undoing: Undoing): Undone {
  const { fiscal_year_id: year } = entry;
  const current = undoing.file.ledger.openings.get(year);
  if (current !== undefined) return blockUndo('opening_balance_exists', 'entries', current);
  const posted = postEntriesAgain([entry], undoing);
  return isBlocked(posted) ? posted : posted.events;
}

/** Amounts matched with other entries would be open again. The user must undo those matches first. */
function blockIfMatched({ id, letterings, reversed_entry_id, reversed_by_entry_id }: EntryFacts): Blocked | null {
  const own = new Set([id, reversed_entry_id, reversed_by_entry_id]);
  const others = letterings.filter(({ lines }) => lines.some(({ entry_id }) => !own.has(entry_id)));
  if (others.length === 0) return null;
  return { blockers: others.map((lettering) => ({ code: 'undo_lettered', resource: 'lettering', id: lettering.id })) };
}

/**
 * For an entry that reversed a reversal: once it is reversed itself, that reversal counts again. It is matched with the
 * entry it had reversed, or with the entry that replaces it.
 */
function findEarlierPair(requested: EntryFacts, standsFor: EntryFacts, { facts }: Undoing): EarlierPair | undefined {
  const reversal = facts.entries.get(standsFor.reversed_entry_id ?? 0);
  const entry = standsFor === requested ? facts.entries.get(reversal?.reversed_entry_id ?? 0) : requested;
  return reversal && entry && { entry, reversal };
}

function restoreDisputes(
  facts: EntryFacts,
  lines: readonly LineDispute[],
  previous: readonly LineDispute[],
  { file }: Undoing,
): Undone {
  const hasChanged = ({ line_id, is_disputed, reason }: LineDispute): boolean => {
    const dispute = facts.lines.find(({ id }) => id === line_id)?.dispute ?? null;
    return (dispute !== null) !== is_disputed || (dispute ?? '') !== (reason ?? '');
  };
  if (lines.some(hasChanged)) return blockUndo('undo_changed_since', 'entries', facts.id, { field: 'is_disputed' });
  const command = { type: 'AmendEntry', facts, changes: {}, disputes: previous, baseVersion: null } as const;
  return toUndone(decideAmendment(command, file), 'entries', facts.id);
}

/** Codes that are now trashed or inactive cannot be restored on the lines. */
function restoreAnalytics(
  facts: EntryFacts,
  lines: readonly LineAllocation[],
  previous: readonly LineAllocation[],
  { file }: Undoing,
): Undone {
  const hasChanged = ({ line_id, analytics }: LineAllocation): boolean =>
    !isSameJson(facts.lines.find(({ id }) => id === line_id)?.analytics ?? [], analytics);
  if (lines.some(hasChanged)) return blockUndo('undo_changed_since', 'entries', facts.id, { field: 'analytics' });
  const allocations = previous.map(({ line_id, analytics }, index) => ({
    line_id,
    at: `lines.${index}`,
    analytics: analytics.map(({ code_id, share = null, amount }) => ({
      code: null,
      code_id,
      share,
      amount: share === null ? amount : null,
    })),
  }));
  const locked = blockIfLocked(facts.entry_date, file);
  if (locked) return locked;
  const command = { type: 'AmendEntry', facts, changes: {}, allocations, baseVersion: null } as const;
  return toUndone(decideAmendment(command, file), 'entries', facts.id);
}

function restoreDetails(entry: EntryFacts, changes: EntryDetails, previous: EntryDetails, { file }: Undoing): Undone {
  const names = Object.keys(changes) as (keyof EntryDetails)[];
  const moved = names.filter((name) => (entry[name] ?? null) !== (changes[name] ?? null));
  if (moved.length > 0)
    return {
      blockers: moved.map((field) => ({
        code: 'undo_changed_since',
        resource: 'entries',
        id: entry.id,
        params: { field },
      })),
    };
  const locked = blockIfLocked(entry.entry_date, file);
  if (locked) return locked;
  const command = { type: 'AmendEntry', facts: entry, changes: previous, baseVersion: null } as const;
  return toUndone(decideAmendment(command, file), 'entries', entry.id);
}
