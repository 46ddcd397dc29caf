import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import { on, plainSlice, type Subject } from '../subject.ts';
import { annualFilingEvents } from './filing-events.ts';
import { decideAnnualFiling } from './filings.ts';
import { evolveAnnualFilings, initialAnnualFilings } from './state.ts';
import { annualFilingUndo } from './undo.ts';

/** Annual accounts in the form of the administration. */
export const annualFilings = {
  events: annualFilingEvents,
  decide: { ChangeAnnualFiling: decideAnnualFiling, FileAnnualAccounts: decideAnnualFiling },
  evolve: [
    on(annualFilingEvents, (file: CompanyFileState, event) => ({
      ...file,
      annualFilings: evolveAnnualFilings(file.annualFilings, event),
    })),
  ],
  slices: { annualFilings: plainSlice(initialAnnualFilings) },
  undo: annualFilingUndo,
} satisfies Subject<CompanyFileState, CompanyFile>;
