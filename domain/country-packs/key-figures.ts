/**
 * Inputs of the financial ratios: by country and chart, the rubrics of the full model that add up to each quantity, in
 * the notation of the models: `29/58 -29` is current assets without amounts due after more than a year.
 */
import type { ChartVariant, CountryCode } from './pack.ts';

export const QUANTITIES = [
  'turnover',
  'operating_result',
  'result',
  'equity',
  'total',
  'debts',
  'current_assets',
  'stocks',
  'cash',
  'short_term_debts',
  'trade_receivables',
  'trade_payables',
  'purchases',
] as const;
export type Quantity = (typeof QUANTITIES)[number];

type Formulas = Readonly<Record<Quantity, string>>;

const belgium: Formulas = {
  turnover: '70',
  operating_result: '9901',
  result: '9905',
  equity: '10/15',
  total: '10/49',
  debts: '17/49',
  current_assets: '29/58 -29',
  stocks: '3',
  cash: '50/53 54/58',
  short_term_debts: '42/48 492/3',
  trade_receivables: '40',
  trade_payables: '44',
  purchases: '60 61',
};

/** The balance sheet does not split debts by term: borrowings count as long-term. */
const france: Formulas = {
  turnover: 'FL',
  operating_result: 'GG',
  result: 'HN',
  equity: 'DL DO',
  total: 'EE',
  debts: 'EC',
  current_assets: 'CJ',
  stocks: 'BL BN BP BR BT',
  cash: 'CD CF',
  short_term_debts: 'DW DX DY DZ EA EB',
  trade_receivables: 'BX',
  trade_payables: 'DX',
  purchases: 'FS FU FW',
};

const frenchAssociations: Formulas = {
  turnover: 'R11 R12 R13',
  operating_result: 'R50',
  result: 'R00',
  equity: 'P10',
  total: 'P00',
  debts: 'P50',
  current_assets: 'A40',
  stocks: 'A41',
  cash: 'A51 A52',
  short_term_debts: 'P54 P55 P56 P57 P58 P59',
  trade_receivables: 'A43',
  trade_payables: 'P54',
  purchases: 'R31 R33',
};

/** Charges are negative on the form. */
const luxembourg: Formulas = {
  turnover: '701',
  operating_result: '701 703 705 713 671 605 657 621',
  result: '669',
  equity: '301',
  total: '405',
  debts: '435 403',
  current_assets: '151 199 -169',
  stocks: '153',
  cash: '189 197',
  short_term_debts: '441 447 357 363 369 375 381 387 393 395 399 403',
  trade_receivables: '165',
  trade_payables: '367',
  purchases: '-671',
};

export interface QuantityTerm {
  readonly rubric: string;
  readonly sign: 1 | -1;
}

/** The rubrics of the full model behind a quantity. */
export function listQuantityTerms(
  country: CountryCode,
  chart: ChartVariant,
  quantity: Quantity,
): readonly QuantityTerm[] {
  const formulas: Readonly<Record<CountryCode, Formulas>> = {
    BE: belgium,
    FR: chart === 'association' ? frenchAssociations : france,
    LU: luxembourg,
  };
  return formulas[country][quantity]
    .split(' ')
    .map((word) => ({ rubric: word.replace(/^-/, ''), sign: word.startsWith('-') ? -1 : 1 }));
}
