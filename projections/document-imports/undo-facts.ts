import type pg from 'pg';
import type { UndoNeeds } from '../../domain/history/undo.ts';
import { loadImportsToUndo } from './facts.ts';

export async function readImportUndoFacts(pool: pg.Pool, companyId: number, { imports = [] }: UndoNeeds) {
  return { imports: await loadImportsToUndo(pool, companyId, imports) };
}
