import { findAnnualAccountsModel } from '../../country-packs/annual-accounts.ts';
import { findCountryPack, getChartFor } from '../../country-packs/index.ts';
import type { AnnualAccountsModel, CountryPack } from '../../country-packs/pack.ts';
import { readSetting } from '../../companies/settings.ts';
import { readOneOf, readTable } from '../../data-table.ts';
import { compare, isZero, negate, sum, ZERO, type SignedAmount } from '../../money.ts';
import type { FilingInputs } from '../form.ts';
import table from './data/thresholds.json' with { type: 'json' };

/**
 * The model that follows from the size of a company. It may exceed one of the three thresholds. The average number of
 * employees is not in the books: without staff costs it is zero, otherwise it counts as exceeded. A company with
 * participations in affiliated entities is never micro. The thresholds of associations are not known here.
 */

const COLUMNS = ['scheme', 'from', 'employees', 'turnover', 'total', 'source', 'certainty'] as const;
const SCHEMES = ['micro', 'abbreviated'] as const;

export interface SizeThreshold {
  readonly scheme: (typeof SCHEMES)[number];
  /** First day of the years to which it applies. */
  readonly from: string;
  readonly employees: string;
  readonly turnover: SignedAmount;
  readonly total: SignedAmount;
  readonly source: string;
}

export const SIZE_THRESHOLDS: readonly SizeThreshold[] = readTable(table, COLUMNS).map((row) => ({
  ...row,
  scheme: readOneOf(row.scheme, SCHEMES),
}));

const getPack = (): CountryPack => findCountryPack('BE')!;

type SizeInputs = Pick<FilingInputs, 'company' | 'year' | 'current' | 'computeRubrics'>;

/** The model of the setting `annual_accounts.scheme`; else that of the size; else the full one. */
export function chooseModel(inputs: SizeInputs): AnnualAccountsModel {
  const { settings, legal_form_code } = inputs.company;
  const chosen = readSetting(settings, 'annual_accounts.scheme');
  const scheme = typeof chosen === 'string' ? chosen : findSchemeBySize(inputs);
  return findAnnualAccountsModel(getPack(), legal_form_code, scheme)!;
}

function findSchemeBySize(inputs: SizeInputs): AnnualAccountsModel['scheme'] {
  const { company, year } = inputs;
  if (getChartFor(getPack(), company.legal_form_code).variant === 'association') return 'full';
  const size = measure(inputs);
  const applied = SCHEMES.find((scheme) => {
    const threshold = SIZE_THRESHOLDS.findLast((one) => one.scheme === scheme && one.from <= year.starts_on);
    return threshold !== undefined && !(scheme === 'micro' && size.hasAffiliates) && isWithin(size, threshold);
  });
  return applied ?? 'full';
}

interface Size {
  readonly turnover: SignedAmount;
  readonly total: SignedAmount;
  readonly hasStaff: boolean;
  readonly hasAffiliates: boolean;
}

function measure({ company, current, computeRubrics }: SizeInputs): Size {
  const balances = [...current.stated.atEnd];
  const sumOf = (prefix: string): SignedAmount =>
    sum(balances.flatMap(([number, balance]) => (number.startsWith(prefix) ? [balance] : [])));
  const model = findAnnualAccountsModel(getPack(), company.legal_form_code, 'full')!;
  return {
    turnover: negate(sumOf('70')),
    total: computeRubrics(model).amounts.get('20/58') ?? ZERO,
    hasStaff: !isZero(sumOf('62')),
    hasAffiliates: balances.some(([number, balance]) => number.startsWith('280') && !isZero(balance)),
  };
}

function isWithin({ turnover, total, hasStaff }: Size, threshold: SizeThreshold): boolean {
  const exceeded = [hasStaff, compare(turnover, threshold.turnover) > 0, compare(total, threshold.total) > 0];
  return exceeded.filter(Boolean).length <= 1;
}
