import type { PlainDate } from '../dates.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import type { Amount } from '../money.ts';
import type { RecordEvent } from '../records/record-events.ts';
import type { AdjustmentKind, AssetAccounts } from './asset-events.ts';
import type { OriginLine } from './origin.ts';

/**
 * What happens to an asset between its purchase and its end. What was posted stays: the plan is made anew from the day on, or from the
 * day after the last that was depreciated, over the life that is left.
 */
export interface AdjustFixedAsset {
  readonly type: 'AdjustFixedAsset';
  readonly id: number;
  readonly kind: AdjustmentKind;
  readonly date: PlainDate;
  readonly amount: Amount | null;
  /** The whole life from the day put into service on. */
  readonly duration_months: number | null;
  readonly reason: string | null;
  /** Of a transfer: the account that it goes to, or the category. */
  readonly account_id: number | null;
  readonly category: string | null;
  readonly journal_id: number | null;
  /** Of an addition: the line that it was bought by. */
  readonly origin_line_id: number | null;
  readonly origin: OriginLine | null;
  readonly entryId: number;
  readonly lineIds: readonly number[];
  /** For the account of impairments, where the chart has none. */
  readonly accountId: number;
  readonly baseVersion: number | null;
}

/** What books it. */
export interface Booked {
  readonly made: readonly RecordEvent[];
  readonly entries: readonly Extract<EntryEvent, { readonly type: 'EntryPosted' }>[];
  /** Of a transfer. */
  readonly accounts?: { readonly accounts: AssetAccounts; readonly previous_accounts: AssetAccounts };
}
