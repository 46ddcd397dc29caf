import type { CompanyFile } from '../company-file-state.ts';
import type { ImportEvent } from './import-events.ts';

/** Imports in the recycle bin. */
export const importBin = {
  /** The version of one that lies there. */
  trashedVersion: ({ documentImports }: CompanyFile, id: number): number | null =>
    documentImports.trashed.get(id) ?? null,
  purged: (imports: readonly { readonly id: number; readonly version: number }[]): ImportEvent => ({
    type: 'ImportsPurged',
    data: { imports },
  }),
};
