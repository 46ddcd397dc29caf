import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import type { Subject } from '../subject.ts';
import { decideBudgetImport } from './import.ts';

/** Budgets are records; in addition, their lines can be imported from files. */
export const budgets = {
  events: {},
  decide: { ImportBudgetLines: decideBudgetImport },
  undo: {},
} satisfies Subject<CompanyFileState, CompanyFile>;
