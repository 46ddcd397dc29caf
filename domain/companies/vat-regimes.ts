import type { PlainDate } from '../dates.ts';
import type { CompanyDetails } from './company-events.ts';
import type { SettingValues } from './settings.ts';

/** VAT regime of a company by date. The initial regime applies until the first change in the settings. */

export type VatRegime = CompanyDetails['vat_regime'];

export type DatedRegime = {
  readonly regime: VatRegime;
  /** First day on which it applies. */
  readonly from: PlainDate;
};

/** Data needed to determine the regime on a date. */
export interface RegimeHolder {
  readonly vat_regime: VatRegime;
  readonly settings: SettingValues;
}

/** Changes since the beginning, earliest first. */
export const getRegimeChanges = (settings: SettingValues): readonly DatedRegime[] =>
  (settings.vat_regimes ?? []) as readonly DatedRegime[];

export function getRegimeOn({ vat_regime, settings }: RegimeHolder, date: PlainDate): VatRegime {
  return getRegimeChanges(settings).findLast(({ from }) => from <= date)?.regime ?? vat_regime;
}

/** Small businesses and businesses with exempt activities only: they may owe tax but cannot deduct any. */
const WITHOUT_DEDUCTION: readonly VatRegime[] = ['franchise', 'exempt'];

export type ProRataYear = { readonly year: number; readonly percent: string };

const getProRataYears = (settings: SettingValues): readonly ProRataYear[] =>
  (settings['vat.pro_rata.by_year'] ?? []) as readonly ProRataYear[];

/**
 * Percentage of the deductible tax on purchases that a company deducts. With deduction by actual use (the special pro
 * rata) the codes state the percentage, so nothing is reduced here.
 */
export function getDeductedShare(company: RegimeHolder, date: PlainDate): string {
  if (WITHOUT_DEDUCTION.includes(getRegimeOn(company, date))) return '0.00';
  return getProRata(company.settings, Number(date.slice(0, 4)));
}

export function getProRata(settings: SettingValues, year: number): string {
  if (settings['vat.pro_rata.special'] === true) return ALL;
  const ofYear = getProRataYears(settings).find((one) => one.year === year)?.percent;
  return ofYear ?? ((settings['vat.pro_rata.general'] ?? ALL) as string);
}

/** Final pro rata of a past year, once entered; null without pro rata or with deduction by actual use. */
export function findFinalProRata(settings: SettingValues, year: number): string | null {
  if (!hasProRata(settings)) return null;
  return getProRataYears(settings).find((one) => one.year === year)?.percent ?? null;
}

/** True if it excludes any tax from deduction. */
export const hasProRata = (settings: SettingValues): boolean =>
  settings['vat.pro_rata.special'] !== true &&
  [settings['vat.pro_rata.general'] ?? ALL, ...getProRataYears(settings).map(({ percent }) => percent)].some(
    (percent) => percent !== ALL,
  );

const ALL = '100.00';
