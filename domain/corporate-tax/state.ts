import type { ManualLine, TaxEvent } from './tax-events.ts';

export type YearLines = { readonly version: number; readonly lines: readonly ManualLine[] };

/** Manual lines by the id of their fiscal year. */
export type CorporateTaxState = Readonly<Record<string, YearLines>>;

declare module '../company-file-state.ts' {
  interface CompanyFile {
    readonly corporateTax: CorporateTaxState;
  }
}

export const initialCorporateTax: CorporateTaxState = {};

export const evolveCorporateTax = (state: CorporateTaxState, { data }: TaxEvent): CorporateTaxState => ({
  ...state,
  [data.fiscal_year_id]: { version: data.version, lines: data.lines },
});

const NOTHING: YearLines = { version: 0, lines: [] };

export const getYearLines = (state: CorporateTaxState, yearId: number): YearLines => state[yearId] ?? NOTHING;
