/** What a record is used by, and how many of them there are. */
export interface Use {
  /** Collection of what uses it: `entries`, `settings`, or a resource such as `journals`. */
  readonly resource: string;
  /** Null where the state of the company file knows that there are some, but not how many: of entries. */
  readonly count: number | null;
}

export const usedByEntries = (isUsed: boolean): readonly Use[] =>
  isUsed ? [{ resource: 'entries', count: null }] : [];

export const usedByAssets = (count: number): readonly Use[] => (count > 0 ? [{ resource: 'fixed-assets', count }] : []);

export const usedByStatements = (count: number): readonly Use[] =>
  count > 0 ? [{ resource: 'bank-statements', count }] : [];

export const usedBySettings = (count: number): readonly Use[] => (count > 0 ? [{ resource: 'settings', count }] : []);

export const usedByDocuments = (isUsed: boolean): readonly Use[] =>
  isUsed ? [{ resource: 'documents', count: null }] : [];
