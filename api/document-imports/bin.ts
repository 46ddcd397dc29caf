import { trashOrRestoreImport } from '../../commands/document-imports/trash.ts';
import { createBin } from '../history/bin.ts';
import { DocumentImport, findPresentedImport } from './import.ts';

/** Imports are restored from the recycle bin unchanged. */
export const importTrash = createBin({
  answer: DocumentImport,
  writtenBy: 'encoder',
  find: findPresentedImport,
  trash: ({ services, company, write }, id) =>
    trashOrRestoreImport(services, company.id, 'TrashImport', { importId: id, baseVersion: write.baseVersion }, write),
  restore: ({ services, company, write }, id) =>
    trashOrRestoreImport(
      services,
      company.id,
      'RestoreImport',
      { importId: id, baseVersion: write.baseVersion },
      write,
    ),
});
