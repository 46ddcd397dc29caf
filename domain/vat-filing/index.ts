import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import { on, plainSlice, type Subject } from '../subject.ts';
import { feesEvents } from './fees-events.ts';
import { decideSlip } from './fees-slips.ts';
import { evolveFees, initialFees } from './state.ts';
import { feesUndo } from './fees-undo.ts';

/** Files for administrations. They are generated from posted data; only the slip values entered by users are recorded. */
export const vatFiling = {
  events: feesEvents,
  decide: { SetFeesSlip: decideSlip },
  evolve: [
    on(feesEvents, (file: CompanyFileState, event) => ({ ...file, feesSlips: evolveFees(file.feesSlips, event) })),
  ],
  slices: { feesSlips: plainSlice(initialFees) },
  undo: feesUndo,
} satisfies Subject<CompanyFileState, CompanyFile>;
