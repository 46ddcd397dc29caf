import { trashable } from '../records/trashable.ts';

/** Trashed imports. The state of the company file knows only these, so moves are decided with the facts. */
export const importBin = trashable({
  name: 'document-imports',
  commands: { trash: 'TrashImport', restore: 'RestoreImport' },
  events: { trashed: 'ImportTrashed', restored: 'ImportRestored', purged: 'ImportsPurged', list: 'imports' },
  find({ documentImports }, id) {
    const version = documentImports.trashed.get(id);
    return version === undefined ? undefined : { version, is_trashed: true };
  },
});
