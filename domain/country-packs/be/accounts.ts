/**
 * The Belgian charts: the minimum chart of the royal decree of 21 October 2018 under its legal numbers, and six-digit
 * accounts of common practice below it. A legal account that daily bookkeeping uses has a six-digit account of its
 * own (its number filled up with zeros: 604 and 604000) and is a heading; any other legal account without accounts
 * below it is posted to as it stands. Under 61, where the law names little, 610 to 616 are headings of practice. Companies without
 * capital and associations keep the same chart with differences.
 */
import { createPackChart, applyDifferences, type AccountRow, type ChartRules } from '../chart.ts';
import type { ChartVariant, ControlRole, PackChart } from '../pack.ts';
import { class0 } from './accounts/class-0.ts';
import { class1 } from './accounts/class-1.ts';
import { class2 } from './accounts/class-2.ts';
import { class3 } from './accounts/class-3.ts';
import { class4 } from './accounts/class-4.ts';
import { class5 } from './accounts/class-5.ts';
import { class6 } from './accounts/class-6.ts';
import { class7 } from './accounts/class-7.ts';
import { association, noCapital } from './accounts/variants.ts';

const rows: readonly AccountRow[] = [
  ...class0,
  ...class1,
  ...class2,
  ...class3,
  ...class4,
  ...class5,
  ...class6,
  ...class7,
];

const rules: ChartRules = {
  // Classes 1 and 4 and group 49 hold two types; their headings show the type that comes first on the balance sheet.
  types: {
    '0': 'off_balance',
    '1': 'equity',
    '16': 'liability',
    '17': 'liability',
    '2': 'asset',
    '3': 'asset',
    '4': 'asset',
    '42': 'liability',
    '43': 'liability',
    '44': 'liability',
    '45': 'liability',
    '46': 'liability',
    '47': 'liability',
    '48': 'liability',
    // The annual accounts show the suspense account 499 with the accruals of the asset side.
    '49': 'asset',
    '492': 'liability',
    '493': 'liability',
    '5': 'asset',
    '6': 'expense',
    '7': 'income',
  },
  // Write-downs (2909, 409, 419) and the VAT of each period settle nothing by themselves and are left out.
  // oxfmt-ignore
  letterable: [
    '1750', '1751', '2900', '2901', '2906', '2907', '2910', '2911', '2912', '2915', '2917',
    '400', '401', '404', '406', '407', '410', '4112', '412', '413', '414', '415', '416', '417', '418',
    '425', '440', '441', '444', '450', '4512', '452', '453', '454', '455', '456', '459', '46', '47', '48', '499', '58',
  ],
  controlRoles: {
    '140000': 'carried_forward',
    '141000': 'carried_forward',
    '400000': 'customer',
    '411000': 'vat_deductible',
    '440000': 'supplier',
    '451000': 'vat_due',
    '451055': 'vat_due',
    '451056': 'vat_due',
    '451057': 'vat_due',
    '550000': 'bank',
    '570000': 'cash',
    '580000': 'transit',
  },
};

export const charts: readonly PackChart[] = [
  belgianChart('capital', () => rows, '693', '793'),
  belgianChart('no_capital', () => applyDifferences(rows, noCapital), '693', '793'),
  belgianChart('association', () => applyDifferences(rows, association), '692', '792'),
];

/**
 * Belgium has no account for the result of the year: profit and loss leave classes 6 and 7 through two accounts, after what
 * earlier years left has come in through two others.
 */
function belgianChart(
  name: ChartVariant,
  chartRows: () => readonly AccountRow[],
  profit: string,
  loss: string,
): PackChart {
  const controlRoles: Record<string, ControlRole> = { ...rules.controlRoles, [profit]: 'result', [loss]: 'result' };
  return createPackChart(
    name,
    chartRows,
    { ...rules, controlRoles },
    {
      profit: '140000',
      loss: '141000',
      appropriation: {
        profit,
        loss,
        all: ['69', '79'],
        broughtForward: { from: ['140', '141'], profit: '790', loss: '690' },
      },
    },
  );
}
