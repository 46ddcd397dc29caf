import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import { on, plainSlice, type Subject } from '../subject.ts';
import { revaluationEvents } from './revaluation-events.ts';
import { decideRevaluation, decideRevaluationInSteps } from './revalue.ts';
import { evolveRevaluations, initialRevaluations } from './state.ts';
import { revaluationUndo } from './undo.ts';

/** Revaluation of open items and accounts in foreign currencies at the end of a year. */
export const revaluations = {
  events: revaluationEvents,
  decide: { RevalueCurrencies: decideRevaluation },
  decideInSteps: { RevalueCurrencies: decideRevaluationInSteps },
  evolve: [
    on(revaluationEvents, (file: CompanyFileState, event) => ({
      ...file,
      revaluations: evolveRevaluations(file.revaluations, event),
    })),
  ],
  slices: { revaluations: plainSlice(initialRevaluations) },
  undo: revaluationUndo,
} satisfies Subject<CompanyFileState, CompanyFile>;
