import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import { on, plainSlice, type Subject } from '../subject.ts';
import { decideCorporateTaxLines } from './set-lines.ts';
import { evolveCorporateTax, initialCorporateTax } from './state.ts';
import { taxEvents } from './tax-events.ts';
import { taxUndo } from './undo.ts';

/** Estimate of the corporate tax. It is computed on demand; only amounts set by users are recorded. */
export const corporateTax = {
  events: taxEvents,
  decide: { SetCorporateTaxLines: decideCorporateTaxLines },
  evolve: [
    on(taxEvents, (file: CompanyFileState, event) => ({
      ...file,
      corporateTax: evolveCorporateTax(file.corporateTax, event),
    })),
  ],
  slices: { corporateTax: plainSlice(initialCorporateTax) },
  undo: taxUndo,
} satisfies Subject<CompanyFileState, CompanyFile>;
