import type { CompanyFile } from '../company-file-state.ts';
import { toUncountedUses, type RecordUses } from '../records/usage.ts';
import type { DocumentsState, NamedByDocument } from './state.ts';

/** Records referenced by documents cannot be deleted. */

const KINDS = {
  accounts: {
    used: ({ usedAccounts }: DocumentsState) => usedAccounts,
    isNamed: ({ accounts }: NamedByDocument, id: number) => accounts.includes(id),
  },
  'vat-codes': {
    used: ({ usedVatCodes }: DocumentsState) => usedVatCodes,
    isNamed: ({ vatCodes }: NamedByDocument, id: number) => vatCodes.includes(id),
  },
  'analytic-codes': {
    used: ({ usedAnalyticCodes }: DocumentsState) => usedAnalyticCodes,
    isNamed: ({ analyticCodes = [] }: NamedByDocument, id: number) => analyticCodes.includes(id),
  },
  'third-parties': {
    used: ({ usedThirdParties }: DocumentsState) => usedThirdParties,
    isNamed: ({ thirdParty }: NamedByDocument, id: number) => thirdParty === id,
  },
  'number-series': {
    used: ({ series }: DocumentsState) => series,
    isNamed: ({ series }: NamedByDocument, id: number) => series === id,
  },
} as const;

/**
 * True if a document refers to the record. A trashed document does not prevent trashing the record, but prevents deleting
 * it permanently.
 */
function isNamedByDocument(
  collection: keyof typeof KINDS,
  id: number,
  { documents, records }: Pick<CompanyFile, 'documents' | 'records'>,
): boolean {
  const { used, isNamed } = KINDS[collection];
  if (used(documents).has(id)) return true;
  const isToBePurged = records[collection]?.byId.get(id)?.isTrashed === true;
  for (const { isTrashed, names } of documents.waiting.values())
    if ((isToBePurged || !isTrashed) && isNamed(names, id)) return true;
  return false;
}

const findUsesIn =
  (collection: keyof typeof KINDS): RecordUses[string] =>
  (ids, file) =>
    toUncountedUses(
      'documents',
      ids.some((id) => isNamedByDocument(collection, id, file)),
    );

export const documentUses: RecordUses = {
  accounts: findUsesIn('accounts'),
  'vat-codes': findUsesIn('vat-codes'),
  'analytic-codes': findUsesIn('analytic-codes'),
  'third-parties': findUsesIn('third-parties'),
  'number-series': findUsesIn('number-series'),
};
