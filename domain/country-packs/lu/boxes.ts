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
const selectGroup = (group: string): readonly BoxRow[] => listed.filter((row) => row.group === group);

const formulas: Readonly<Record<string, readonly BoxEffect[]>> = {
  '454': buildSum('471', '472'),
  '012': buildSum('454', '455', '456'),
  '021': buildSum('457', '014', '015', '016', '017', '481', '482', '226', '018', '423', '424', '019', '419'),
  '022': buildDifference('012', '021'),
  '037': buildSum(...listBases(sales), '033', '416', '451'),
  '046': buildSum(...listTaxes(sales), '042', '417', '452'),
  '051': buildSum(...listBases(acquisitions), '194', '719'),
  '056': buildSum(...listTaxes(acquisitions)),
  '065': buildSum(...listBases(businessImports), '195', '729', ...listBases(privateImports), '196'),
  '407': buildSum(...listTaxes(businessImports), ...listTaxes(privateImports)),
  '436': buildSum(...listBases(servicesFromUnion)),
  '462': buildSum(...listTaxes(servicesFromUnion)),
  '463': buildSum(...listBases(servicesFromOutside), '445'),
  '464': buildSum(...listTaxes(servicesFromOutside)),
  '765': buildSum(...listBases(domesticServices)),
  '766': buildSum(...listTaxes(domesticServices)),
  '409': buildSum('436', '435', '463', '765'),
  '410': buildSum('462', '464', '766'),
  '767': buildSum(...listBases(domesticGoods)),
  '768': buildSum(...listTaxes(domesticGoods)),
  '076': buildSum('046', '056', '407', '410', '768', '227'),
  '093': buildSum('458', '459', '460', '090', '461', '092', '228'),
  '097': buildSum('094', '095', '096'),
  '102': buildDifference('093', '097'),
  '103': buildSum('076'),
  '104': buildSum('102'),
  // One field for both outcomes: a surplus of input tax is filed with a minus sign.
  '105': buildDifference('103', '104'),
};

const rows: readonly BoxRow[] = [
  ...selectGroup('turnover'),
  ...buildRateBoxes(sales),
  ...buildZeroRateBox(sales),
  ...selectGroup('otherRates'),
  ...buildTotalBoxes(sales),
  ...buildRateBoxes(acquisitions),
  ...buildExemptBoxes(acquisitions),
  ...selectGroup('acquiredTobacco'),
  ...buildTotalBoxes(acquisitions),
  ...selectGroup('triangular'),
  ...buildRateBoxes(businessImports),
  ...buildExemptBoxes(businessImports),
  ...selectGroup('importedTobacco'),
  ...buildRateBoxes(privateImports),
  ...buildExemptBoxes(privateImports),
  ...selectGroup('importTotals'),
  ...buildRateBoxes(servicesFromUnion),
  ...buildTotalBoxes(servicesFromUnion),
  ...selectGroup('exemptServicesFromUnion'),
  ...buildRateBoxes(servicesFromOutside),
  ...buildExemptBoxes(servicesFromOutside),
  ...buildTotalBoxes(servicesFromOutside),
  ...buildRateBoxes(domesticServices),
  ...buildTotalBoxes(domesticServices),
  ...selectGroup('serviceTotals'),
  ...buildRateBoxes(domesticGoods),
  ...buildTotalBoxes(domesticGoods),
  ...selectGroup('outcome'),
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

function buildRateBoxes(operation: TaxedOperation): readonly BoxRow[] {
  return operation.rates.flatMap(([rate, base, tax]) => [
    toRow(base, operation, [`${rate} % - base`, `${rate} % - maatstaf`, `${rate}% - base`, `${rate} % - Basis`]),
    toRow(tax, operation, [`${rate} % - taxe`, `${rate} % - btw`, `${rate}% - tax`, `${rate} % - MwSt.`]),
  ]);
}

function buildZeroRateBox(operation: TaxedOperation): readonly BoxRow[] {
  const { untaxed } = operation;
  return untaxed === null
    ? []
    : [toRow(untaxed, operation, ['0 % - base', '0 % - maatstaf', '0% - base', '0 % - Basis'])];
}

function buildExemptBoxes(operation: TaxedOperation): readonly BoxRow[] {
  const { untaxed } = operation;
  return untaxed === null ? [] : [toRow(untaxed, operation, ['exonérations', 'vrijgesteld', 'exempt', 'befreit'])];
}

function buildTotalBoxes(operation: TaxedOperation): readonly BoxRow[] {
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

function listBases({ rates }: TaxedOperation): readonly string[] {
  return rates.map(([, base]) => base);
}

function listTaxes({ rates }: TaxedOperation): readonly string[] {
  return rates.map(([, , tax]) => tax);
}

function buildSum(...boxNumbers: readonly string[]): readonly BoxEffect[] {
  return boxNumbers.map((box) => ({ box, sign: 1 }));
}

function buildDifference(plus: string, minus: string): readonly BoxEffect[] {
  return [
    { box: plus, sign: 1 },
    { box: minus, sign: -1 },
  ];
}
