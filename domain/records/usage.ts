import type { CompanyFile } from '../company-file-state.ts';

/** A use of a record, with the number of users. */
export interface Use {
  /** The collection that uses it: `entries`, `settings`, or a resource such as `journals`. */
  readonly resource: string;
  /** Null if the number is not part of the state, as for entries. */
  readonly count: number | null;
}

/** Uses of records by a subject, by resource. The ids are the record and the records merged into it. */
export type RecordUses = Readonly<Record<string, (ids: readonly number[], file: CompanyFile) => readonly Use[]>>;

export const toCountedUses = (resource: string, count: number): readonly Use[] =>
  count > 0 ? [{ resource, count }] : [];

export const toUncountedUses = (resource: string, isUsed: boolean): readonly Use[] =>
  isUsed ? [{ resource, count: null }] : [];
