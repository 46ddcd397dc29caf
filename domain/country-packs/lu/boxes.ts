/**
 * The fields of the Luxembourg periodic VAT return (eCDF forms TVA_DECM and TVA_DECT, which share their numbers), in the
 * order of the form. The rates of 2023 (16, 13 and 7 %) still have their fields, for corrections of that year.
 */
import { toLabels } from '../chart.ts';
import type { BoxEffect, Labels, PackBox } from '../pack.ts';
import {
  acquiredTobacco,
  exemptServicesFromUnion,
  importedTobacco,
  importTotals,
  otherRates,
  outcome,
  serviceTotals,
  triangular,
  turnover,
  type BoxRow,
} from './box-rows.ts';
import {
  acquisitions,
  businessImports,
  domesticGoods,
  domesticServices,
  privateImports,
  sales,
  servicesFromOutside,
  servicesFromUnion,
  type TaxedOperation,
} from './taxed-operations.ts';

const formulas: Readonly<Record<string, readonly BoxEffect[]>> = {
  '454': sumOf('471', '472'),
  '012': sumOf('454', '455', '456'),
  '021': sumOf('457', '014', '015', '016', '017', '481', '482', '226', '018', '423', '424', '019', '419'),
  '022': difference('012', '021'),
  '037': sumOf(...bases(sales), '033', '416', '451'),
  '046': sumOf(...taxes(sales), '042', '417', '452'),
  '051': sumOf(...bases(acquisitions), '194', '719'),
  '056': sumOf(...taxes(acquisitions)),
  '065': sumOf(...bases(businessImports), '195', '729', ...bases(privateImports), '196'),
  '407': sumOf(...taxes(businessImports), ...taxes(privateImports)),
  '436': sumOf(...bases(servicesFromUnion)),
  '462': sumOf(...taxes(servicesFromUnion)),
  '463': sumOf(...bases(servicesFromOutside), '445'),
  '464': sumOf(...taxes(servicesFromOutside)),
  '765': sumOf(...bases(domesticServices)),
  '766': sumOf(...taxes(domesticServices)),
  '409': sumOf('436', '435', '463', '765'),
  '410': sumOf('462', '464', '766'),
  '767': sumOf(...bases(domesticGoods)),
  '768': sumOf(...taxes(domesticGoods)),
  '076': sumOf('046', '056', '407', '410', '768', '227'),
  '093': sumOf('458', '459', '460', '090', '461', '092', '228'),
  '097': sumOf('094', '095', '096'),
  '102': difference('093', '097'),
  '103': sumOf('076'),
  '104': sumOf('102'),
  // One field for both outcomes: a surplus of input tax is filed with a minus sign.
  '105': difference('103', '104'),
};

const rows: readonly BoxRow[] = [
  ...turnover,
  ...ratesOf(sales),
  ...zeroRateOf(sales),
  ...otherRates,
  ...totalsOf(sales),
  ...ratesOf(acquisitions),
  ...exemptOf(acquisitions),
  ...acquiredTobacco,
  ...totalsOf(acquisitions),
  ...triangular,
  ...ratesOf(businessImports),
  ...exemptOf(businessImports),
  ...importedTobacco,
  ...ratesOf(privateImports),
  ...exemptOf(privateImports),
  ...importTotals,
  ...ratesOf(servicesFromUnion),
  ...totalsOf(servicesFromUnion),
  ...exemptServicesFromUnion,
  ...ratesOf(servicesFromOutside),
  ...exemptOf(servicesFromOutside),
  ...totalsOf(servicesFromOutside),
  ...ratesOf(domesticServices),
  ...totalsOf(domesticServices),
  ...serviceTotals,
  ...ratesOf(domesticGoods),
  ...totalsOf(domesticGoods),
  ...outcome,
];

export const boxes: readonly PackBox[] = rows.map(([box, frame, fr, nl, en, de]) => {
  const terms = formulas[box];
  return {
    box,
    frame,
    labels: toLabels(fr, nl, en, de),
    formula: terms === undefined ? null : { terms, atLeastZero: false },
    isFiled: true,
  };
});

function ratesOf({ frame, labels, rates }: TaxedOperation): readonly BoxRow[] {
  return rates.flatMap(([rate, base, tax]): BoxRow[] => [
    [
      base,
      frame,
      ...ending(labels, `${rate} % - base`, `${rate} % - maatstaf`, `${rate}% - base`, `${rate} % - Basis`),
    ],
    [tax, frame, ...ending(labels, `${rate} % - taxe`, `${rate} % - btw`, `${rate}% - tax`, `${rate} % - MwSt.`)],
  ]);
}

function zeroRateOf({ frame, labels, untaxed }: TaxedOperation): readonly BoxRow[] {
  return untaxed === null
    ? []
    : [[untaxed, frame, ...ending(labels, '0 % - base', '0 % - maatstaf', '0% - base', '0 % - Basis')]];
}

function exemptOf({ frame, labels, untaxed }: TaxedOperation): readonly BoxRow[] {
  return untaxed === null
    ? []
    : [[untaxed, frame, ...ending(labels, 'exonérations', 'vrijgesteld', 'exempt', 'befreit')]];
}

function totalsOf({ frame, labels, totals }: TaxedOperation): readonly BoxRow[] {
  if (totals === null) return [];
  return [
    [totals[0], frame, ...ending(labels, 'base', 'maatstaf', 'base', 'Basis')],
    [totals[1], frame, ...ending(labels, 'taxe', 'btw', 'tax', 'MwSt.')],
  ];
}

function ending(
  labels: Labels,
  fr: string,
  nl: string,
  en: string,
  de: string,
): readonly [string, string, string, string] {
  return [`${labels.fr} - ${fr}`, `${labels.nl} - ${nl}`, `${labels.en} - ${en}`, `${labels.de} - ${de}`];
}

function bases({ rates }: TaxedOperation): readonly string[] {
  return rates.map(([, base]) => base);
}

function taxes({ rates }: TaxedOperation): readonly string[] {
  return rates.map(([, , tax]) => tax);
}

function sumOf(...boxNumbers: readonly string[]): readonly BoxEffect[] {
  return boxNumbers.map((box) => ({ box, sign: 1 }));
}

function difference(plus: string, minus: string): readonly BoxEffect[] {
  return [
    { box: plus, sign: 1 },
    { box: minus, sign: -1 },
  ];
}
