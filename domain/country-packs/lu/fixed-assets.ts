import { readAssetCategories } from '../asset-categories.ts';
import type { PackDisposalAccounts, PackFixedAssets } from '../pack.ts';
import table from './data/asset-categories.json' with { type: 'json' };

/** Both sides of a gain are income, both sides of a loss are expenses. */
const INTANGIBLE: PackDisposalAccounts = {
  bookValue: { gain: '74411', loss: '64411' },
  proceeds: { gain: '74412', loss: '64412' },
};
const TANGIBLE: PackDisposalAccounts = {
  bookValue: { gain: '74421', loss: '64421' },
  proceeds: { gain: '74422', loss: '64422' },
};

/** Usual useful lives. */
const categories = readAssetCategories(table, (kind) => (kind === 'intangible' ? INTANGIBLE : TANGIBLE));

export const fixedAssets: PackFixedAssets = {
  categories,
  purchases: ['20', '21', '22'],
  notAssets: ['214', '224'],
  days: 'calendar',
  declining: { times: [{ fromMonths: 1, times: '3.00' }], highestRate: '30.00', linearOf: 'rest' },
  // The chart has no such accounts: they are created below the asset account.
  getAccumulatedAccount: (account) => `${account}9`,
  receivable: '42188',
  owner: ['4212', '42188'],
  vatRevision: { goods: 5, buildings: 10 },
};
