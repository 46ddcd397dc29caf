import { buildAssetCategories } from '../asset-categories.ts';
import type { PackDisposalAccounts, PackFixedAssets } from '../pack.ts';

/** Gross, on the accounts of the 2025 chart. */
const disposal: PackDisposalAccounts = {
  bookValue: { gain: '657000', loss: '657000' },
  proceeds: { gain: '757000', loss: '757000' },
};

/** Usual useful lives. Account, other accounts, kind, method, months, charge, impairment and its reversal, surplus. */
// oxfmt-ignore
const categories = buildAssetCategories([
  ['formation', '201100', ['201'], 'intangible', 'linear', 60, '681110', ['681610', '781610'], '105200', 'Frais d’établissement', 'Oprichtingskosten', 'Formation expenses', 'Gründungskosten'],
  ['research', '203000', ['203'], 'intangible', 'linear', 60, '681110', ['681610', '781610'], '105200', 'Recherche et développement', 'Onderzoek en ontwikkeling', 'Research and development', 'Forschung und Entwicklung'],
  ['software', '205000', ['205'], 'intangible', 'linear', 36, '681110', ['681610', '781610'], '105200', 'Logiciels, brevets et licences', 'Software, octrooien en licenties', 'Software, patents and licences', 'Software, Patente und Lizenzen'],
  ['goodwill', '207000', ['206', '207', '208'], 'intangible', 'none', null, '681110', ['681610', '781610'], '105200', 'Fonds commercial', 'Goodwill', 'Goodwill', 'Geschäfts- oder Firmenwert'],
  ['land', '211100', ['211'], 'building', 'none', null, '681120', ['681620', '781620'], '105200', 'Terrains', 'Terreinen', 'Land', 'Grundstücke'],
  ['buildings', '213100', ['212', '213', '214'], 'building', 'linear', 300, '681120', ['681620', '781620'], '105200', 'Constructions', 'Gebouwen', 'Buildings', 'Gebäude'],
  ['machinery', '215400', ['215'], 'tangible', 'linear', 60, '681120', ['681620', '781620'], '105200', 'Installations, machines et outillage', 'Installaties, machines en uitrusting', 'Plant, machinery and tools', 'Anlagen, Maschinen und Werkzeuge'],
  ['fittings', '218100', ['2135', '2145', '2181'], 'tangible', 'linear', 120, '681120', ['681620', '781620'], '105200', 'Agencements et aménagements', 'Inrichting van gebouwen', 'Fixtures and fittings', 'Einbauten und Einrichtungen'],
  ['vehicles', '218200', ['2182'], 'tangible', 'linear', 60, '681120', ['681620', '781620'], '105200', 'Matériel de transport', 'Rollend materieel', 'Vehicles', 'Fahrzeuge'],
  ['computers', '218300', ['2183'], 'tangible', 'linear', 36, '681120', ['681620', '781620'], '105200', 'Matériel de bureau et informatique', 'Kantoor- en computeruitrusting', 'Office and computer equipment', 'Büro- und EDV-Ausstattung'],
  ['furniture', '218400', ['2184'], 'tangible', 'linear', 120, '681120', ['681620', '781620'], '105200', 'Mobilier', 'Meubilair', 'Furniture', 'Mobiliar'],
  ['other', '218600', ['218', '22'], 'tangible', 'linear', 60, '681120', ['681620', '781620'], '105200', 'Autres immobilisations corporelles', 'Overige materiële vaste activa', 'Other tangible fixed assets', 'Sonstige Sachanlagen'],
], () => disposal);

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
