import type { PlainDate } from '../dates.ts';
import type { CompanyDetails } from './company-events.ts';
import type { SettingValues } from './settings.ts';

/** How a company declares VAT, day by day. What a file began with holds until the first change that its settings tell. */

export type VatRegime = CompanyDetails['vat_regime'];

export type DatedRegime = {
  readonly regime: VatRegime;
  /** The first day on which it holds. */
  readonly from: PlainDate;
};

/** What it takes to know the regime of a day. */
export interface RegimeHolder {
  readonly vat_regime: VatRegime;
  readonly settings: SettingValues;
}

/** The changes since the beginning, the earliest first. */
export const regimeChanges = (settings: SettingValues): readonly DatedRegime[] =>
  (settings.vat_regimes ?? []) as readonly DatedRegime[];

export function regimeOn({ vat_regime, settings }: RegimeHolder, date: PlainDate): VatRegime {
  return regimeChanges(settings).findLast(({ from }) => from <= date)?.regime ?? vat_regime;
}

/** Small businesses and those with exempt activities alone owe tax like others, but deduct none. */
const WITHOUT_DEDUCTION: readonly VatRegime[] = ['franchise', 'exempt'];

export type ProRataYear = { readonly year: number; readonly percent: string };

const proRataYears = (settings: SettingValues): readonly ProRataYear[] =>
  (settings['vat.pro_rata.by_year'] ?? []) as readonly ProRataYear[];

/**
 * How much of the tax on purchases a company deducts, in per cent of what the codes say. Who deducts by actual use (the special
 * pro rata) says it code by code, so that nothing is taken off here.
 */
export function deductedShare(company: RegimeHolder, date: PlainDate): string {
  if (WITHOUT_DEDUCTION.includes(regimeOn(company, date))) return '0.00';
  return proRataOf(company.settings, Number(date.slice(0, 4)));
}

export function proRataOf(settings: SettingValues, year: number): string {
  if (settings['vat.pro_rata.special'] === true) return ALL;
  const ofYear = proRataYears(settings).find((one) => one.year === year)?.percent;
  return ofYear ?? ((settings['vat.pro_rata.general'] ?? ALL) as string);
}

/** That of a year that is over, once somebody has told it; null for who has none, or deducts by actual use. */
export function finalProRata(settings: SettingValues, year: number): string | null {
  if (!hasProRata(settings)) return null;
  return proRataYears(settings).find((one) => one.year === year)?.percent ?? null;
}

/** Whether any tax is kept from deduction by it. */
export const hasProRata = (settings: SettingValues): boolean =>
  settings['vat.pro_rata.special'] !== true &&
  [settings['vat.pro_rata.general'] ?? ALL, ...proRataYears(settings).map(({ percent }) => percent)].some(
    (percent) => percent !== ALL,
  );

const ALL = '100.00';
