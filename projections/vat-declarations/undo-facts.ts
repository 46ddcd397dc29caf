import type pg from 'pg';
import type { UndoNeeds } from '../../domain/history/undo.ts';
import { readDeclarationFacts } from './facts.ts';

export async function readDeclarationUndoFacts(pool: pg.Pool, companyId: number, { vatDeclarations = [] }: UndoNeeds) {
  const declarations = await readDeclarationFacts(pool, companyId, vatDeclarations);
  return { vatDeclarations: new Map(declarations.map((declaration) => [declaration.id, declaration])) };
}
