import { onFacts, type FactsOfSubject, type UndoFacts } from '../history/undo.ts';
import { vatDeclarationEvents, type VatDeclarationEvent } from './declaration-events.ts';
import type { DeclarationFacts } from './declaration-facts.ts';

declare module '../history/undo.ts' {
  interface UndoFacts {
    /** Excludes those deleted since. */
    readonly vatDeclarations: ReadonlyMap<number, DeclarationFacts>;
  }
  interface UndoNeeds {
    readonly vatDeclarations?: readonly number[];
  }
}

export const declarationUndoFacts = {
  none: { vatDeclarations: new Map() },
  evolve: [onFacts(vatDeclarationEvents, evolveKnownDeclarations)],
} satisfies FactsOfSubject;

function evolveKnownDeclarations(facts: UndoFacts, event: VatDeclarationEvent): UndoFacts {
  switch (event.type) {
    case 'VatDeclarationChanged':
      return withDeclaration(facts, event.data.id, { ...event.data.changes, version: event.data.version });
    case 'VatDeclarationReopened':
      return withDeclaration(facts, event.data.id, { status: 'draft', version: event.data.version });
    default:
      return facts;
  }
}

function withDeclaration(facts: UndoFacts, id: number, change: Partial<DeclarationFacts>): UndoFacts {
  const before = facts.vatDeclarations.get(id);
  if (!before) return facts;
  return { ...facts, vatDeclarations: new Map(facts.vatDeclarations).set(id, { ...before, ...change }) };
}
