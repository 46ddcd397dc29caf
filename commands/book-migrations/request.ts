import { findMigrationObstacle } from '../../domain/book-migrations/migration.ts';
import { MIGRATION_LIMITS } from '../../domain/book-migrations/source.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { UnusableZip, withZip, type ZipLimits } from '../../outside/zip/read-zip.ts';
import type { FileStore, ReceivedFile } from '../../outside/files/index.ts';
import { findStorageRefusal } from '../licence/storage.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import {
  addMigration,
  countUnfinishedMigrations,
  type MigrationOptions,
  type SourceFile,
} from '../../stores/book-migrations/migrations.ts';

/** Accepts the books of another program: stores the files and queues the migration. */

export type ArrivedFile = Pick<ReceivedFile, 'sha256' | 'bytes' | 'path' | 'keep'> & { readonly name: string };

export interface RequestedMigration {
  readonly files: readonly ArrivedFile[];
  readonly options: MigrationOptions;
  readonly dryRun: boolean;
}

const ARCHIVE: ZipLimits = {
  maxFiles: MIGRATION_LIMITS.files,
  maxFileBytes: MIGRATION_LIMITS.fileBytes,
  maxBytes: 2 * MIGRATION_LIMITS.fileBytes,
  // Entries are repetitive, so such files compress to a fiftieth.
  maxRatio: 200,
};

/** Maximum number of waiting previews per company file. */
const MOST_PREVIEWS = 200;

export async function requestMigration(
  toolbox: Toolbox & { readonly files: FileStore },
  companyId: number,
  { files, options, dryRun }: RequestedMigration,
  context: CommandContext,
): Promise<{ readonly id: number } | Refusal> {
  const { pool, commands, ids } = toolbox;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const [state, underWay, tooMuch] = await Promise.all([
    commands.loadState('company', companyId),
    countUnfinishedMigrations(pool, companyId),
    findStorageRefusal(pool, companyId, bytes, new Date().toISOString()),
  ]);
  // A preview reports this together with all other problems.
  const occupied = dryRun ? null : findMigrationObstacle(state);
  if (occupied) return refuse(occupied);
  if (underWay.real > 0 || underWay.previews >= MOST_PREVIEWS) return refuse('migration_under_way');
  if (tooMuch) return tooMuch;
  const kept: SourceFile[] = [];
  for (const [index, file] of files.entries()) {
    const taken = await storeFile(toolbox.files, file);
    if (isRefusal(taken))
      return { ...taken, problems: taken.problems.map((problem) => ({ ...problem, field: `files.${index}` })) };
    kept.push(...taken);
  }
  if (kept.length > MIGRATION_LIMITS.files)
    return refuse('too_many_files', { field: 'files', params: { max: MIGRATION_LIMITS.files } });
  const [id] = await ids.allocate('migrations', 1);
  await addMigration(pool, {
    id: id!,
    company_id: companyId,
    user_id: context.userId,
    dry_run: dryRun,
    files: kept,
    options,
  });
  return { id: id! };
}

/** Stores a file, or each file of an archive. */
async function storeFile(store: FileStore, file: ArrivedFile): Promise<readonly SourceFile[] | Refusal> {
  const { name, sha256, bytes, path } = file;
  if (bytes === 0) return refuse('file_empty');
  if (!/\.zip$/i.test(name)) {
    await file.keep('documents');
    return [{ name, sha256, bytes }];
  }
  try {
    return await withZip(path, ARCHIVE, async (entries) => {
      const kept: SourceFile[] = [];
      for (const entry of entries) {
        const received = await store.receive((await entry.openContent()) as AsyncIterable<Uint8Array>);
        try {
          await received.keep('documents');
          kept.push({ name: entry.name, sha256: received.sha256, bytes: received.bytes });
        } finally {
          await received.discard();
        }
      }
      return kept;
    });
  } catch (error) {
    if (error instanceof UnusableZip) return refuse(error.problem, { params: error.params });
    throw error;
  }
}
