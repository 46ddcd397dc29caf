import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { decideDocument } from '../../domain/documents/editing.ts';
import {
  findDocumentFacts,
  readDocumentFacts,
  findLivingNamesakes,
  findSameDocuments,
} from '../../projections/documents/facts.ts';
import { readTakenNumbers } from '../../projections/documents/taken-numbers.ts';
import type { ArrivedFile } from '../attachments/attach-files.ts';
import { findStorageRefusal } from '../licence/storage.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Attaches the file of a document, and trashes and restores documents. */

interface OfDocument {
  readonly id: number;
  readonly baseVersion: number | null;
}

export async function attachDocumentFile(
  { commands, pool }: Toolbox,
  companyId: number,
  { id, baseVersion, file }: OfDocument & { readonly file: ArrivedFile },
  context: CommandContext,
): Promise<{ readonly isRecorded: boolean } | Refusal> {
  const known = await findDocumentFacts(pool, companyId, id);
  if (!known || known.is_trashed) return refuse('not_found');
  const tooMuch = await findStorageRefusal(pool, companyId, file.size, new Date().toISOString());
  if (tooMuch) return tooMuch;
  // Store the file before the event is appended: an unreferenced file does no harm, a hash without a file would.
  await file.store();
  const { name, mime, size, sha256 } = file;
  const outcome = await commands.execute(
    'company',
    companyId,
    async () => {
      const facts = await findDocumentFacts(pool, companyId, id);
      const kept = { name, mime, size, sha256 };
      return facts ? { type: 'AttachDocumentFile', facts, file: kept, baseVersion } : refuse('not_found');
    },
    context,
  );
  return isRefusal(outcome) ? outcome : { isRecorded: outcome.events.length > 0 };
}

export async function trashDocument(
  { commands, pool }: Toolbox,
  companyId: number,
  { id, baseVersion }: OfDocument,
  context: CommandContext,
): Promise<Refusal | null> {
  const outcome = await commands.execute(
    'company',
    companyId,
    async () => {
      const facts = await findDocumentFacts(pool, companyId, id);
      return facts ? { type: 'TrashDocument', facts, baseVersion } : refuse('not_found');
    },
    context,
  );
  return isRefusal(outcome) ? outcome : null;
}

export async function restoreDocument(
  { commands, pool }: Toolbox,
  companyId: number,
  { id, baseVersion }: OfDocument,
  context: CommandContext,
): Promise<Refusal | null> {
  const outcome = await commands.execute(
    'company',
    companyId,
    async (file) => {
      const facts = await findDocumentFacts(pool, companyId, id);
      if (!facts) return refuse('not_found');
      const same = await findSameDocuments(pool, companyId, facts, id);
      const takenNumbers = facts.number === null ? [] : await readTakenNumbers(pool, companyId, facts, file, id);
      return { type: 'RestoreDocument', facts, baseVersion, sameDocuments: same, takenNumbers };
    },
    context,
  );
  return isRefusal(outcome) ? outcome : null;
}

/** Lists why some of these documents cannot be restored now, by id. */
export async function findRestoreRefusals(
  { commands, pool }: Pick<Toolbox, 'commands' | 'pool'>,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Refusal>> {
  const [file, documents] = await Promise.all([
    commands.loadState('company', companyId),
    readDocumentFacts(pool, companyId, ids),
  ]);
  const same = await findLivingNamesakes(pool, companyId, ids);
  const refused = new Map<number, Refusal>();
  for (const facts of documents) {
    const sameDocuments = same.get(facts.id) ?? [];
    const decision = decideDocument({ type: 'RestoreDocument', facts, baseVersion: null, sameDocuments }, file);
    if (isRefusal(decision)) refused.set(facts.id, decision);
  }
  return refused;
}
