import type { FactsOfSubject } from '../history/undo.ts';

declare module '../history/undo.ts' {
  interface UndoFacts {
    /** Documents that were handed to the network, unless the delivery failed. */
    readonly documentsOnNetwork: ReadonlySet<number>;
  }
}

export const peppolUndoFacts = { none: { documentsOnNetwork: new Set() } } satisfies FactsOfSubject;
