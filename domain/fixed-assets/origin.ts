import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { compare, subtract, ZERO, type Amount } from '../money.ts';
import { findLiveRecord } from '../records/state.ts';
import type { Problem } from '../refusal.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import { getAccountNumber } from './accounts.ts';
import type { AssetFields } from './asset-events.ts';

/** The entry line from which an asset originates. */
export interface OriginLine {
  readonly line_id: number;
  readonly account_id: number;
  /** Debit minus credit. */
  readonly amount: string;
  readonly label: string | null;
  readonly entry_date: PlainDate;
  readonly third_party_id: number | null;
  readonly is_reversed: boolean;
}

/** The amount of the line that no asset has taken yet. */
export const computeUntakenAmount = ({ line_id, amount }: OriginLine, { fixedAssets }: CompanyFile): Amount =>
  subtract(amount, fixedAssets.taken.get(line_id) ?? ZERO);

export function findSupplier(source: OriginLine | null, file: CompanyFile): number | null {
  const id = source?.third_party_id ?? null;
  return findLiveRecord(file.records, thirdParties, id) ? id : null;
}

/** Checks the purchase line. Assets cannot take more than the amount of the line. */
export function checkOriginLine(
  { origin_line_id, cost, account_id }: Pick<AssetFields, 'origin_line_id' | 'cost' | 'account_id'>,
  origin: OriginLine | null,
  before: Pick<AssetFields, 'origin_line_id' | 'cost' | 'account_id'> | null,
  file: CompanyFile,
): readonly Problem[] {
  const field = 'origin_line_id';
  if (origin_line_id === null) return [];
  const isSame = before?.origin_line_id === origin_line_id;
  if (isSame && before.cost === cost && before.account_id === account_id) return [];
  if (origin?.line_id !== origin_line_id) return [{ code: 'line_unknown', field }];
  if (origin.is_reversed) return [{ code: 'asset_origin_reversed', field }];
  if (!getAccountNumber(origin.account_id, file).startsWith('2')) return [{ code: 'asset_origin_class', field }];
  if (origin.account_id !== account_id) return [{ code: 'asset_origin_other_account', field: 'account_id' }];
  const left = subtract(
    origin.amount,
    subtract(file.fixedAssets.taken.get(origin_line_id) ?? ZERO, isSame ? before.cost : ZERO),
  );
  return compare(cost, left) > 0 ? [{ code: 'asset_origin_exceeded', field, params: { left } }] : [];
}
