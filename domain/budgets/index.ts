import type { CompanyFile } from '../company-file-state.ts';
import type { Subject } from '../subject.ts';
import { decideBudgetImport } from './import.ts';

/** Budgets are records; what they have besides is that their lines come from files. */
export const budgets = {
  events: {},
  decide: { ImportBudgetLines: decideBudgetImport },
  undo: {},
} satisfies Subject<CompanyFile>;
