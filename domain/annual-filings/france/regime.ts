/** The form that a company files: the normal regime or the simplified one. */
import { readSetting } from '../../companies/settings.ts';
import type { AnnualAccountsModel } from '../../country-packs/pack.ts';
import { readOneOf, readTable } from '../../data-table.ts';
import type { PlainDate } from '../../dates.ts';
import { add, compare, ZERO, type SignedAmount } from '../../money.ts';
import type { FilingInputs } from '../form.ts';
import table from './data/regime-thresholds.json' with { type: 'json' };

export interface RegimeThresholds {
  readonly from: PlainDate;
  readonly to: PlainDate;
  /** Turnover of sales of goods, meals and lodging, and of all activities together. */
  readonly goods: SignedAmount;
  readonly services: SignedAmount;
  readonly source: string;
}

export const regimeThresholds: readonly RegimeThresholds[] = readTable(table, [
  'from',
  'to',
  'goods',
  'services',
  'sure',
  'source',
]).map(({ sure, ...row }) => {
  readOneOf(sure, ['certain', 'likely']);
  return row;
});

/** For a year without known thresholds the nearest known ones are used. */
export function findThresholds(endsOn: PlainDate): RegimeThresholds {
  const started = regimeThresholds.filter(({ from }) => from <= endsOn);
  return started.at(-1) ?? regimeThresholds[0]!;
}

/** The setting `annual_accounts.scheme` if there is one, else the turnover of the year against the thresholds. */
export function chooseLiasse(
  { company, year, computeRubrics }: Pick<FilingInputs, 'company' | 'year' | 'computeRubrics'>,
  simplified: AnnualAccountsModel,
): '2050' | '2033' {
  const scheme = readSetting(company.settings, 'annual_accounts.scheme');
  if (scheme === 'full') return '2050';
  if (typeof scheme === 'string') return '2033';
  const { amounts } = computeRubrics(simplified);
  const getAmount = (code: string): SignedAmount => amounts.get(code) ?? ZERO;
  const services = getAmount('218');
  const turnover = [getAmount('210'), getAmount('214'), services].reduce(add);
  const limits = findThresholds(year.ends_on);
  return compare(turnover, limits.goods) <= 0 && compare(services, limits.services) <= 0 ? '2033' : '2050';
}
