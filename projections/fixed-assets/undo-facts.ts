import type pg from 'pg';
import type { UndoNeeds } from '../../domain/history/undo.ts';
import { readOriginLines } from './facts.ts';

export async function readAssetUndoFacts(
  pool: pg.Pool,
  companyId: number,
  { originLines = [], fixedAssets = [] }: UndoNeeds,
) {
  const lines = await readOriginLines(pool, companyId, originLines, fixedAssets);
  return { originLines: new Map(lines.map((line) => [line.line_id, line])) };
}
