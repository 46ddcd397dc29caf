import { onFacts, type FactsOfSubject, type UndoFacts } from '../history/undo.ts';
import { importEvents, type ImportEvent } from './import-events.ts';
import type { KnownImport } from './imports.ts';

declare module '../history/undo.ts' {
  interface UndoFacts {
    /** Includes those in the recycle bin. */
    readonly imports: ReadonlyMap<number, KnownImport>;
  }
  interface UndoNeeds {
    readonly imports?: readonly number[];
  }
}

export const importUndoFacts = {
  none: { imports: new Map() },
  evolve: [onFacts(importEvents, evolveKnownImports)],
} satisfies FactsOfSubject;

function evolveKnownImports(facts: UndoFacts, event: ImportEvent): UndoFacts {
  switch (event.type) {
    case 'ImportSheetCorrected':
      return withImport(facts, event.data, {});
    case 'ImportValidated':
      return withImport(facts, event.data, { status: 'validated' });
    case 'ImportExpanded':
      return withImport(facts, event.data, { status: 'expanded', expanded_into: event.data.into });
    case 'ImportCollapsed':
      return withImport(facts, event.data, { status: event.data.status, expanded_into: event.data.into });
    case 'ImportReopened':
      return withImport(facts, event.data, { status: event.data.status });
    case 'ImportTrashed':
    case 'ImportRestored':
      return withImport(facts, event.data, { is_trashed: event.type === 'ImportTrashed' });
    default:
      return facts;
  }
}

function withImport(
  facts: UndoFacts,
  { id, version }: { readonly id: number; readonly version: number },
  change: Partial<Pick<KnownImport, 'status' | 'is_trashed' | 'expanded_into'>>,
): UndoFacts {
  const before = facts.imports.get(id);
  return before ? { ...facts, imports: new Map(facts.imports).set(id, { ...before, ...change, version }) } : facts;
}
