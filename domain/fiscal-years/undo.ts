import { FactsNotRead, blockUndo, toUndone, type Undone, type Undoing, type UndoRules } from '../history/undo.ts';
import { hasEntries } from '../ledger/state.ts';
import { getEntryFacts } from '../ledger/undo-context.ts';
import { countReversalLines, listLinesToMatch } from '../ledger/reversal.ts';
import type { ClosedYear, fiscalYearEvents, FiscalYearChanges } from './fiscal-year-events.ts';
import { closeAgain, findClosing, isSameClosing, listClosings } from './close-again.ts';
import { decideFiscalYear, MAX_MONTHS } from './fiscal-year.ts';
import { decideReopening, listClosingEntryIds, type ClosingEntry } from './reopening.ts';

const NAME = 'fiscal-years';
/** The first and the last month may be partial. */
const MOST_PERIODS = MAX_MONTHS + 1;

export const fiscalYearUndo: UndoRules<typeof fiscalYearEvents> = {
  FiscalYearOpened: {
    role: 'admin',
    // A year opened by a closing or a revaluation stays when that is undone, if something was posted in it.
    revert: ({ id }, { file, together }) =>
      together.some(({ type }) => type === 'FiscalYearClosed' || type === 'CurrenciesRevalued') &&
      hasEntries(file.ledger, id)
        ? []
        : toUndone(decideFiscalYear({ type: 'DeleteFiscalYear', id, baseVersion: null }, file), NAME, id),
  },
  FiscalYearUpdated: {
    role: 'manager',
    revert: ({ id, changes, previous }, undoing) => restoreDates(id, changes, previous, undoing),
  },
  FiscalYearDeleted: {
    role: 'manager',
    listNeeds: ({ id }) => ({ fiscalYears: [id] }),
    revert: ({ id }, undoing) => openAgain(id, undoing),
  },
  PeriodLocked: {
    role: 'manager',
    revert: ({ fiscal_year_id, period_id }, undoing) => restoreLock(fiscal_year_id, period_id, false, undoing),
  },
  PeriodUnlocked: {
    role: 'manager',
    revert: ({ fiscal_year_id, period_id }, undoing) => restoreLock(fiscal_year_id, period_id, true, undoing),
  },
  FiscalYearClosed: {
    role: 'admin',
    listEarlier: ({ id }) => [{ resource: NAME, id, types: ['FiscalYearClosed'] }],
    listNeeds: ({ id }, earlier) => ({ entries: listClosings(id, { earlier }).flatMap(listClosingEntryIds) }),
    revert: (closing, undoing) => reopenYear(closing, undoing),
  },
  FiscalYearReopened: {
    role: 'manager',
    isWhole: () => true,
    listEarlier: ({ id }) => [{ resource: NAME, id, types: ['FiscalYearClosed'] }],
    listNeeds: (reopened, earlier) => ({
      yearBalances: [reopened.id],
      entries: listClosingEntryIds(findClosing(reopened, { earlier })),
    }),
    revert: (reopened, undoing) => closeAgain(reopened, undoing),
  },
};

function restoreDates(
  id: number,
  changes: FiscalYearChanges,
  previous: FiscalYearChanges,
  { file, takeIds }: Undoing,
): Undone {
  const year = file.fiscalYears.find((one) => one.id === id);
  if (!year) return blockUndo('undo_year_deleted', NAME, id);
  const names = (['code', 'starts_on', 'ends_on'] as const).filter((name) => changes[name] !== undefined);
  const moved = names.filter((name) => year[name] !== changes[name]);
  if (moved.length > 0)
    return { blockers: moved.map((field) => ({ code: 'undo_changed_since', resource: NAME, id, params: { field } })) };
  const back = Object.fromEntries(names.map((name) => [name, previous[name]]));
  const periodIds = names.some((name) => name !== 'code') ? takeIds('periods', MOST_PERIODS) : [];
  const command = { type: 'UpdateFiscalYear', id, periodIds, changes: back, baseVersion: null } as const;
  return toUndone(decideFiscalYear(command, file), NAME, id);
}

/** Opens a new year with the same code and dates, because the old one is gone. */
function openAgain(id: number, { file, facts, takeIds }: Undoing): Undone {
  const year = facts.fiscalYears.get(id);
  if (!year) throw new FactsNotRead(`Fiscal year ${id} was not read`);
  const { code, starts_on, ends_on, period_length = 'month' } = year;
  const requested = { code, starts_on, ends_on, period_length };
  const [newId] = takeIds('fiscal_years', 1);
  const command = {
    type: 'OpenFiscalYear',
    id: newId!,
    periodIds: takeIds('periods', MOST_PERIODS),
    requested,
  } as const;
  return toUndone(decideFiscalYear(command, file), NAME, id);
}

function restoreLock(id: number, periodId: number, isLocked: boolean, { file }: Undoing): Undone {
  const type = isLocked ? 'LockPeriod' : 'UnlockPeriod';
  const decision = decideFiscalYear({ type, id, periodId, baseVersion: null }, file);
  // Nothing to do: another user has since locked or unlocked the period.
  if ('length' in decision && decision.length === 0) return blockUndo('undo_lock_changed', NAME, id);
  return toUndone(decision, NAME, id);
}

function reopenYear(closing: ClosedYear, undoing: Undoing): Undone {
  const { file, takeIds } = undoing;
  const current = file.fiscalYears.find(({ id }) => id === closing.id)?.closing ?? closing;
  if (current.version !== closing.version && !isSameClosing(closing, current, undoing))
    return blockUndo('undo_closed_again', NAME, closing.id);
  const entries = listClosingEntryIds(current).map((id): ClosingEntry => {
    const facts = getEntryFacts(undoing, id);
    return {
      facts,
      entryId: takeIds('entries', 1)[0]!,
      lineIds: takeIds('entry_lines', countReversalLines(facts)),
      letteringIds: takeIds('letterings', listLinesToMatch(facts).length),
    };
  });
  const command = { type: 'ReopenFiscalYear', id: closing.id, baseVersion: null, entries } as const;
  return toUndone(decideReopening(command, file), NAME, closing.id);
}
