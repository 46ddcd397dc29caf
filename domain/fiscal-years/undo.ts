import { FactsNotRead, blocked, unlessRefused, type Undone, type Undoing, type UndoRules } from '../history/undo.ts';
import { entryIn } from '../ledger/undo.ts';
import { linesOfReversal, linesToLetter } from '../ledger/reversal.ts';
import type { ClosedYear, fiscalYearEvents, FiscalYearChanges } from './fiscal-year-events.ts';
import { decideFiscalYear, MAX_MONTHS } from './fiscal-year.ts';
import { decideReopening, entriesOfClosing, type ClosingEntry } from './reopening.ts';

const NAME = 'fiscal-years';
/** The first and the last month may be cut. */
const MOST_PERIODS = MAX_MONTHS + 1;

export const fiscalYearUndo: UndoRules<typeof fiscalYearEvents> = {
  FiscalYearOpened: {
    role: 'admin',
    // A year that a closing has opened stays when the closing is taken back: its numbers have begun.
    back: ({ id }, { file, together }) =>
      together.some(({ type }) => type === 'FiscalYearClosed')
        ? []
        : unlessRefused(decideFiscalYear({ type: 'DeleteFiscalYear', id, baseVersion: null }, file), NAME, id),
  },
  FiscalYearUpdated: {
    role: 'manager',
    back: ({ id, changes, previous }, undoing) => datesBack(id, changes, previous, undoing),
  },
  FiscalYearDeleted: {
    role: 'manager',
    needs: ({ id }) => ({ fiscalYears: [id] }),
    back: ({ id }, undoing) => openedAgain(id, undoing),
  },
  PeriodLocked: {
    role: 'manager',
    back: ({ fiscal_year_id, period_id }, undoing) => locked(fiscal_year_id, period_id, false, undoing),
  },
  PeriodUnlocked: {
    role: 'manager',
    back: ({ fiscal_year_id, period_id }, undoing) => locked(fiscal_year_id, period_id, true, undoing),
  },
  FiscalYearClosed: {
    role: 'admin',
    needs: (closing) => ({ entries: entriesOfClosing(closing) }),
    back: (closing, undoing) => reopened(closing, undoing),
  },
  FiscalYearReopened: { never: 'undo_reopening', resource: NAME },
};

function datesBack(
  id: number,
  changes: FiscalYearChanges,
  previous: FiscalYearChanges,
  { file, ids }: Undoing,
): Undone {
  const year = file.fiscalYears.find((one) => one.id === id);
  if (!year) return blocked('undo_year_deleted', NAME, id);
  const names = (['code', 'starts_on', 'ends_on'] as const).filter((name) => changes[name] !== undefined);
  const moved = names.filter((name) => year[name] !== changes[name]);
  if (moved.length > 0)
    return { blockers: moved.map((field) => ({ code: 'undo_changed_since', resource: NAME, id, params: { field } })) };
  const back = Object.fromEntries(names.map((name) => [name, previous[name]]));
  const periodIds = names.some((name) => name !== 'code') ? ids('periods', MOST_PERIODS) : [];
  const command = { type: 'UpdateFiscalYear', id, periodIds, changes: back, baseVersion: null } as const;
  return unlessRefused(decideFiscalYear(command, file), NAME, id);
}

/** As a new one of the same code and dates: the old one is gone for good. */
function openedAgain(id: number, { file, facts, ids }: Undoing): Undone {
  const year = facts.fiscalYears.get(id);
  if (!year) throw new FactsNotRead(`Fiscal year ${id} was not read`);
  const { code, starts_on, ends_on, period_length = 'month' } = year;
  const requested = { code, starts_on, ends_on, period_length };
  const [newId] = ids('fiscal_years', 1);
  const command = { type: 'OpenFiscalYear', id: newId!, periodIds: ids('periods', MOST_PERIODS), requested } as const;
  return unlessRefused(decideFiscalYear(command, file), NAME, id);
}

function locked(id: number, periodId: number, isLocked: boolean, { file }: Undoing): Undone {
  const type = isLocked ? 'LockPeriod' : 'UnlockPeriod';
  const decision = decideFiscalYear({ type, id, periodId, baseVersion: null }, file);
  // Nothing to do: it was locked or unlocked by someone else since.
  if ('length' in decision && decision.length === 0) return blocked('undo_lock_changed', NAME, id);
  return unlessRefused(decision, NAME, id);
}

function reopened(closing: ClosedYear, undoing: Undoing): Undone {
  const { file, ids } = undoing;
  const current = file.fiscalYears.find(({ id }) => id === closing.id)?.closing;
  if (current && current.version !== closing.version) return blocked('undo_closed_again', NAME, closing.id);
  const entries = entriesOfClosing(closing).map((id): ClosingEntry => {
    const facts = entryIn(undoing, id);
    return {
      facts,
      entryId: ids('entries', 1)[0]!,
      lineIds: ids('entry_lines', linesOfReversal(facts)),
      letteringIds: ids('letterings', linesToLetter(facts).length),
    };
  });
  const command = { type: 'ReopenFiscalYear', id: closing.id, baseVersion: null, entries } as const;
  return unlessRefused(decideReopening(command, file), NAME, closing.id);
}
