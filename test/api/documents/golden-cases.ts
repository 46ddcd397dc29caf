import type { CountryCode } from '../../../domain/country-packs/index.ts';
import type { AnswerBody } from '../../support/client.ts';

/** Documents that the law treats differently, in each country. */

type Fields = Readonly<Record<string, unknown>>;

export interface InvoiceCase {
  readonly name: string;
  /** One of the customers of the country; absent: `domestic`. */
  readonly customer?: string;
  /** Only its pages are recorded. */
  readonly isLong?: true;
  /** Name of the invoice that it credits; the fields are then those of the request. */
  readonly credits?: string;
  /** The function finds earlier documents by the name of their case. */
  readonly document: Fields | ((find: (name: string) => AnswerBody) => Fields);
}

export interface CountryCases {
  readonly code: CountryCode;
  readonly company: Fields;
  readonly settings: Fields;
  readonly customers: Readonly<Record<string, Fields>>;
  readonly cases: readonly InvoiceCase[];
  /** Numbers of the documents, where no series gives them. */
  readonly numbers?: (one: InvoiceCase) => string;
}

const abroad: Fields = {
  name: 'Schmidt GmbH',
  country: 'DE',
  vat_number: 'DE136695976',
  peppol_identifier: '9930:de136695976',
  street: 'Hauptstraße',
  house_number: '5',
  postal_code: '10115',
  city: 'Berlin',
  language: 'de',
};
const overseas: Fields = {
  name: 'Acme Inc.',
  country: 'US',
  street: 'Main Street',
  house_number: '1',
  postal_code: '10001',
  city: 'New York',
  language: 'en',
  peppol_identifier: '0060:123456789',
};

const others: CountryCases['customers'] = {
  abroad,
  overseas,
  'supplier abroad': { ...abroad, type: 'supplier', name: 'Lieferant GmbH', ibans: ['DE89370400440532013000'] },
};

interface Codes {
  readonly account: string;
  readonly standard: string;
  readonly reverse: string;
  readonly exempt: string;
  readonly margin: readonly [margin: string, cost: string];
  /** Of purchases that the company invoices to itself. */
  readonly bought: { readonly account: string; readonly standard: string; readonly abroad: string };
}

const SELF_BILLED: Fields = { direction: 'purchase', kind: 'self_billed' };

/** Cases that every country has. */
function listCases({ account, standard, reverse, exempt, margin, bought }: Codes): readonly InvoiceCase[] {
  const line = (vat_code: string, amount_net = '1000.00', fields: Fields = {}) => ({
    description: 'Bureau en chêne',
    amount_net,
    vat_code,
    account,
    ...fields,
  });
  const detailed = line(standard, null as never, {
    quantity: '4',
    unit: 'pce',
    unit_price: '250.00',
    discount_percent: '5',
  });
  return [
    { name: 'domestic', document: { lines: [detailed], supply_date: '2026-09-30', order_reference: 'PO 4711' } },
    { name: 'discount', document: { lines: [line(standard)], discount: { percent: '2', days: 8 } } },
    { name: 'advance', document: { kind: 'advance', lines: [line(standard, '300.00', { account: null })] } },
    {
      name: 'final',
      document: (find) => ({
        kind: 'final',
        lines: [line(standard)],
        deducts: [{ document_id: find('advance').id, amount: '300.00' }],
      }),
    },
    { name: 'credit note', credits: 'domestic', document: { reason: 'Retour' } },
    {
      name: 'credit note in part',
      credits: 'discount',
      document: (find) => ({ reason: 'Défaut', lines: [{ line_id: findLine(find('discount')), amount: '250.00' }] }),
    },
    { name: 'reverse charge', document: { lines: [line(reverse)] } },
    { name: 'intra-Community', customer: 'abroad', document: { lines: [line('S-IC-G')] } },
    { name: 'service abroad', customer: 'abroad', document: { nature: 'services', lines: [line('S-IC-S')] } },
    { name: 'export', customer: 'overseas', document: { lines: [line('S-EX')] } },
    { name: 'exempt', document: { lines: [line(exempt)] } },
    { name: 'margin', document: { lines: [line(margin[0], '500.00'), line(margin[1], '895.00')] } },
    {
      name: 'foreign currency',
      customer: 'domestic',
      document: { currency: 'GBP', exchange_rate: '0.8500', lines: [line(standard)] },
    },
    { name: 'paid', document: { lines: [line(standard)], paid_on: '2026-10-04', paid_by: 'card' } },
    {
      name: 'delivered elsewhere',
      document: {
        nature: 'services',
        lines: [line(standard)],
        delivery_address: 'Chantier\nQuai 3\n75001 Paris\nFrance',
      },
    },
    {
      name: 'self-billed',
      customer: 'supplier',
      document: { ...SELF_BILLED, lines: [line(bought.standard, '1000.00', { account: bought.account })] },
    },
    {
      name: 'self-billed abroad',
      customer: 'supplier abroad',
      document: { ...SELF_BILLED, lines: [line(bought.abroad, '1000.00', { account: bought.account })] },
    },
    { name: 'self-billed credit note', credits: 'self-billed', document: { reason: 'Retour' } },
  ];
}

const findLine = ({ lines }: AnswerBody): number => (lines as readonly { readonly id: number }[])[0]!.id;

/** Many lines, so that the totals are carried over. */
const long = (account: string, vat_code: string): InvoiceCase => ({
  name: 'long',
  isLong: true,
  document: {
    lines: Array.from({ length: 60 }, (_, index) => ({
      description: `Article ${index + 1}`,
      quantity: String(index + 1),
      unit_price: '10.00',
      vat_code,
      account,
    })),
  },
});

export const COUNTRIES: readonly CountryCases[] = [
  {
    code: 'BE',
    company: {
      name: 'Menuiserie Été SRL',
      country: 'BE',
      legal_form_code: '610',
      enterprise_number: '0403.170.701',
      vat_number: 'BE0403170701',
      street: 'Rue Haute',
      house_number: '12',
      postal_code: '1000',
      city: 'Bruxelles',
      locale: 'fr',
      banks: [{ code: 'KBC', label: 'KBC', iban: 'BE68539007547034' }],
    },
    settings: {
      legal: { rpm_district: 'Bruxelles', form_text: 'SRL' },
      invoices: {
        footer: 'Menuiserie Été - depuis 1982',
        colour: '#7a1f3d',
        texts: [{ language: 'fr', introduction: 'Cher {customer}, voici notre facture {number}.', closing: 'Merci.' }],
      },
    },
    customers: {
      domestic: {
        name: 'Peeters & Zonen',
        country: 'BE',
        vat_number: 'BE0477472701',
        street: 'Meir',
        house_number: '1',
        postal_code: '2000',
        city: 'Antwerpen',
        language: 'nl',
      },
      supplier: {
        type: 'supplier',
        name: 'Bois du Nord',
        country: 'BE',
        vat_number: 'BE0428759497',
        street: 'Rue du Port',
        house_number: '7',
        postal_code: '4000',
        city: 'Liège',
        ibans: ['BE71096123456769'],
      },
      home: {
        name: 'Jeanne Petit',
        country: 'BE',
        street: 'Rue Basse',
        city: 'Namur',
        postal_code: '5000',
        language: 'fr',
      },
      ...others,
    },
    cases: [
      ...listCases({
        account: '700000',
        standard: 'S-21',
        reverse: 'S-CC',
        exempt: 'S-ART44',
        margin: ['S-MG-21', 'S-MG'],
        bought: { account: '604000', standard: 'P-M-21', abroad: 'P-M-IC-21' },
      }),
      {
        name: 'renovation',
        customer: 'home',
        document: { lines: [{ description: 'Escalier', amount_net: '2400.00', vat_code: 'S-6-R', account: '700000' }] },
      },
      long('700000', 'S-21'),
    ],
  },
  {
    code: 'FR',
    company: {
      name: 'Atelier Lyonnais',
      country_pack: 'FR',
      country: 'FR',
      legal_form_code: '5710',
      enterprise_number: '732 829 320',
      vat_number: 'FR44732829320',
      street: 'Rue de la République',
      house_number: '8',
      postal_code: '69001',
      city: 'Lyon',
      locale: 'fr',
      banks: [{ code: 'BNP', label: 'BNP', iban: 'FR1420041010050500013M02606' }],
    },
    settings: {
      legal: { capital: '10000', register_city: 'Lyon' },
      invoices: { late_interest_rate: 12.15, vat_on_debits: true },
    },
    customers: {
      domestic: {
        name: 'Société cliente',
        country: 'FR',
        vat_number: 'FR40303265045',
        enterprise_number: '303265045',
        street: 'Quai Voltaire',
        house_number: '3',
        postal_code: '75007',
        city: 'Paris',
      },
      supplier: {
        type: 'supplier',
        name: 'Scierie du Rhône',
        country: 'FR',
        vat_number: 'FR96552100554',
        enterprise_number: '552100554',
        street: 'Rue du Port',
        house_number: '7',
        postal_code: '69007',
        city: 'Lyon',
      },
      ...others,
    },
    cases: [
      ...listCases({
        account: '706000',
        standard: 'S-20',
        reverse: 'S-AL',
        exempt: 'S-EXO',
        margin: ['S-M-20', 'S-M'],
        bought: { account: '607000', standard: 'P-G-20', abroad: 'P-G-IC-20' },
      }),
      {
        name: 'small business',
        document: { lines: [{ description: 'Conseil', amount_net: '500.00', vat_code: 'S-FR', account: '706000' }] },
      },
    ],
  },
  {
    code: 'LU',
    company: {
      name: 'Atelier Grund S.à r.l.',
      country_pack: 'LU',
      country: 'LU',
      legal_form_code: 'SARL',
      enterprise_number: 'B123456',
      vat_number: 'LU15027442',
      street: 'Rue Münster',
      house_number: '4',
      postal_code: '2160',
      city: 'Luxembourg',
      locale: 'de',
      banks: [{ code: 'BCEE', label: 'BCEE', iban: 'LU280019400644750000' }],
    },
    settings: { legal: { capital: '12 000 EUR' }, invoices: { late_interest_rate: 10.15 } },
    customers: {
      domestic: {
        name: 'Client luxembourgeois',
        country: 'LU',
        vat_number: 'LU10000356',
        street: 'Grand-Rue',
        house_number: '2',
        postal_code: '1660',
        city: 'Luxembourg',
        language: 'de',
      },
      supplier: {
        type: 'supplier',
        name: 'Holz Müllerthal',
        country: 'LU',
        vat_number: 'LU20260743',
        street: 'Rue du Pont',
        house_number: '7',
        postal_code: '6230',
        city: 'Bech',
      },
      ...others,
    },
    cases: listCases({
      account: '7061',
      standard: 'S-17',
      reverse: 'S-CC',
      exempt: 'S-ART44',
      margin: ['S-MG-17', 'S-MG'],
      bought: { account: '6061', standard: 'P-M-17', abroad: 'P-M-ICG-17' },
    }),
  },
];
