import type { FeesEvent, SlipFields } from './fees-events.ts';

/** Slip values entered by users; amounts from the books are read on demand. */
export type SlipState = {
  readonly version: number;
  readonly slip: SlipFields;
};

/** By year and third party. */
export type FeesState = Readonly<Record<string, SlipState>>;

declare module '../company-file-state.ts' {
  interface CompanyFile {
    readonly feesSlips: FeesState;
  }
}

export const initialFees: FeesState = {};

export const buildSlipKey = (year: number, thirdPartyId: number): string => `${year}/${thirdPartyId}`;

export const evolveFees = (state: FeesState, { data }: FeesEvent): FeesState => ({
  ...state,
  [buildSlipKey(data.year, data.third_party_id)]: { version: data.version, slip: data.slip },
});
