import type { CompanyFile } from '../company-file-state.ts';
import type { AssetFields } from './asset-events.ts';

/** Records that a fixed asset refers to cannot be trashed. Even a trashed asset prevents their permanent deletion. */

const NAMED = {
  account: {
    collection: 'accounts',
    isNamed: ({ account_id, depreciation_account_id, charge_account_id }: AssetFields, id: number) =>
      account_id === id || depreciation_account_id === id || charge_account_id === id,
  },
  analyticCode: {
    collection: 'analytic-codes',
    isNamed: ({ analytics }: AssetFields, id: number) => analytics.some(({ code_id }) => code_id === id),
  },
  thirdParty: {
    collection: 'third-parties',
    isNamed: ({ supplier_id }: AssetFields, id: number) => supplier_id === id,
  },
} as const;

export function countReferringAssets(
  kind: keyof typeof NAMED,
  id: number,
  { fixedAssets, records }: Pick<CompanyFile, 'fixedAssets' | 'records'>,
): number {
  const { collection, isNamed } = NAMED[kind];
  const isToBePurged = records[collection]?.byId.get(id)?.isTrashed === true;
  let count = 0;
  for (const { is_trashed, fields } of fixedAssets.byId.values())
    if ((isToBePurged || !is_trashed) && isNamed(fields, id)) count += 1;
  return count;
}
