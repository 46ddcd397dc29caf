import { readInteger, readLabels, readOneOf, readTable, readWords, type DataTable } from '../data-table.ts';
import { LANGUAGES } from '../language.ts';
import { ASSET_KINDS, ASSET_METHODS, type PackAssetCategory, type PackDisposalAccounts } from './pack.ts';

const COLUMNS = [
  'code',
  'account',
  'beginnings',
  'kind',
  'method',
  'months',
  'charge',
  'impairment',
  'impairmentReversal',
  'surplus',
  ...LANGUAGES,
] as const;

/** Categories of fixed assets, one per row. */
export function readAssetCategories(
  table: DataTable,
  disposal: (kind: PackAssetCategory['kind']) => PackDisposalAccounts,
): readonly PackAssetCategory[] {
  return readTable(table, COLUMNS).map((row) => {
    const kind = readOneOf(row.kind, ASSET_KINDS);
    return {
      code: row.code,
      labels: readLabels(row),
      account: row.account,
      beginnings: readWords(row.beginnings),
      kind,
      method: readOneOf(row.method, ASSET_METHODS),
      months: row.months === '' ? null : readInteger(row.months),
      charge: row.charge,
      impairment: { charge: row.impairment, reversal: row.impairmentReversal },
      surplus: row.surplus,
      disposal: disposal(kind),
    };
  });
}

/** Category of an asset account: the one with the longest matching prefix. */
export function findCategoryOfAccount(
  categories: readonly PackAssetCategory[],
  number: string,
): PackAssetCategory | undefined {
  let best: { readonly category: PackAssetCategory; readonly length: number } | undefined;
  for (const category of categories)
    for (const beginning of [category.account, ...category.beginnings])
      if (number.startsWith(beginning) && beginning.length > (best?.length ?? 0))
        best = { category, length: beginning.length };
  return best?.category;
}
