import type { AttachedFile } from '../../domain/attachments/attachment-events.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { attachmentFacts } from '../../projections/attachments/facts.ts';
import { storageProblem } from '../licence/storage.ts';
import type { CommandContext } from '../support/context.ts';
import { firstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** A file that has arrived, and is kept only once it is known that there is an entry to attach it to. */
export interface ArrivedFile extends Omit<AttachedFile, 'id'> {
  keep(): Promise<void>;
}

/** Gives the ids of the attachments; after an interrupted earlier run, of those made then. */
export async function attachFiles(
  { commands, ids, pool }: Toolbox,
  companyId: number,
  { entryId, files }: { readonly entryId: number; readonly files: readonly ArrivedFile[] },
  context: CommandContext,
): Promise<{ readonly attachmentIds: readonly number[] } | Refusal> {
  if (!(await attachmentFacts(pool, companyId, entryId))) return refuse('not_found');
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const tooMuch = await storageProblem(pool, companyId, bytes, new Date().toISOString());
  if (tooMuch) return tooMuch;
  // On the disk before the log speaks of them: a file that nothing refers to does no harm, a hash without a file would.
  await Promise.all(files.map((file) => file.keep()));
  const attachmentIds = await ids.allocate('entry_attachments', files.length);
  const attached = files.map(({ name, mime, size, sha256 }, index): AttachedFile => {
    return { id: attachmentIds[index]!, name, mime, size, sha256 };
  });
  const outcome = await commands.execute(
    'company',
    companyId,
    async () => {
      const facts = await attachmentFacts(pool, companyId, entryId);
      return facts ? { type: 'AttachFiles', facts, files: attached } : refuse('not_found');
    },
    context,
  );
  if (isRefusal(outcome)) return outcome;
  const { data } = firstOfType(outcome.events, 'EntryFilesAttached');
  return { attachmentIds: data.files.map(({ id }) => id) };
}
