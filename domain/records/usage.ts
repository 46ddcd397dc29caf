/** A use of a record, with the number of users. */
export interface Use {
  /** The collection that uses it: `entries`, `settings`, or a resource such as `journals`. */
  readonly resource: string;
  /** Null if the number is not part of the state, as for entries. */
  readonly count: number | null;
}

export const toEntryUses = (isUsed: boolean): readonly Use[] => (isUsed ? [{ resource: 'entries', count: null }] : []);

export const toAssetUses = (count: number): readonly Use[] => (count > 0 ? [{ resource: 'fixed-assets', count }] : []);

export const toStatementUses = (count: number): readonly Use[] =>
  count > 0 ? [{ resource: 'bank-statements', count }] : [];

export const toSettingUses = (count: number): readonly Use[] => (count > 0 ? [{ resource: 'settings', count }] : []);

export const toDocumentUses = (isUsed: boolean): readonly Use[] =>
  isUsed ? [{ resource: 'documents', count: null }] : [];
