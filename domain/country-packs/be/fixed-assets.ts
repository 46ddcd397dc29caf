import { readAssetCategories } from '../asset-categories.ts';
import type { PackDisposalAccounts, PackFixedAssets } from '../pack.ts';
import table from './data/asset-categories.json' with { type: 'json' };

/** Book value and proceeds use one account: its balance is the gain or the loss. */
const disposal: PackDisposalAccounts = {
  bookValue: { gain: '763000', loss: '663000' },
  proceeds: { gain: '763000', loss: '663000' },
};

/** Useful lives usually accepted by the administration. */
const categories = readAssetCategories(table, () => disposal);

/** Replaces the last of the six digits: the depreciation of 241000 is on 241009. */
const replaceLastDigit = (account: string, digit: string): string => `${account.padEnd(6, '0').slice(0, 5)}${digit}`;

export const fixedAssets: PackFixedAssets = {
  categories,
  purchases: ['20', '21', '22', '23', '24', '25', '26'],
  notAssets: ['213'],
  days: 'calendar',
  declining: {
    times: [{ fromMonths: 1, times: '2.00' }],
    shareOfCost: 40,
    linearOf: 'cost',
    endedForCompanies: '2020-01-01',
    soleTraders: ['000'],
  },
  getAccumulatedAccount: (account) => replaceLastDigit(account, '9'),
  getRevaluationAccount: (account) => replaceLastDigit(account, '8'),
  receivable: '416000',
  owner: ['416100', '416000'],
  vatRevision: { goods: 5, buildings: 15 },
};
