import type pg from 'pg';
import type { UndoNeeds } from '../../domain/history/undo.ts';
import { readAllDeclarationFacts, readPeriodBoxes } from './facts.ts';

export async function readDeclarationUndoFacts(
  pool: pg.Pool,
  companyId: number,
  { vatDeclarations = [], vatBooks = [] }: UndoNeeds,
) {
  const declarations = await readAllDeclarationFacts(pool, companyId, vatDeclarations);
  const books = declarations
    .filter(({ id }) => vatBooks.includes(id))
    .map(async (one) => [one.id, await readPeriodBoxes(pool, companyId, one)] as const);
  return {
    vatDeclarations: new Map(declarations.map((declaration) => [declaration.id, declaration])),
    vatBooks: new Map(await Promise.all(books)),
  };
}
