import type { FactsOfSubject } from '../history/undo.ts';
import type { OriginLine } from './origin.ts';

declare module '../history/undo.ts' {
  interface UndoFacts {
    /** Entry lines from which fixed assets originate or originated. */
    readonly originLines: ReadonlyMap<number, OriginLine>;
  }
  interface UndoNeeds {
    /** Assets whose purchase lines are needed, and additional lines. */
    readonly fixedAssets?: readonly number[];
    readonly originLines?: readonly number[];
  }
}

export const assetUndoFacts = { none: { originLines: new Map() } } satisfies FactsOfSubject;
