import type { AssetMethod, PackAssetCategory, PackDisposalAccounts } from './pack.ts';

type Row = readonly [
  code: string,
  account: string,
  beginnings: readonly string[],
  kind: PackAssetCategory['kind'],
  method: AssetMethod,
  months: number | null,
  charge: string,
  impairment: readonly [charge: string, reversal: string],
  surplus: string,
  fr: string,
  nl: string,
  en: string,
  de: string,
];

/** Categories of fixed assets, one per row. */
export function buildAssetCategories(
  rows: readonly Row[],
  disposal: (kind: PackAssetCategory['kind']) => PackDisposalAccounts,
): readonly PackAssetCategory[] {
  return rows.map(([code, account, beginnings, kind, method, months, charge, impairment, surplus, fr, nl, en, de]) => ({
    code,
    labels: { fr, nl, en, de },
    account,
    beginnings,
    kind,
    method,
    months,
    charge,
    impairment: { charge: impairment[0], reversal: impairment[1] },
    surplus,
    disposal: disposal(kind),
  }));
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
