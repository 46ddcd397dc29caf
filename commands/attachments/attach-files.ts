import type { AttachedFile } from '../../domain/attachments/attachment-events.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { loadAttachmentFacts } from '../../projections/attachments/facts.ts';
import { findStorageRefusal } from '../licence/storage.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** An uploaded file, which is only stored once its entry is known to exist. */
export interface ArrivedFile extends Omit<AttachedFile, 'id'> {
  store(): Promise<void>;
}

/** Returns the ids of the attachments; after an interrupted earlier run, the ids created then. */
export async function attachFiles(
  { commands, ids, pool }: Toolbox,
  companyId: number,
  { entryId, files }: { readonly entryId: number; readonly files: readonly ArrivedFile[] },
  context: CommandContext,
): Promise<{ readonly attachmentIds: readonly number[] } | Refusal> {
  if (!(await loadAttachmentFacts(pool, companyId, entryId))) return refuse('not_found');
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const tooMuch = await findStorageRefusal(pool, companyId, bytes, new Date().toISOString());
  if (tooMuch) return tooMuch;
  // Stored before the log refers to them: an unreferenced file does no harm, a hash without a file would.
  await Promise.all(files.map((file) => file.store()));
  const attachmentIds = await ids.allocate('entry_attachments', files.length);
  const attached = files.map(({ name, mime, size, sha256 }, index): AttachedFile => {
    return { id: attachmentIds[index]!, name, mime, size, sha256 };
  });
  const outcome = await commands.execute(
    'company',
    companyId,
    async () => {
      const facts = await loadAttachmentFacts(pool, companyId, entryId);
      return facts ? { type: 'AttachFiles', facts, files: attached } : refuse('not_found');
    },
    context,
  );
  if (isRefusal(outcome)) return outcome;
  const { data } = getFirstOfType(outcome.events, 'EntryFilesAttached');
  return { attachmentIds: data.files.map(({ id }) => id) };
}
