import type { FeesEvent, SlipFields } from './fees-events.ts';

/** What people have said about slips; what the books say is read when it is asked for. */
export type SlipState = {
  readonly version: number;
  readonly slip: SlipFields;
};

/** By year and third party. */
export type FeesState = Readonly<Record<string, SlipState>>;

export const initialFees: FeesState = {};

export const slipKey = (year: number, thirdPartyId: number): string => `${year}/${thirdPartyId}`;

export const evolveFees = (state: FeesState, { data }: FeesEvent): FeesState => ({
  ...state,
  [slipKey(data.year, data.third_party_id)]: { version: data.version, slip: data.slip },
});
