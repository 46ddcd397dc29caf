import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { FactsNotRead, blockUndo, type Blocked, type Undoing } from '../history/undo.ts';
import { getDifferenceEntryId, type LetteringEvent } from '../lettering/lettering-events.ts';
import { findClosingReturn } from '../vat-declarations/state.ts';
import type { EntryEvent } from './entry-events.ts';
import type { EntryFacts } from './entry-facts.ts';
import { isReported, findLock, findPlace } from './place.ts';

/** What the undo rules of all subjects need to know about entries. */

export function getEntryFacts({ facts }: Undoing, id: number): EntryFacts {
  const entry = facts.entries.get(id);
  if (!entry) throw new FactsNotRead(`Entry ${id} was not read`);
  return entry;
}

/** The entry itself, or the one that replaces it: posted again, or after its reversal was reversed. Null if none counts. */
export function findEffectiveEntry(entry: EntryFacts, { facts, postedAgain }: Undoing): EntryFacts | null {
  let current = facts.entries.get(postedAgain.get(entry.id) ?? entry.id) ?? entry;
  while (current.status === 'reversed') {
    const reversal = facts.entries.get(current.reversed_by_entry_id ?? 0);
    const next = facts.entries.get(reversal?.reversed_by_entry_id ?? 0);
    if (!next) return null;
    current = next;
  }
  return current;
}

/** Entries that the undone or restored letterings handle: those that wrote off a difference, and their later reversals. */
export function collectDifferenceEntries({ together, facts }: Undoing): ReadonlySet<number> {
  const differences = new Set<number>();
  const events = together as readonly (EntryEvent | LetteringEvent)[];
  for (const event of events) {
    if (event.type === 'LinesLettered')
      for (const lettering of event.data.letterings) {
        const id = getDifferenceEntryId(lettering);
        if (id !== undefined) differences.add(id);
      }
    if (event.type === 'LinesUnlettered')
      for (const { id: letteringId } of event.data.letterings) {
        const known = facts.letterings.get(letteringId);
        const id = known && getDifferenceEntryId(known);
        if (id !== undefined) differences.add(id);
      }
  }
  for (const event of events)
    if (event.type === 'EntryPosted' && differences.has(event.data.reversed_entry_id ?? 0))
      differences.add(event.data.id);
  return differences;
}

/** Blocked by a validated return that includes the entry. */
export function blockIfDeclared({ entry_date, vat }: EntryFacts, { vatDeclarations }: CompanyFile): Blocked | null {
  const declared = isReported(vat) ? findClosingReturn(vatDeclarations, entry_date) : undefined;
  return declared ? blockUndo('undo_vat_declared', 'vat-declarations', declared.id) : null;
}

export function blockIfLocked(date: PlainDate, { fiscalYears }: CompanyFile): Blocked | null {
  const place = findPlace(fiscalYears, date);
  const lock = place && findLock(place);
  return lock ? blockUndo(lock, 'fiscal-years', place.year.id, { field: 'entry_date' }) : null;
}

/** Two entries with the same description say the same: one was posted again for the other. */
export const describeEntry = ({ journal_id, entry_date, origin, layer, lines }: EntryFacts): string =>
  JSON.stringify([
    journal_id,
    entry_date,
    origin,
    layer,
    lines.map(({ account_id, third_party_id, debit, credit, currency, currency_amount }) => [
      ...[account_id, third_party_id, debit, credit],
      ...(currency === undefined ? [] : [currency, currency_amount]),
    ]),
  ]);
