import type { CompanyFile } from '../company-file-state.ts';
import type { DomainEvent } from '../event.ts';

/** Trashed items of one collection whose subject is not edited field by field. */
export interface RecycleBin {
  /** Version of a trashed item. Null if it is not in the recycle bin. */
  readonly trashedVersion: (file: CompanyFile, id: number) => number | null;
  readonly purged: (items: readonly PurgedItem[]) => DomainEvent;
  /** For items that refer to records: the file after the purge. They are purged before the records. */
  readonly without?: (file: CompanyFile, event: never) => CompanyFile;
}

export interface PurgedItem {
  readonly id: number;
  readonly version: number;
}

/** By collection. */
export type RecycleBins = Readonly<Record<string, RecycleBin>>;
