import type { RequestedShare } from '../analytics/allocation.ts';
import { sharedOut } from '../analytics/allocation.ts';
import { usable } from '../analytics/line-defaults.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import type { EntryLine } from '../ledger/entry-events.ts';
import type { Amount } from '../money.ts';
import type { AssetFields } from './asset-events.ts';

/** The analytic codes of an asset on what it costs and what it brings in: its depreciation, its impairment, its end. */

type Codes = AssetFields['analytics'];

/** Of a line that is posted; nothing where no code is to be used on that day, so that the defaults count. */
export function toldBy(
  codes: Codes,
  amount: Amount,
  date: PlainDate,
  file: CompanyFile,
): Pick<EntryLine, 'analytics'> | Record<string, never> {
  const allotted = codes.length === 0 ? [] : usable(codes, date, file);
  return allotted.length === 0 ? {} : { analytics: sharedOut(allotted, amount) };
}

/** Of a line of an invoice that the ledger is asked to post. */
export function askedFor(
  codes: Codes,
  date: PlainDate,
  file: CompanyFile,
): { readonly analytics?: readonly RequestedShare[] } {
  const shares = usable(codes, date, file).map(({ code_id, share = null }) => ({
    ...{ code: null, code_id, share, amount: null },
  }));
  return shares.length === 0 ? {} : { analytics: shares };
}
