import { onFacts, type FactsOfSubject, type UndoFacts } from '../history/undo.ts';
import { vatDeclarationEvents, type BoxAmount, type VatDeclarationEvent } from './declaration-events.ts';
import type { DeclarationFacts } from './declaration-facts.ts';

export interface KnownDeclaration extends DeclarationFacts {
  readonly is_deleted: boolean;
}

declare module '../history/undo.ts' {
  interface UndoFacts {
    /** Includes deleted drafts. */
    readonly vatDeclarations: ReadonlyMap<number, KnownDeclaration>;
    /** Present totals of the entries in the period of a return. */
    readonly vatBooks: ReadonlyMap<number, readonly BoxAmount[]>;
  }
  interface UndoNeeds {
    readonly vatDeclarations?: readonly number[];
    readonly vatBooks?: readonly number[];
  }
}

export const declarationUndoFacts = {
  none: { vatDeclarations: new Map(), vatBooks: new Map() },
  evolve: [onFacts(vatDeclarationEvents, evolveKnownDeclarations)],
} satisfies FactsOfSubject;

function evolveKnownDeclarations(facts: UndoFacts, event: VatDeclarationEvent): UndoFacts {
  switch (event.type) {
    case 'VatDeclarationChanged':
      return withDeclaration(facts, event.data.id, {
        ...event.data.changes,
        boxes: event.data.boxes,
        version: event.data.version,
      });
    case 'VatDeclarationRefreshed':
    case 'VatDeclarationValidated': {
      const { id, version, books, carried, boxes } = event.data;
      const isValidated = event.type === 'VatDeclarationValidated';
      const entry = isValidated && { journal_entry_id: event.data.journal_entry_id, status: 'validated' as const };
      return withDeclaration(facts, id, { version, books, carried, boxes, ...entry });
    }
    case 'VatDeclarationDeleted':
    case 'VatDeclarationRestored':
      return withDeclaration(facts, event.data.id, {
        version: event.data.version,
        is_deleted: event.type === 'VatDeclarationDeleted',
      });
    case 'VatDeclarationFiled':
      return withDeclaration(facts, event.data.id, { status: 'filed', version: event.data.version });
    case 'VatDeclarationReopened':
      return withDeclaration(facts, event.data.id, { status: 'draft', version: event.data.version });
    default:
      return facts;
  }
}

function withDeclaration(facts: UndoFacts, id: number, change: Partial<KnownDeclaration>): UndoFacts {
  const before = facts.vatDeclarations.get(id);
  if (!before) return facts;
  return { ...facts, vatDeclarations: new Map(facts.vatDeclarations).set(id, { ...before, ...change }) };
}
