/**
 * The Luxembourg charts: the standard chart of accounts (PCN) of the grand-ducal regulation of 12 September 2019, whole,
 * for financial years from 2020 on. The regulation itself says what is posted to: its accounts of imputation, which have
 * none below them; all others group. It lets a business add accounts of its own below an account of imputation, which
 * is done here for banks (5131) and for what associations live on (708); the account above them is a heading then.
 *
 * The chart is one and the same for everyone. What differs is equity: companies have subscribed capital, sole traders
 * and partnerships have capital of another kind (104) and private accounts (106), associations have neither.
 */
import { createPackChart, applyDifferences, type AccountRow, type ChartRules } from '../chart.ts';
import type { ClosingAccounts, PackChart } from '../pack.ts';
import { class1 } from './accounts/class-1.ts';
import { class2 } from './accounts/class-2.ts';
import { class3 } from './accounts/class-3.ts';
import { class4 } from './accounts/class-4.ts';
import { class5 } from './accounts/class-5.ts';
import { class6 } from './accounts/class-6.ts';
import { class7 } from './accounts/class-7.ts';
import { associations, companies, partnerships } from './accounts/variants.ts';

const regulation: readonly AccountRow[] = [...class1, ...class2, ...class3, ...class4, ...class5, ...class6, ...class7];

const rules: ChartRules = {
  // Capital that is not paid up stands on the asset side, and a balance on the wrong side has an account of its own on
  // the other: customers in credit (4015), suppliers in debit (44113), overdrawn banks (5132).
  types: {
    '1': 'equity',
    '102': 'asset',
    '103': 'asset',
    '18': 'liability',
    '19': 'liability',
    '2': 'asset',
    '3': 'asset',
    '4': 'asset',
    '4015': 'liability',
    '4025': 'liability',
    '43': 'liability',
    '44': 'liability',
    '44113': 'asset',
    '44123': 'asset',
    '45': 'liability',
    '46': 'liability',
    '47': 'liability',
    '482': 'liability',
    '483': 'liability',
    '485': 'liability',
    '487': 'liability',
    '5': 'asset',
    '5132': 'liability',
    '5172': 'liability',
    '6': 'expense',
    '7': 'income',
  },
  // Value adjustments (4019 …) and the VAT of each period (421611, 461411) settle nothing by themselves.
  // oxfmt-ignore
  letterable: [
    '4011', '4012', '4013', '4014', '4015', '4021', '4025',
    '41111', '41112', '41118', '41121', '41122', '41128', '41211', '41212', '41218', '41221', '41222', '41228',
    '42111', '4212', '4213', '4214', '4215', '421612', '421613', '421618', '42162', '42168', '4217', '42181', '42187', '42188',
    '4221', '4222', '4223', '42287', '42288', '43', '44', '45',
    '4611', '4612', '4613', '461412', '461413', '461418', '46142', '46148', '4615', '462', '47',
    '484', '485', '486', '487', '517',
  ],
  controlRoles: {
    '142': 'result',
    // Once the general meeting has decided; until then a result brought forward waits on 1411.
    '1412': 'carried_forward',
    '4011': 'customer',
    '421611': 'vat_deductible',
    '44111': 'supplier',
    '461411': 'vat_due',
    '513101': 'bank',
    '516': 'cash',
    '5171': 'transit',
  },
};

/**
 * One account takes profits and losses alike. It is that of one year alone: what the general meeting has yet to decide on waits
 * on another from the first day of the next year on.
 */
const closing: ClosingAccounts = { profit: '142', loss: '142', awaiting: '1411' };

export const charts: readonly PackChart[] = [
  createPackChart('capital', () => applyDifferences(regulation, companies), rules, closing),
  createPackChart('no_capital', () => applyDifferences(regulation, partnerships), rules, closing),
  createPackChart('association', () => applyDifferences(regulation, associations), rules, closing),
];
