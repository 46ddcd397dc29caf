import { getAssetPack } from '../../domain/fixed-assets/asset-plan.ts';
import { ASSET_METHODS } from '../../domain/fixed-assets/asset-events.ts';
import { resource } from '../../domain/records/resource.ts';
import type { Notations } from '../records/import/columns.ts';
import { listReferences, type ImportSheet } from '../records/import/sheet.ts';

/** Columns of a file of fixed assets. Amounts are in human notation. */

const text = (max: number) => ({ kind: 'text', max }) as const;
const toAccount = { kind: 'reference', to: 'accounts' } as const;

/** Usual names in lists of fixed assets, besides the names of the API and the labels of the fields. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  code: ['code', 'numéro', 'n°', 'n° immobilisation', 'nummer', 'number', 'asset number', 'anlagennummer'],
  label: ['libellé', 'désignation', 'description', 'omschrijving', 'name', 'bezeichnung'],
  category: ['catégorie', 'categorie', 'kategorie', 'anlagenklasse'],
  account: ['compte', 'n° compte', 'compte d’immobilisation', 'rekening', 'account number', 'konto', 'anlagenkonto'],
  depreciation_account: ['compte d’amortissement', 'afschrijvingsrekening', 'abschreibungskonto'],
  charge_account: ['compte de dotation', 'compte de charge', 'kostenrekening', 'aufwandskonto'],
  acquired_on: ['date d’achat', 'date d’acquisition', 'aankoopdatum', 'aanschafdatum', 'purchase date', 'kaufdatum'],
  in_service_on: ['mise en service', 'date de mise en service', 'ingebruikname', 'in service', 'inbetriebnahme'],
  cost: ['valeur d’achat', 'prix d’achat', 'aanschaffingswaarde', 'aankoopprijs', 'purchase price', 'kaufpreis'],
  residual_value: ['valeur résiduelle', 'restwaarde', 'restwert'],
  method: ['mode', 'mode d’amortissement', 'afschrijvingsmethode', 'abschreibungsmethode'],
  duration_months: ['durée', 'durée en mois', 'duur', 'duur in maanden', 'life in months', 'nutzungsdauer'],
  rate: ['taux', 'percentage', 'pourcentage', 'satz'],
  supplier: ['fournisseur', 'leverancier', 'lieferant'],
  opening_depreciation: [
    ...['amortissements antérieurs', 'amortissements cumulés', 'eerdere afschrijvingen', 'vroegere afschrijvingen'],
    ...['accumulated depreciation', 'bisherige abschreibungen', 'kumulierte abschreibungen'],
  ],
  analytic_codes: [
    ...['analytique', 'section analytique', 'code analytique', 'analytische code', 'kostenplaats'],
    ...['analytic code', 'kostenstelle', 'analytischer code'],
  ],
};

export const assetRows = resource({
  name: 'fixed-assets',
  columnNames: NAMES,
  fields: {
    code: text(20),
    label: text(200),
    category: text(40),
    account_id: toAccount,
    depreciation_account_id: toAccount,
    charge_account_id: toAccount,
    acquired_on: { kind: 'date' },
    in_service_on: { kind: 'date' },
    cost: text(40),
    residual_value: text(40),
    method: { kind: 'choice', values: ASSET_METHODS.filter((method) => method !== 'manual') },
    duration_months: { kind: 'integer', min: 1, max: 1200 },
    rate: text(40),
    supplier_id: { kind: 'reference', to: 'third-parties' },
    opening_depreciation: text(40),
    analytic_codes: text(500),
  },
  unique: [],
});

export const ASSET_NOTATIONS = {
  cost: 'amount',
  residual_value: 'amount',
  rate: 'amount',
  opening_depreciation: 'amount',
} as const satisfies Notations;

export const fixedAssetSheet: ImportSheet = {
  name: 'fixed-assets',
  title: 'fixed_assets',
  resource: assetRows,
  columns: [
    ...['code', 'label', 'category', 'account', 'depreciation_account', 'charge_account', 'acquired_on'],
    ...['in_service_on', 'cost', 'residual_value', 'method', 'duration_months', 'rate', 'supplier'],
    ...['opening_depreciation', 'analytic_codes'],
  ],
  required: ['label', 'acquired_on', 'cost'],
  notations: ASSET_NOTATIONS,
  lists: { ...listReferences(assetRows), category: 'asset_categories' },
  otherValues: {
    asset_categories: ({ identity }, language) =>
      getAssetPack(identity.country_pack).categories.map(({ code, labels }) => [code, labels[language]] as const),
  },
  help: {
    code: 'asset_code',
    account: 'asset_default',
    depreciation_account: 'asset_default',
    charge_account: 'asset_default',
    method: 'asset_default',
    duration_months: 'asset_default',
    rate: 'rate',
    in_service_on: 'in_service_on',
    opening_depreciation: 'opening_depreciation',
    analytic_codes: 'analytic_codes',
  },
};
