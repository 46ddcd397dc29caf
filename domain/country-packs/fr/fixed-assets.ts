import { readAssetCategories } from '../asset-categories.ts';
import type { PackDisposalAccounts, PackFixedAssets } from '../pack.ts';
import table from './data/asset-categories.json' with { type: 'json' };

/** Gross, on the accounts of the 2025 chart. */
const disposal: PackDisposalAccounts = {
  bookValue: { gain: '657000', loss: '657000' },
  proceeds: { gain: '757000', loss: '757000' },
};

/** Usual useful lives. */
const categories = readAssetCategories(table, () => disposal);

/** The depreciation of 218300 is on 281830, its impairment on 291830. */
const deriveAccount = (beginning: string, account: string): string =>
  `${beginning}${account.padEnd(6, '0').slice(1, 5)}`;

export const fixedAssets: PackFixedAssets = {
  categories,
  purchases: ['20', '21', '22'],
  notAssets: [],
  days: '360',
  declining: {
    times: [
      { fromMonths: 36, times: '1.25' },
      { fromMonths: 60, times: '1.75' },
      { fromMonths: 73, times: '2.25' },
    ],
    linearOf: 'rest',
    byMonths: true,
  },
  getAccumulatedAccount: (account) => deriveAccount('28', account),
  getImpairmentAccount: (account) => deriveAccount('29', account),
  receivable: '462000',
  owner: ['455100', '108000', '462000'],
  vatRevision: { goods: 5, buildings: 20 },
};
