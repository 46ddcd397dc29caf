import { buildAssetCategories } from '../asset-categories.ts';
import type { PackDisposalAccounts, PackFixedAssets } from '../pack.ts';

/** Both sides of a gain are income, both sides of a loss are expenses. */
const INTANGIBLE: PackDisposalAccounts = {
  bookValue: { gain: '74411', loss: '64411' },
  proceeds: { gain: '74412', loss: '64412' },
};
const TANGIBLE: PackDisposalAccounts = {
  bookValue: { gain: '74421', loss: '64421' },
  proceeds: { gain: '74422', loss: '64422' },
};

/** Usual useful lives. Account, other accounts, kind, method, months, charge, impairment and its reversal, surplus. */
// oxfmt-ignore
const categories = buildAssetCategories([
  ['formation', '201', ['20'], 'intangible', 'linear', 60, '6311', ['6311', '7321'], '128', 'Frais d’établissement', 'Oprichtingskosten', 'Formation expenses', 'Gründungskosten'],
  ['research', '211', ['211'], 'intangible', 'linear', 60, '6321', ['6321', '7321'], '128', 'Recherche et développement', 'Onderzoek en ontwikkeling', 'Research and development', 'Forschung und Entwicklung'],
  ['software', '21213', ['212'], 'intangible', 'linear', 36, '6322', ['6322', '7322'], '128', 'Logiciels, brevets et licences', 'Software, octrooien en licenties', 'Software, patents and licences', 'Software, Patente und Lizenzen'],
  ['goodwill', '213', ['213'], 'intangible', 'linear', 120, '6323', ['6323', '7322'], '128', 'Fonds de commerce', 'Handelszaak', 'Goodwill', 'Geschäfts- oder Firmenwert'],
  ['land', '221111', ['2211'], 'building', 'none', null, '63311', ['63311', '73311'], '128', 'Terrains', 'Terreinen', 'Land', 'Grundstücke'],
  ['land_fittings', '22121', ['2212'], 'building', 'linear', 120, '63312', ['63312', '73312'], '128', 'Agencements de terrains', 'Inrichting van terreinen', 'Site development', 'Grundstückseinrichtungen'],
  ['buildings', '221312', ['2213', '2215'], 'building', 'linear', 480, '63313', ['63313', '73313'], '128', 'Constructions', 'Gebouwen', 'Buildings', 'Gebäude'],
  ['fittings', '22141', ['2214'], 'building', 'linear', 120, '63314', ['63314', '73314'], '128', 'Agencements et aménagements', 'Inrichting van gebouwen', 'Fixtures and fittings', 'Einbauten und Einrichtungen'],
  ['machinery', '2222', ['222'], 'tangible', 'linear', 120, '6332', ['6332', '7332'], '128', 'Installations, machines et outillage', 'Installaties, machines en uitrusting', 'Plant, machinery and tools', 'Anlagen, Maschinen und Werkzeuge'],
  ['vehicles', '2232', ['2231', '2232'], 'tangible', 'linear', 60, '6333', ['6333', '7333'], '128', 'Véhicules de transport', 'Rollend materieel', 'Vehicles', 'Fahrzeuge'],
  ['furniture', '2234', ['2234'], 'tangible', 'linear', 120, '6333', ['6333', '7333'], '128', 'Mobilier', 'Meubilair', 'Furniture', 'Mobiliar'],
  ['computers', '2235', ['2235'], 'tangible', 'linear', 36, '6333', ['6333', '7333'], '128', 'Matériel de bureau et informatique', 'Kantoor- en computeruitrusting', 'Office and computer equipment', 'Büro- und EDV-Ausstattung'],
  ['other', '2238', ['223'], 'tangible', 'linear', 60, '6333', ['6333', '7333'], '128', 'Autres immobilisations corporelles', 'Overige materiële vaste activa', 'Other tangible fixed assets', 'Sonstige Sachanlagen'],
], (kind) => (kind === 'intangible' ? INTANGIBLE : TANGIBLE));

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
