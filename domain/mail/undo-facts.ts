import type { FactsOfSubject } from '../history/undo.ts';

declare module '../history/undo.ts' {
  interface UndoFacts {
    /** Documents that were sent by mail, unless the mail failed. */
    readonly mailedDocuments: ReadonlySet<number>;
  }
}

export const mailUndoFacts = { none: { mailedDocuments: new Set() } } satisfies FactsOfSubject;
