import type { DerivedFile } from '../../domain/document-imports/import-events.ts';
import { refuse, type Refusal } from '../../domain/refusal.ts';
import { AnalysisFailed } from '../../outside/analysis/index.ts';
import type { FileStore } from '../../outside/files/index.ts';
import { passFaultPoint } from '../../database/fault-point.ts';
import type { DocumentReader } from '../document-analysis/index.ts';
import { findStorageRefusal } from '../licence/storage.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Files made from the pages of other files. */
export interface PagesToolbox extends Toolbox {
  readonly files: FileStore;
  readonly documentReader: DocumentReader;
}

/** Stores new PDF files, before an event names them. */
export async function storePages(
  files: FileStore,
  contents: readonly Uint8Array[],
): Promise<readonly Pick<DerivedFile, 'mime' | 'kind' | 'size' | 'sha256'>[]> {
  const stored: Pick<DerivedFile, 'mime' | 'kind' | 'size' | 'sha256'>[] = [];
  for (const content of contents) {
    const sha256 = await files.put('documents', content);
    passFaultPoint('between-files');
    stored.push({ mime: 'application/pdf', kind: 'pdf', size: content.length, sha256 });
  }
  return stored;
}

/** Room for new files: by the licence, and for a visitor of the demo. */
export async function findRoomRefusal(
  { pool }: Pick<Toolbox, 'pool'>,
  companyId: number,
  bytes: number,
  { allowance }: CommandContext,
): Promise<Refusal | null> {
  const excess =
    allowance?.findFileExcess(bytes) ?? (await findStorageRefusal(pool, companyId, bytes, new Date().toISOString()));
  if (!excess) allowance?.spendFiles(bytes);
  return excess;
}

/** Why the pages of a file could not be copied. */
export function toPagesRefusal(error: unknown): Refusal {
  if (!(error instanceof AnalysisFailed)) throw error;
  return refuse('pages_unreadable', { field: 'pages' }, { reason: error.problem });
}
