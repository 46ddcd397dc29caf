import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import { on, plainSlice, type Subject } from '../subject.ts';
import { decideAccruals } from './accruals.ts';
import { decideClosing } from './closing.ts';
import { fiscalYearEvents } from './fiscal-year-events.ts';
import { decideFiscalYear } from './fiscal-year.ts';
import { decideOpeningBalance } from './opening-balance.ts';
import { decideReopening } from './reopening.ts';
import { evolveFiscalYears, initialFiscalYears } from './state.ts';
import { fiscalYearUndoFacts } from './undo-facts.ts';
import { fiscalYearUndo } from './undo.ts';

/** Fiscal years and their periods: opening, locking, closing and reopening. */
export const fiscalYears = {
  events: fiscalYearEvents,
  decide: {
    OpenFiscalYear: decideFiscalYear,
    UpdateFiscalYear: decideFiscalYear,
    DeleteFiscalYear: decideFiscalYear,
    LockPeriod: decideFiscalYear,
    UnlockPeriod: decideFiscalYear,
    CloseFiscalYear: decideClosing,
    ReopenFiscalYear: decideReopening,
    PostOpeningBalance: decideOpeningBalance,
    PostAccruals: decideAccruals,
  },
  evolve: [
    on(fiscalYearEvents, (file, event) => ({ ...file, fiscalYears: evolveFiscalYears(file.fiscalYears, event) })),
  ],
  slices: { fiscalYears: plainSlice(initialFiscalYears) },
  undo: fiscalYearUndo,
  undoFacts: fiscalYearUndoFacts,
} satisfies Subject<CompanyFileState, CompanyFile>;
