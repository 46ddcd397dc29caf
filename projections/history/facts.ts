import type pg from 'pg';
import type { UndoFacts, UndoNeeds } from '../../domain/history/undo.ts';
import { subjects } from '../index.ts';

/** Reads the facts of all subjects that are needed to undo something. */
export async function readUndoFacts(pool: pg.Pool, companyId: number, needs: UndoNeeds): Promise<UndoFacts> {
  const parts = await Promise.all(
    subjects.flatMap((one) => ('readUndoFacts' in one ? [one.readUndoFacts(pool, companyId, needs)] : [])),
  );
  // A check in `projections/index.ts` ensures that the parts are complete.
  const facts = Object.assign({}, ...parts) as UndoFacts;
  const entryIds = [...facts.entries.keys()];
  const others = await Promise.all(
    subjects.flatMap((one) =>
      'readUndoFactsOfEntries' in one ? [one.readUndoFactsOfEntries(pool, companyId, needs, entryIds)] : [],
    ),
  );
  return Object.assign(facts, ...others) as UndoFacts;
}
