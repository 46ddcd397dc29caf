/**
 * The French chart: the plan comptable général as it stands for fiscal years opened from 1 January 2025 on (regulation
 * ANC 2014-03 as amended by ANC 2022-06), with the optional subdivisions of practice.
 *
 * - Every account that is posted to has six digits, the legal number filled up with zeros: 604 is the heading, 604000 the
 *   account. Legal accounts of one to three digits are always headings; longer ones are where others lie below them.
 * - Depreciation and write-downs (28, 29, 39) are broken down like the accounts that they belong to.
 * - What the amended chart abolished is left out (153 to 158, 671, 675, 771, 775, 777, 79, …), and so are its examples of
 *   how to subdivide ("matière A", "produit en cours P 1") and numbers of more than six digits.
 */
import { createPackChart, applyDifferences, type AccountRow, type ChartRules } from '../chart.ts';
import type { ClosingAccounts, PackChart } from '../pack.ts';
import { associations } from './accounts/associations.ts';
import { class1 } from './accounts/class-1.ts';
import { class2 } from './accounts/class-2.ts';
import { class3 } from './accounts/class-3.ts';
import { class4 } from './accounts/class-4.ts';
import { class5 } from './accounts/class-5.ts';
import { class6 } from './accounts/class-6.ts';
import { class7 } from './accounts/class-7.ts';
import { class8 } from './accounts/class-8.ts';
import { soleTraders } from './accounts/sole-traders.ts';

const rules: ChartRules = {
  // Headings that hold several types show the one that comes first on the balance sheet.
  types: {
    '1': 'equity',
    // Capital that has not been called up, and further down redemption premiums, stand among the assets.
    '109': 'asset',
    '15': 'liability',
    '16': 'liability',
    '169': 'asset',
    '17': 'liability',
    '18': 'liability',
    '19': 'liability',
    '2': 'asset',
    '229': 'liability',
    '269': 'liability',
    '279': 'liability',
    '3': 'asset',
    '4': 'asset',
    '40': 'liability',
    '409': 'asset',
    '419': 'liability',
    '42': 'liability',
    '425': 'asset',
    '43': 'liability',
    '439': 'asset',
    '44': 'liability',
    '441': 'asset',
    '4419': 'liability',
    '4456': 'asset',
    '44581': 'asset',
    '44583': 'asset',
    '44586': 'asset',
    '44589': 'asset',
    '4482': 'asset',
    '45': 'liability',
    '4561': 'asset',
    '4562': 'asset',
    '4566': 'asset',
    '458': 'asset',
    '464': 'liability',
    '466': 'liability',
    '468': 'liability',
    '475': 'liability',
    '477': 'liability',
    '487': 'liability',
    '4887': 'liability',
    '5': 'asset',
    '509': 'liability',
    '5181': 'liability',
    '519': 'liability',
    '524': 'liability',
    '6': 'expense',
    '7': 'income',
    '8': 'off_balance',
  },
  // Write-downs (49), the VAT of each period and deferred amounts settle nothing by themselves and are left out.
  // oxfmt-ignore
  letterable: [
    '165', '274', '275',
    '401', '403', '404', '405', '408', '409', '411', '413', '416', '418', '419', '42', '43', '441', '442', '444',
    '44551', '44567', '44583', '446', '447', '448', '45', '46', '471', '472', '473', '478', '511', '58',
  ],
  controlRoles: {
    '110000': 'carried_forward',
    '119000': 'carried_forward',
    '120000': 'result',
    '129000': 'result',
    '401000': 'supplier',
    '411000': 'customer',
    '445200': 'vat_due',
    '445210': 'vat_due',
    '445300': 'vat_due',
    '445310': 'vat_due',
    '445620': 'vat_deductible',
    '445622': 'vat_deductible',
    '445623': 'vat_deductible',
    '445624': 'vat_deductible',
    '445640': 'vat_deductible',
    '445660': 'vat_deductible',
    '445662': 'vat_deductible',
    '445663': 'vat_deductible',
    '445664': 'vat_deductible',
    '445710': 'vat_due',
    '445711': 'vat_due',
    '445712': 'vat_due',
    '445713': 'vat_due',
    '445714': 'vat_due',
    '445715': 'vat_due',
    '445716': 'vat_due',
    '445718': 'vat_due',
    '445741': 'vat_due',
    '445742': 'vat_due',
    '445743': 'vat_due',
    '445744': 'vat_due',
    '445745': 'vat_due',
    '445746': 'vat_due',
    '512000': 'bank',
    '530000': 'cash',
    '580000': 'transit',
  },
};

const general: readonly AccountRow[] = [
  ...class1,
  ...class2,
  ...class3,
  ...class4,
  ...class5,
  ...class6,
  ...class7,
  ...class8,
];

/** It stays there until the general meeting has decided what becomes of it. */
const closing: ClosingAccounts = { profit: '120000', loss: '129000' };

export const charts: readonly PackChart[] = [
  createPackChart('capital', () => general, rules, closing),
  createPackChart('no_capital', () => applyDifferences(general, soleTraders), rules, closing),
  createPackChart('association', () => applyDifferences(general, associations), rules, closing),
];
