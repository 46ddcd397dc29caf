import type { PlainDate } from '../dates.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import type { Amount } from '../money.ts';
import type { RecordEvent } from '../records/record-events.ts';
import type { AdjustmentKind, AssetAccounts } from './asset-events.ts';
import type { OriginLine } from './origin.ts';

/**
 * A change to an asset between its purchase and its disposal. Posted depreciation stays as it is. The plan is recomputed
 * over the remaining life, from the date of the change or from the day after the last posted depreciation.
 */
export interface AdjustFixedAsset {
  readonly type: 'AdjustFixedAsset';
  readonly id: number;
  readonly kind: AdjustmentKind;
  readonly date: PlainDate;
  readonly amount: Amount | null;
  /** The total life, counted from the date put into service. */
  readonly duration_months: number | null;
  readonly reason: string | null;
  /** For a transfer: the new account or the new category. */
  readonly account_id: number | null;
  readonly category: string | null;
  readonly journal_id: number | null;
  /** For an addition: the entry line of the purchase. */
  readonly origin_line_id: number | null;
  readonly origin: OriginLine | null;
  readonly entryId: number;
  readonly lineIds: readonly number[];
  /** Id for a new impairment account, in case the chart has none. */
  readonly accountId: number;
  readonly baseVersion: number | null;
}

/** The events that book an adjustment. */
export interface Booked {
  readonly made: readonly RecordEvent[];
  readonly entries: readonly Extract<EntryEvent, { readonly type: 'EntryPosted' }>[];
  /** For a transfer only. */
  readonly accounts?: { readonly accounts: AssetAccounts; readonly previous_accounts: AssetAccounts };
}
