import type { ReaderResults, ToReader } from './messages.ts';
import { openFile, readDocument, type OnProgress } from './reading.ts';
import { Unreadable } from './unreadable.ts';

/** Runs one task. Modules that only some tasks need are loaded on demand. */
export async function runTask(task: ToReader, onProgress: OnProgress): Promise<ReaderResults[keyof ReaderResults]> {
  if (task.is === 'read') return readDocument(task, onProgress);
  onProgress('opening', 5);
  if (task.is === 'read_archive') {
    const { readArchive } = await import('./archive.ts');
    return readArchive(task.path);
  }
  const { countPages, copyPages, joinFiles } = await import('./page-copies.ts');
  switch (task.is) {
    case 'count_pages':
      return countPages(await openFile(task.path));
    case 'copy_pages':
      return copyPages(await openFile(task.path), task.groups, () => onProgress('opening', 50));
    case 'join_files':
      return joinFiles(task.paths, task.maxPages, () => onProgress('opening', 50));
    default:
      throw new Unreadable('file_type_unsupported');
  }
}
