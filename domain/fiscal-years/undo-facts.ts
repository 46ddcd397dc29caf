import type { FactsOfSubject } from '../history/undo.ts';
import type { FiscalYear } from './fiscal-year-events.ts';

export type KnownFiscalYear = Pick<FiscalYear, 'id' | 'code' | 'starts_on' | 'ends_on' | 'period_length'>;

declare module '../history/undo.ts' {
  interface UndoFacts {
    /** Includes those deleted since. */
    readonly fiscalYears: ReadonlyMap<number, KnownFiscalYear>;
  }
  interface UndoNeeds {
    readonly fiscalYears?: readonly number[];
  }
}

export const fiscalYearUndoFacts = { none: { fiscalYears: new Map() } } satisfies FactsOfSubject;
