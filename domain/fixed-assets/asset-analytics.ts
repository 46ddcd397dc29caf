import type { RequestedShare } from '../analytics/allocation.ts';
import { distributeShares } from '../analytics/allocation.ts';
import { filterUsableDefaults } from '../analytics/line-defaults.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import type { EntryLine } from '../ledger/entry-events.ts';
import type { Amount } from '../money.ts';
import type { AssetFields } from './asset-events.ts';

/** Analytic codes of an asset, for its depreciation, impairment and disposal. */

type Codes = AssetFields['analytics'];

/** Analytics of a posted line. Empty if no code is usable on that date, so that the defaults apply. */
export function allocateAnalytics(
  codes: Codes,
  amount: Amount,
  date: PlainDate,
  file: CompanyFile,
): Pick<EntryLine, 'analytics'> | Record<string, never> {
  const allotted = codes.length === 0 ? [] : filterUsableDefaults(codes, date, file);
  return allotted.length === 0 ? {} : { analytics: distributeShares(allotted, amount) };
}

/** Analytics of a requested invoice line. */
export function toRequestedAnalytics(
  codes: Codes,
  date: PlainDate,
  file: CompanyFile,
): { readonly analytics?: readonly RequestedShare[] } {
  const shares = filterUsableDefaults(codes, date, file).map(({ code_id, share = null }) => ({
    code: null,
    code_id,
    share,
    amount: null,
  }));
  return shares.length === 0 ? {} : { analytics: shares };
}
