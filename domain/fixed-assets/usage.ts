import type { CompanyFile } from '../company-file-state.ts';
import { toCountedUses, type RecordUses } from '../records/usage.ts';
import type { AssetFields } from './asset-events.ts';

/** Records that a fixed asset refers to cannot be trashed. Even a trashed asset prevents their permanent deletion. */

type IsNamed = (fields: AssetFields, id: number) => boolean;

const countUsesIn =
  (collection: string, isNamed: IsNamed): RecordUses[string] =>
  (ids, file) =>
    toCountedUses(
      'fixed-assets',
      ids.reduce((count, id) => count + countReferringAssets(collection, id, isNamed, file), 0),
    );

function countReferringAssets(
  collection: string,
  id: number,
  isNamed: IsNamed,
  { fixedAssets, records }: CompanyFile,
): number {
  const isToBePurged = records[collection]?.byId.get(id)?.isTrashed === true;
  let count = 0;
  for (const { is_trashed, fields } of fixedAssets.byId.values())
    if ((isToBePurged || !is_trashed) && isNamed(fields, id)) count += 1;
  return count;
}

export const assetUses: RecordUses = {
  accounts: countUsesIn(
    'accounts',
    ({ account_id, depreciation_account_id, charge_account_id }, id) =>
      account_id === id || depreciation_account_id === id || charge_account_id === id,
  ),
  'analytic-codes': countUsesIn('analytic-codes', ({ analytics }, id) =>
    analytics.some(({ code_id }) => code_id === id),
  ),
  'third-parties': countUsesIn('third-parties', ({ supplier_id }, id) => supplier_id === id),
};
