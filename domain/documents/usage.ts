import type { CompanyFile } from '../company-file-state.ts';
import type { DocumentsState, NamedByDocument } from './state.ts';

/** Records referenced by documents cannot be deleted. */

const KINDS = {
  account: {
    collection: 'accounts',
    used: ({ usedAccounts }: DocumentsState) => usedAccounts,
    isNamed: ({ accounts }: NamedByDocument, id: number) => accounts.includes(id),
  },
  vatCode: {
    collection: 'vat-codes',
    used: ({ usedVatCodes }: DocumentsState) => usedVatCodes,
    isNamed: ({ vatCodes }: NamedByDocument, id: number) => vatCodes.includes(id),
  },
  analyticCode: {
    collection: 'analytic-codes',
    used: ({ usedAnalyticCodes }: DocumentsState) => usedAnalyticCodes,
    isNamed: ({ analyticCodes = [] }: NamedByDocument, id: number) => analyticCodes.includes(id),
  },
  thirdParty: {
    collection: 'third-parties',
    used: ({ usedThirdParties }: DocumentsState) => usedThirdParties,
    isNamed: ({ thirdParty }: NamedByDocument, id: number) => thirdParty === id,
  },
} as const;

/**
 * True if a document refers to the record. A trashed document does not prevent trashing the record, but prevents deleting
 * it permanently.
 */
export function isNamedByDocument(
  kind: keyof typeof KINDS,
  id: number,
  { documents, records }: Pick<CompanyFile, 'documents' | 'records'>,
): boolean {
  const { collection, used, isNamed } = KINDS[kind];
  if (used(documents).has(id)) return true;
  const isToBePurged = records[collection]?.byId.get(id)?.isTrashed === true;
  for (const { isTrashed, names } of documents.waiting.values())
    if ((isToBePurged || !isTrashed) && isNamed(names, id)) return true;
  return false;
}
