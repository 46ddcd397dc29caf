import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import type { FoundRows } from '../fiscal-years/closing-checks.ts';
import { isZero, sum, type Amount } from '../money.ts';
import type { Steps } from '../steps.ts';
import { formatAssetName } from './depreciation.ts';
import { computeMissingUntil, createFilePlanning } from './asset-plan.ts';

const ASSETS_A_STEP = 200;
const MOST_NAMED = 20;

/** Finds assets with planned depreciation up to a date that is not yet posted. */
export function* findUndepreciatedAssets(until: PlainDate, file: CompanyFile): Steps<FoundRows> {
  const planning = createFilePlanning(file);
  const amounts: Amount[] = [];
  const rows: { readonly id: number; readonly label: string }[] = [];
  let count = 0;
  for (const asset of file.fixedAssets.byId.values()) {
    count += 1;
    if (count % ASSETS_A_STEP === 0) yield;
    if (asset.is_trashed || asset.disposed_on !== null) continue;
    const missing = computeMissingUntil(asset, until, planning);
    if (isZero(missing)) continue;
    amounts.push(missing);
    if (rows.length < MOST_NAMED) rows.push({ id: asset.id, label: formatAssetName(asset) });
  }
  return { count: amounts.length, amount: sum(amounts), rows };
}
