import { buildAssetCategories } from '../asset-categories.ts';
import type { PackDisposalAccounts, PackFixedAssets } from '../pack.ts';

/** Book value and proceeds use one account: its balance is the gain or the loss. */
const disposal: PackDisposalAccounts = {
  bookValue: { gain: '763000', loss: '663000' },
  proceeds: { gain: '763000', loss: '663000' },
};

/**
 * Useful lives usually accepted by the administration. Account, other accounts, kind, method, months, charge, impairment
 * and its reversal, surplus.
 */
// oxfmt-ignore
const categories = buildAssetCategories([
  ['formation', '200000', ['20'], 'intangible', 'linear', 60, '630000', ['6600', '7600'], '120', 'Frais d’établissement', 'Oprichtingskosten', 'Formation expenses', 'Gründungskosten'],
  ['research', '210000', ['210'], 'intangible', 'linear', 36, '630100', ['6601', '7600'], '120', 'Recherche et développement', 'Onderzoek en ontwikkeling', 'Research and development', 'Forschung und Entwicklung'],
  ['software', '211000', ['211'], 'intangible', 'linear', 60, '630100', ['6601', '7600'], '120', 'Logiciels, brevets et licences', 'Software, octrooien en licenties', 'Software, patents and licences', 'Software, Patente und Lizenzen'],
  ['goodwill', '212000', ['212'], 'intangible', 'linear', 60, '630100', ['6601', '7600'], '120', 'Goodwill', 'Goodwill', 'Goodwill', 'Geschäfts- oder Firmenwert'],
  ['land', '220000', ['220'], 'building', 'none', null, '630200', ['6602', '7601'], '121', 'Terrains', 'Terreinen', 'Land', 'Grundstücke'],
  ['buildings', '221000', ['22'], 'building', 'linear', 396, '630200', ['6602', '7601'], '121', 'Constructions', 'Gebouwen', 'Buildings', 'Gebäude'],
  ['machinery', '230000', ['23'], 'tangible', 'linear', 120, '630200', ['6602', '7601'], '121', 'Installations, machines et outillage', 'Installaties, machines en uitrusting', 'Plant, machinery and tools', 'Anlagen, Maschinen und Werkzeuge'],
  ['furniture', '240000', ['240'], 'tangible', 'linear', 120, '630200', ['6602', '7601'], '121', 'Mobilier', 'Meubilair', 'Furniture', 'Mobiliar'],
  ['vehicles', '241000', ['241'], 'tangible', 'linear', 60, '630200', ['6602', '7601'], '121', 'Matériel roulant', 'Rollend materieel', 'Vehicles', 'Fahrzeuge'],
  ['computers', '242000', ['242'], 'tangible', 'linear', 36, '630200', ['6602', '7601'], '121', 'Matériel de bureau et informatique', 'Kantoor- en computeruitrusting', 'Office and computer equipment', 'Büro- und EDV-Ausstattung'],
  ['leasing', '252000', ['25'], 'tangible', 'linear', 60, '630200', ['6602', '7601'], '121', 'Location-financement', 'Leasing', 'Finance leases', 'Finanzierungsleasing'],
  ['other', '260000', ['26'], 'tangible', 'linear', 60, '630200', ['6602', '7601'], '121', 'Autres immobilisations corporelles', 'Overige materiële vaste activa', 'Other tangible fixed assets', 'Sonstige Sachanlagen'],
], () => disposal);

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
