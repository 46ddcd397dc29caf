import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import type { FoundRows } from '../fiscal-years/closing-checks.ts';
import { isZero, sum, type Amount } from '../money.ts';
import type { Steps } from '../steps.ts';
import { nameOf } from './depreciation.ts';
import { missingUntil, planningIn } from './asset-plan.ts';

const ASSETS_A_STEP = 200;
const MOST_NAMED = 20;

/** Assets whose plan takes something up to a day that nobody has posted. */
export function* notDepreciated(until: PlainDate, file: CompanyFile): Steps<FoundRows> {
  const planning = planningIn(file);
  const amounts: Amount[] = [];
  const rows: { readonly id: number; readonly label: string }[] = [];
  let count = 0;
  for (const asset of file.fixedAssets.byId.values()) {
    count += 1;
    if (count % ASSETS_A_STEP === 0) yield;
    if (asset.is_trashed || asset.disposed_on !== null) continue;
    const missing = missingUntil(asset, until, planning);
    if (isZero(missing)) continue;
    amounts.push(missing);
    if (rows.length < MOST_NAMED) rows.push({ id: asset.id, label: nameOf(asset) });
  }
  return { count: amounts.length, amount: sum(amounts), rows };
}
