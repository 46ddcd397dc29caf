import { onFacts, type FactsOfSubject } from '../history/undo.ts';
import { documentEvents } from './document-events.ts';
import { evolveDocumentFacts, type DocumentFacts } from './facts.ts';

declare module '../history/undo.ts' {
  interface UndoFacts {
    /** The requested documents and those of the entries. */
    readonly documents: ReadonlyMap<number, DocumentFacts>;
    /** Hashes of earlier document files that are still available. */
    readonly keptFiles: ReadonlySet<string>;
  }
  interface UndoNeeds {
    readonly documents?: readonly number[];
  }
}

export const documentUndoFacts = {
  none: { documents: new Map(), keptFiles: new Set() },
  evolve: [
    onFacts(documentEvents, (facts, event) => ({ ...facts, documents: evolveDocumentFacts(facts.documents, event) })),
  ],
} satisfies FactsOfSubject;
