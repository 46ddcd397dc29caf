import type { CompanyFile } from '../company-file-state.ts';
import type { ImportEvent } from './import-events.ts';

/** Trashed imports. */
export const importBin = {
  /** Version of a trashed import. */
  trashedVersion: ({ documentImports }: CompanyFile, id: number): number | null =>
    documentImports.trashed.get(id) ?? null,
  purged: (imports: readonly { readonly id: number; readonly version: number }[]): ImportEvent => ({
    type: 'ImportsPurged',
    data: { imports },
  }),
};
