import { readSetting } from '../../companies/settings.ts';
import { findAnnualAccountsModel } from '../../country-packs/annual-accounts.ts';
import { findCountryPack } from '../../country-packs/index.ts';
import type { AnnualAccountsModel } from '../../country-packs/pack.ts';
import { compare, isZero, negate, sum, ZERO, type SignedAmount } from '../../money.ts';
import type { FilingInputs } from '../form.ts';

/**
 * Full or abridged accounts. The choice of the user wins (`annual_accounts.scheme`). Otherwise they are abridged if the
 * company exceeds at most one of the thresholds of the settings (`annual_accounts.abridged`), and full if these are not
 * set. Without an average number of employees, a company with staff costs counts as exceeding it.
 */
type SizeInputs = Pick<FilingInputs, 'company' | 'current' | 'computeRubrics'>;

export function chooseLuxembourgModel(inputs: SizeInputs): AnnualAccountsModel {
  const { legal_form_code, settings } = inputs.company;
  const chosen = readSetting(settings, 'annual_accounts.scheme');
  const scheme = typeof chosen === 'string' ? chosen : isBelowThresholds(inputs) ? 'abbreviated' : 'full';
  return findAnnualAccountsModel(findCountryPack('LU')!, legal_form_code, scheme)!;
}

function isBelowThresholds(inputs: SizeInputs): boolean {
  const { settings } = inputs.company;
  const [total, turnover, employees] = ['total', 'turnover', 'employees'].map((name) =>
    readSetting(settings, `annual_accounts.abridged.${name}`),
  );
  if (typeof total !== 'string' || typeof turnover !== 'string' || typeof employees !== 'number') return false;
  const exceeded = [
    compare(getTotal(inputs), total) > 0,
    compare(negate(sumAccounts(inputs, '70')), turnover) > 0,
    isAboveStaff(inputs, employees),
  ];
  return exceeded.filter(Boolean).length <= 1;
}

function getTotal({ company, computeRubrics }: SizeInputs): SignedAmount {
  const model = findAnnualAccountsModel(findCountryPack('LU')!, company.legal_form_code, 'full')!;
  return computeRubrics(model).amounts.get('201') ?? ZERO;
}

function isAboveStaff(inputs: SizeInputs, most: number): boolean {
  const average = readSetting(inputs.company.settings, 'annual_accounts.average_employees');
  return typeof average === 'number' ? average > most : !isZero(sumAccounts(inputs, '62'));
}

const sumAccounts = ({ current }: SizeInputs, prefix: string): SignedAmount =>
  sum([...current.stated.atEnd].flatMap(([number, balance]) => (number.startsWith(prefix) ? [balance] : [])));
