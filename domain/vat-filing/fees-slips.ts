import type { CompanyFile } from '../company-file-state.ts';
import { compare, type Amount } from '../money.ts';
import { findLiveRecord } from '../records/state.ts';
import { refuseInvalid, refuse, type Decision } from '../refusal.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import type { FeesEvent, SlipFields } from './fees-events.ts';
import { buildSlipKey } from './state.ts';
import { findVersionConflict } from '../versions.ts';

const YEARS = 10_000;

/**
 * A slip is identified by year and beneficiary. Beneficiary ids are unique across the service, so the combination is
 * unique too.
 */
export const buildSlipId = (year: number, thirdPartyId: number): number => thirdPartyId * YEARS + year;

/** No values entered by users. */
export const AS_IN_THE_BOOKS: SlipFields = { nature: null, amount: null, amount_paid: null, is_excluded: false };

export interface SetFeesSlip {
  readonly type: 'SetFeesSlip';
  readonly year: number;
  readonly third_party_id: number;
  readonly slip: SlipFields;
  readonly baseVersion: number | null;
}

export function decideSlip(command: SetFeesSlip, file: CompanyFile): Decision<FeesEvent> {
  const { year, third_party_id, slip, baseVersion } = command;
  if (!findLiveRecord(file.records, thirdParties, third_party_id)) return refuse('not_found');
  if (file.identity.country_pack !== 'BE') return refuse('fees_not_in_country', { field: 'year' });
  const known = file.feesSlips[buildSlipKey(year, third_party_id)];
  const version = known?.version ?? 0;
  const conflict = findVersionConflict({ version }, baseVersion);
  if (conflict) return conflict;
  if (isOverpaid(slip)) return refuseInvalid([{ code: 'fees_paid_more', field: 'amount_paid' }]);
  const previous = known?.slip ?? AS_IN_THE_BOOKS;
  if (known && JSON.stringify(previous) === JSON.stringify(slip)) return [];
  const id = buildSlipId(year, third_party_id);
  const data = { id, version: version + 1, year, third_party_id, slip, previous };
  return [{ type: 'FeesSlipSet', data }];
}

const isOverpaid = ({ amount, amount_paid }: SlipFields): boolean =>
  amount !== null && amount_paid !== null && compare(amount_paid, amount) > 0;

/** Beneficiaries with at most this amount get no slip. */
export const NO_SLIP_UP_TO: Amount = '125.00';

/** Fee accounts, by number prefix, with their nature. */
export const FEES_ACCOUNTS = { '6130': 'fees', '6131': 'fees', '6132': 'fees', '6134': 'commissions' } as const;
