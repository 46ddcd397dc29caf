/**
 * The fields of the Luxembourg periodic VAT return (eCDF forms TVA_DECM and TVA_DECT, which share their numbers), in the
 * order of the form. The rates of 2023 (16, 13 and 7 %) still have their fields, for corrections of that year.
 */
import { readLabels, readTable, type DataRecord } from '../../data-table.ts';
import { LANGUAGES, type Language } from '../../language.ts';
import type { BoxEffect, Labels, PackBox } from '../pack.ts';
import table from './data/boxes.json' with { type: 'json' };
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

type BoxRow = DataRecord<'box' | 'frame' | Language>;

/**
 * Fields that are listed one by one. In section II.A three rows are for any rate without a row; the base of the first
 * of them is 033, for 0 %. Tobacco is taxed when it leaves the tax warehouse: only its base is declared. 435 is counted
 * beside 436 and not in it, while 445 is counted in 463.
 */
const listed = readTable(table, ['box', 'group', 'frame', ...LANGUAGES]);
const inGroup = (group: string): readonly BoxRow[] => listed.filter((row) => row.group === group);

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
  ...inGroup('turnover'),
  ...ratesOf(sales),
  ...zeroRateOf(sales),
  ...inGroup('otherRates'),
  ...totalsOf(sales),
  ...ratesOf(acquisitions),
  ...exemptOf(acquisitions),
  ...inGroup('acquiredTobacco'),
  ...totalsOf(acquisitions),
  ...inGroup('triangular'),
  ...ratesOf(businessImports),
  ...exemptOf(businessImports),
  ...inGroup('importedTobacco'),
  ...ratesOf(privateImports),
  ...exemptOf(privateImports),
  ...inGroup('importTotals'),
  ...ratesOf(servicesFromUnion),
  ...totalsOf(servicesFromUnion),
  ...inGroup('exemptServicesFromUnion'),
  ...ratesOf(servicesFromOutside),
  ...exemptOf(servicesFromOutside),
  ...totalsOf(servicesFromOutside),
  ...ratesOf(domesticServices),
  ...totalsOf(domesticServices),
  ...inGroup('serviceTotals'),
  ...ratesOf(domesticGoods),
  ...totalsOf(domesticGoods),
  ...inGroup('outcome'),
];

export const boxes: readonly PackBox[] = rows.map((row) => {
  const terms = formulas[row.box];
  return {
    box: row.box,
    frame: row.frame,
    labels: readLabels(row),
    formula: terms === undefined ? null : { terms, atLeastZero: false },
    isFiled: true,
  };
});

function ratesOf(operation: TaxedOperation): readonly BoxRow[] {
  return operation.rates.flatMap(([rate, base, tax]) => [
    toRow(base, operation, [`${rate} % - base`, `${rate} % - maatstaf`, `${rate}% - base`, `${rate} % - Basis`]),
    toRow(tax, operation, [`${rate} % - taxe`, `${rate} % - btw`, `${rate}% - tax`, `${rate} % - MwSt.`]),
  ]);
}

function zeroRateOf(operation: TaxedOperation): readonly BoxRow[] {
  const { untaxed } = operation;
  return untaxed === null
    ? []
    : [toRow(untaxed, operation, ['0 % - base', '0 % - maatstaf', '0% - base', '0 % - Basis'])];
}

function exemptOf(operation: TaxedOperation): readonly BoxRow[] {
  const { untaxed } = operation;
  return untaxed === null ? [] : [toRow(untaxed, operation, ['exonérations', 'vrijgesteld', 'exempt', 'befreit'])];
}

function totalsOf(operation: TaxedOperation): readonly BoxRow[] {
  if (operation.totals === null) return [];
  const [base, tax] = operation.totals;
  return [
    toRow(base, operation, ['base', 'maatstaf', 'base', 'Basis']),
    toRow(tax, operation, ['taxe', 'btw', 'tax', 'MwSt.']),
  ];
}

function toRow(
  box: string,
  { frame, labels }: TaxedOperation,
  [fr, nl, en, de]: readonly [fr: string, nl: string, en: string, de: string],
): BoxRow {
  return { box, frame, ...joinLabels(labels, { fr, nl, en, de }) };
}

function joinLabels(labels: Labels, endings: Labels): Labels {
  return {
    fr: `${labels.fr} - ${endings.fr}`,
    nl: `${labels.nl} - ${endings.nl}`,
    en: `${labels.en} - ${endings.en}`,
    de: `${labels.de} - ${endings.de}`,
  };
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
