import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import type { DomainEvent } from '../event.ts';
import { sameJson } from '../json.ts';
import {
  FactsNotRead,
  blocked,
  unlessRefused,
  type Blocked,
  type Undone,
  type Undoing,
  type UndoRules,
} from '../history/undo.ts';
import type { LetteringEvent } from '../lettering/lettering-events.ts';
import { documentOfEntry } from '../documents/facts.ts';
import { closingReturn } from '../vat-declarations/state.ts';
import { entriesOfMatches } from '../bank/matched-entries.ts';
import { decideAmendment } from './amendment.ts';
import type {
  entryEvents,
  EntryDetails,
  EntryEvent,
  EntryOrigin,
  LineAllocation,
  LineDispute,
} from './entry-events.ts';
import type { EntryFacts } from './entry-facts.ts';
import { isReported, lockOf, placeOf } from './place.ts';
import {
  decideReversal,
  isOfFixedAssets,
  linesOfReversal,
  linesToLetter,
  linesToLetterAgain,
  type EarlierPair,
} from './reversal.ts';

/** An entry that is taken back is reversed, as it always is; what was put right of its words is as it was. */
export const ledgerUndo: UndoRules<typeof entryEvents> = {
  EntryPosted: {
    role: ({ origin }) => (origin === 'opening_balance' ? 'manager' : 'encoder'),
    needs: ({ id }) => ({ entries: [id] }),
    back: ({ id }, undoing) => reversed(entryIn(undoing, id), undoing),
  },
  EntryReversed: {
    role: 'encoder',
    needs: ({ id, reversed_by_entry_id }) => ({ entries: [id, reversed_by_entry_id] }),
    // The entry that took it back is taken back itself, and with it this.
    back: ({ reversed_by_entry_id: id }, undoing) =>
      isPostedWith(undoing.together, id) ? [] : reversed(entryIn(undoing, id), undoing),
  },
  EntryAmended: {
    role: 'encoder',
    needs: ({ id }) => ({ entries: [id] }),
    back: ({ id, changes, previous }, undoing) => wordsBack(entryIn(undoing, id), changes, previous, undoing),
  },
  EntryLinesDisputed: {
    role: 'encoder',
    needs: ({ id }) => ({ entries: [id] }),
    back: ({ id, lines, previous }, undoing) => disputesBack(entryIn(undoing, id), lines, previous, undoing),
  },
  EntryLinesAllocated: {
    role: 'encoder',
    needs: ({ id }) => ({ entries: [id] }),
    back: ({ id, lines, previous }, undoing) => codesBack(entryIn(undoing, id), lines, previous, undoing),
  },
};

export function entryIn({ facts }: Undoing, id: number): EntryFacts {
  const entry = facts.entries.get(id);
  if (!entry) throw new FactsNotRead(`Entry ${id} was not read`);
  return entry;
}

const isPostedWith = (together: readonly DomainEvent[], id: number): boolean =>
  (together as readonly EntryEvent[]).some((event) => event.type === 'EntryPosted' && event.data.id === id);

const OF_A_CLOSING: readonly EntryOrigin[] = ['appropriation', 'closing', 'opening'];

/** Those that see to their entries themselves. */
const ASSET_EVENTS: readonly DomainEvent['type'][] = [
  'FixedAssetsDepreciated',
  'FixedAssetsDepreciationTakenBack',
  'FixedAssetAdjusted',
  'FixedAssetAdjustmentTakenBack',
  'FixedAssetDisposed',
  'FixedAssetDisposalTakenBack',
];

function reversed(requested: EntryFacts, undoing: Undoing): Undone {
  const { id, origin } = requested;
  const { file, together, today, ids } = undoing;
  const types = new Set(together.map(({ type }) => type));
  if (OF_A_CLOSING.includes(origin))
    return types.has('FiscalYearClosed') || types.has('FiscalYearReopened')
      ? []
      : blocked('undo_of_closing', 'fiscal-years', requested.fiscal_year_id);
  if (origin === 'tax_on_payment')
    return types.has('LinesLettered') || types.has('LinesUnlettered')
      ? []
      : blocked('entry_of_lettering', 'entries', id);
  if (origin === 'vat_settlement')
    return types.has('VatDeclarationValidated') || types.has('VatDeclarationReopened')
      ? []
      : blocked('entry_of_vat_declaration', 'vat-declarations', null);
  if (origin === 'bank_transaction')
    return entriesOfMatches(together).has(id) ? [] : blocked('entry_of_bank_transaction', 'entries', id);
  if (isOfFixedAssets(origin))
    return ASSET_EVENTS.some((type) => types.has(type)) ? [] : blocked('entry_of_fixed_asset', 'entries', id);
  if (differencesOf(undoing).has(id)) return [];
  const entry = standing(requested, undoing);
  if (!entry) return blocked('entry_already_reversed', 'entries', requested.reversed_by_entry_id);
  const lettered = letteringsOfOthers(requested) ?? letteringsOfOthers(entry);
  if (lettered) return lettered;
  const locked = lockedOn(entry.entry_date, file) ?? declaredBy(entry, file);
  if (locked) return locked;
  // Of a whole operation, its events say what settled what before.
  const isOwn = undoing.only === null && entry === requested;
  const earlier = isOwn ? undefined : earlierPair(requested, entry, undoing);
  const document = documentOfEntry(undoing.facts.documents, entry);
  const command = {
    type: 'ReverseEntry',
    facts: entry,
    ...(earlier && { earlier }),
    ...(document && { document }),
    entryId: ids('entries', 1)[0]!,
    lineIds: ids('entry_lines', linesOfReversal(entry)),
    letteringIds: ids('letterings', linesToLetter(entry).length + linesToLetterAgain(entry, earlier).length),
    ...{ entry_date: null, label: null, today, baseVersion: null },
  } as const;
  return unlessRefused(decideReversal(command, file), 'entries', id);
}

/** The entry itself, or what counts in its place since its reversal was reversed; null when nothing does. */
function standing(entry: EntryFacts, { facts }: Undoing): EntryFacts | null {
  let current = entry;
  while (current.status === 'reversed') {
    const reversal = facts.entries.get(current.reversed_by_entry_id ?? 0);
    const next = facts.entries.get(reversal?.reversed_by_entry_id ?? 0);
    if (!next) return null;
    current = next;
  }
  return current;
}

/**
 * Entries that letterings taken back or restored here bring along: those that took a difference, and what has taken them back
 * since. Lettering sees to them.
 */
export function differencesOf({ together, facts }: Undoing): ReadonlySet<number> {
  const differences = new Set<number>();
  const events = together as readonly (EntryEvent | LetteringEvent)[];
  for (const event of events) {
    if (event.type === 'LinesLettered')
      for (const { difference_entry_id: id } of event.data.letterings) if (id !== undefined) differences.add(id);
    if (event.type === 'LinesUnlettered')
      for (const { id: letteringId } of event.data.letterings) {
        const id = facts.letterings.get(letteringId)?.difference_entry_id;
        if (id !== undefined) differences.add(id);
      }
  }
  for (const event of events)
    if (event.type === 'EntryPosted' && differences.has(event.data.reversed_entry_id ?? 0))
      differences.add(event.data.id);
  return differences;
}

/** What was settled with other entries would be open again: that must be undone first, and knowingly. */
function letteringsOfOthers({ id, letterings, reversed_entry_id, reversed_by_entry_id }: EntryFacts): Blocked | null {
  const own = new Set([id, reversed_entry_id, reversed_by_entry_id]);
  const others = letterings.filter(({ lines }) => lines.some(({ entry_id }) => !own.has(entry_id)));
  if (others.length === 0) return null;
  return { blockers: others.map((lettering) => ({ code: 'undo_lettered', resource: 'lettering', id: lettering.id })) };
}

/** A validated return that says what the entry has done. */
function declaredBy({ entry_date, vat }: EntryFacts, { vatDeclarations }: CompanyFile): Blocked | null {
  const declared = isReported(vat) ? closingReturn(vatDeclarations, entry_date) : undefined;
  return declared ? blocked('undo_vat_declared', 'vat-declarations', declared.id) : null;
}

export function lockedOn(date: PlainDate, { fiscalYears }: CompanyFile): Blocked | null {
  const place = placeOf(fiscalYears, date);
  const lock = place && lockOf(place);
  return lock ? blocked(lock, 'fiscal-years', place.year.id, { field: 'entry_date' }) : null;
}

/**
 * An entry that takes back a reversal: the reversal counts again once it is reversed itself, and settles what it had reversed, or
 * the entry in whose place all of them stand.
 */
function earlierPair(requested: EntryFacts, standsFor: EntryFacts, { facts }: Undoing): EarlierPair | undefined {
  const reversal = facts.entries.get(standsFor.reversed_entry_id ?? 0);
  const entry = standsFor === requested ? facts.entries.get(reversal?.reversed_entry_id ?? 0) : requested;
  return reversal && entry && { entry, reversal };
}

function disputesBack(
  facts: EntryFacts,
  lines: readonly LineDispute[],
  previous: readonly LineDispute[],
  { file }: Undoing,
): Undone {
  const isMoved = ({ line_id, is_disputed, reason }: LineDispute): boolean => {
    const dispute = facts.lines.find(({ id }) => id === line_id)?.dispute ?? null;
    return (dispute !== null) !== is_disputed || (dispute ?? '') !== (reason ?? '');
  };
  if (lines.some(isMoved)) return blocked('undo_changed_since', 'entries', facts.id, { field: 'is_disputed' });
  const command = { type: 'AmendEntry', facts, changes: {}, disputes: previous, baseVersion: null } as const;
  return unlessRefused(decideAmendment(command, file), 'entries', facts.id);
}

/** Codes that have gone to the recycle bin since, or are no longer used, keep lines from being told by them again. */
function codesBack(
  facts: EntryFacts,
  lines: readonly LineAllocation[],
  previous: readonly LineAllocation[],
  { file }: Undoing,
): Undone {
  const isMoved = ({ line_id, analytics }: LineAllocation): boolean =>
    !sameJson(facts.lines.find(({ id }) => id === line_id)?.analytics ?? [], analytics);
  if (lines.some(isMoved)) return blocked('undo_changed_since', 'entries', facts.id, { field: 'analytics' });
  const allocations = previous.map(({ line_id, analytics }, index) => ({
    line_id,
    at: `lines.${index}`,
    analytics: analytics.map(({ code_id, share = null, amount }) => ({
      ...{ code: null, code_id, share },
      amount: share === null ? amount : null,
    })),
  }));
  const locked = lockedOn(facts.entry_date, file);
  if (locked) return locked;
  const command = { type: 'AmendEntry', facts, changes: {}, allocations, baseVersion: null } as const;
  return unlessRefused(decideAmendment(command, file), 'entries', facts.id);
}

function wordsBack(entry: EntryFacts, changes: EntryDetails, previous: EntryDetails, { file }: Undoing): Undone {
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
  const locked = lockedOn(entry.entry_date, file);
  if (locked) return locked;
  const command = { type: 'AmendEntry', facts: entry, changes: previous, baseVersion: null } as const;
  return unlessRefused(decideAmendment(command, file), 'entries', entry.id);
}
