import type { CompanyFile } from '../company-file-state.ts';
import type { DomainEvent } from '../event.ts';
import type { TrashState, Versioned } from '../records/trashable.ts';

/** Items of one collection whose subject is not edited field by field; declared with `trashable`. */
export interface RecycleBin {
  readonly find: (file: CompanyFile, id: number) => TrashState | undefined;
  readonly buildPurge: (items: readonly Versioned[]) => DomainEvent;
  /** The file after the purge: items that refer to records are purged before them. */
  readonly withoutItems: (file: CompanyFile, items: readonly Versioned[]) => CompanyFile;
}

/** By collection. */
export type RecycleBins = Readonly<Record<string, RecycleBin>>;
