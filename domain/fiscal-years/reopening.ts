import type { CompanyFile } from '../company-file-state.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import type { EntryFacts } from '../ledger/entry-facts.ts';
import { evolveLedger } from '../ledger/state.ts';
import { linesOfReversal, linesToLetter, reversalOf } from '../ledger/reversal.ts';
import type { LetteringEvent } from '../lettering/lettering-events.ts';
import { evolveLettering } from '../lettering/state.ts';
import { isRefusal, refuse, type Decision } from '../refusal.ts';
import { yearConcerned } from './fiscal-year.ts';
import { yearAfter } from './state.ts';
import type { ClosedYear, FiscalYearEvent } from './fiscal-year-events.ts';

/**
 * A closed year is opened again: the entries of its closing are taken back on their own days, as what they were, so that
 * every balance is what it was before. The next year stays, also when the closing has opened it.
 */

export interface ReopenFiscalYear {
  readonly type: 'ReopenFiscalYear';
  readonly id: number;
  readonly baseVersion: number | null;
  /** Those of `entriesOfClosing`, each with the ids that its reversal takes. */
  readonly entries: readonly ClosingEntry[];
}

export interface ClosingEntry {
  readonly facts: EntryFacts;
  readonly entryId: number;
  /** `linesOfReversal` of them. */
  readonly lineIds: readonly number[];
  /** One for each of `linesToLetter`. */
  readonly letteringIds: readonly number[];
}

export { linesOfReversal, linesToLetter };

/** In the order in which they are taken back: the last posted first. */
export function entriesOfClosing(closing: ClosedYear): readonly number[] {
  const { opening_entry_id, closing_entry_id, appropriation_entry_id } = closing;
  return [opening_entry_id, closing_entry_id, appropriation_entry_id]
    .filter((id) => id !== undefined)
    .sort((one, other) => other - one);
}

export function decideReopening(
  command: ReopenFiscalYear,
  before: CompanyFile,
): Decision<FiscalYearEvent | EntryEvent | LetteringEvent> {
  const year = yearConcerned(command, before.fiscalYears);
  if (isRefusal(year)) return year;
  if (!year.closing) return refuse('fiscal_year_not_closed', { field: 'id', params: { year: year.code } });
  const next = yearAfter(year, before.fiscalYears);
  if (next?.closing) return refuse('next_fiscal_year_closed', { field: 'id', params: { year: next.code } });
  const events: (FiscalYearEvent | EntryEvent | LetteringEvent)[] = [];
  let file = before;
  // A lettering that holds lines of two of these entries is undone once.
  const undone = new Set<number>();
  for (const entryId of entriesOfClosing(year.closing)) {
    const entry = command.entries.find(({ facts }) => facts.id === entryId);
    if (!entry) throw new Error(`Entry ${entryId} of the closing of fiscal year ${year.id} is missing`);
    const { facts, ...ids } = entry;
    const { entry_date, origin } = facts;
    const letterings = facts.letterings.filter(({ id }) => !undone.has(id));
    letterings.forEach(({ id }) => undone.add(id));
    for (const event of reversalOf({ ...facts, letterings }, { ...ids, entry_date, label: null, origin }, file)) {
      events.push(event);
      file = evolved(file, event);
    }
  }
  return [...events, { type: 'FiscalYearReopened', data: { id: year.id, version: year.version + 1 } }];
}

function evolved(file: CompanyFile, event: EntryEvent | LetteringEvent): CompanyFile {
  return event.type === 'LinesLettered' || event.type === 'LinesUnlettered'
    ? { ...file, lettering: evolveLettering(file.lettering, event) }
    : { ...file, ledger: evolveLedger(file.ledger, event) };
}
