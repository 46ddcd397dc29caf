import type pg from 'pg';
import type { UndoNeeds } from '../../domain/history/undo.ts';
import { listEntryDocuments, listStoredFileHashes, readDocumentFacts } from './facts.ts';

/** The requested documents and those of the entries. */
export async function readDocumentUndoFacts(
  pool: pg.Pool,
  companyId: number,
  { documents = [] }: UndoNeeds,
  entryIds: readonly number[],
) {
  const [named, booked, keptFiles] = await Promise.all([
    readDocumentFacts(pool, companyId, documents),
    listEntryDocuments(pool, companyId, entryIds),
    listStoredFileHashes(pool, companyId, documents),
  ]);
  return { documents: new Map([...named, ...booked].map((document) => [document.id, document])), keptFiles };
}
