import type { AnnualFilingEvent, ManualValue } from './filing-events.ts';

export const FILING_STATUSES = ['draft', 'filed'] as const;
export type FilingStatus = (typeof FILING_STATUSES)[number];

/** The annual accounts of a fiscal year, as far as decisions need them. */
export type AnnualFilingState = {
  readonly fiscal_year_id: number;
  readonly version: number;
  readonly status: FilingStatus;
  /** Null: the form follows from size and legal form. */
  readonly form: string | null;
  readonly manual: readonly ManualValue[];
};

export type AnnualFilingsState = readonly AnnualFilingState[];

declare module '../company-file-state.ts' {
  interface CompanyFile {
    readonly annualFilings: AnnualFilingsState;
  }
}

export const initialAnnualFilings: AnnualFilingsState = [];

export const getAnnualFiling = (state: AnnualFilingsState, yearId: number): AnnualFilingState =>
  state.find((one) => one.fiscal_year_id === yearId) ?? {
    fiscal_year_id: yearId,
    version: 0,
    status: 'draft',
    form: null,
    manual: [],
  };

export function evolveAnnualFilings(state: AnnualFilingsState, event: AnnualFilingEvent): AnnualFilingsState {
  const { fiscal_year_id, version } = event.data;
  const before = getAnnualFiling(state, fiscal_year_id);
  const after = { ...before, version, ...getChange(event) };
  return [...state.filter((one) => one.fiscal_year_id !== fiscal_year_id), after];
}

function getChange(event: AnnualFilingEvent): Partial<AnnualFilingState> {
  switch (event.type) {
    case 'AnnualFilingChanged':
      return event.data.changes;
    case 'AnnualFilingFiled':
      return { status: 'filed' };
    case 'AnnualFilingReopened':
      return { status: 'draft' };
  }
}
