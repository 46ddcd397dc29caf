import type { CompanyFile } from '../company-file-state.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import type { EntryFacts } from '../ledger/entry-facts.ts';
import { evolveLedger } from '../ledger/state.ts';
import { countReversalLines, listLinesToMatch, buildReversal } from '../ledger/reversal.ts';
import type { LetteringEvent } from '../lettering/lettering-events.ts';
import { evolveLettering } from '../lettering/state.ts';
import { isRefusal, refuse, type Decision } from '../refusal.ts';
import { resolveFiscalYear } from './fiscal-year.ts';
import { findNextYear } from './state.ts';
import type { ClosedYear, FiscalYearEvent } from './fiscal-year-events.ts';

/**
 * Reopens a closed year. Its closing entries are reversed on their own dates and with their own origin, so that every
 * balance is restored. The next year stays, even if the closing opened it.
 */

export interface ReopenFiscalYear {
  readonly type: 'ReopenFiscalYear';
  readonly id: number;
  readonly baseVersion: number | null;
  /** The entries that `listClosingEntryIds` returns, each with the ids for its reversal. */
  readonly entries: readonly ClosingEntry[];
}

export interface ClosingEntry {
  readonly facts: EntryFacts;
  readonly entryId: number;
  /** One per line of the reversal. */
  readonly lineIds: readonly number[];
  /** One per line to match. */
  readonly letteringIds: readonly number[];
}

export { countReversalLines, listLinesToMatch };

/** In order of reversal: the entry posted last comes first. */
export function listClosingEntryIds(closing: ClosedYear): readonly number[] {
  const { opening_entry_id, closing_entry_id, appropriation_entry_id } = closing;
  return [opening_entry_id, closing_entry_id, appropriation_entry_id]
    .filter((id) => id !== undefined)
    .sort((one, other) => other - one);
}

export function decideReopening(
  command: ReopenFiscalYear,
  before: CompanyFile,
): Decision<FiscalYearEvent | EntryEvent | LetteringEvent> {
  const year = resolveFiscalYear(command, before.fiscalYears);
  if (isRefusal(year)) return year;
  if (!year.closing) return refuse('fiscal_year_not_closed', { field: 'id', params: { year: year.code } });
  const next = findNextYear(year, before.fiscalYears);
  if (next?.closing) return refuse('next_fiscal_year_closed', { field: 'id', params: { year: next.code } });
  const events: (FiscalYearEvent | EntryEvent | LetteringEvent)[] = [];
  let file = before;
  // A match that contains lines of two of these entries is undone only once.
  const undone = new Set<number>();
  for (const entryId of listClosingEntryIds(year.closing)) {
    const entry = command.entries.find(({ facts }) => facts.id === entryId);
    if (!entry) throw new Error(`Entry ${entryId} from the closing of fiscal year ${year.id} is missing`);
    const { facts, ...ids } = entry;
    const { entry_date, origin } = facts;
    const letterings = facts.letterings.filter(({ id }) => !undone.has(id));
    letterings.forEach(({ id }) => undone.add(id));
    for (const event of buildReversal({ ...facts, letterings }, { ...ids, entry_date, label: null, origin }, file)) {
      events.push(event);
      file = applyEvent(file, event);
    }
  }
  return [...events, { type: 'FiscalYearReopened', data: { id: year.id, version: year.version + 1 } }];
}

function applyEvent(file: CompanyFile, event: EntryEvent | LetteringEvent): CompanyFile {
  return event.type === 'LinesLettered' || event.type === 'LinesUnlettered'
    ? { ...file, lettering: evolveLettering(file.lettering, event) }
    : { ...file, ledger: evolveLedger(file.ledger, event) };
}
