import type { UblDocument, VatCategory } from '../../../../domain/e-invoicing/index.ts';
import {
  applyChange,
  buildInCategory,
  buildNode,
  having,
  INVOICE,
  LINE,
  together,
  writeTree,
  type Change,
  type Tree,
} from '../../../support/e-invoices.ts';

/** Documents that keep all rules, from which each case starts, and changes to them. */

export const country = (code: string): Tree => buildNode('Country', [buildNode('IdentificationCode', code)]);
export const vatScheme = (number: string): Tree =>
  buildNode('PartyTaxScheme', [buildNode('CompanyID', number), buildNode('TaxScheme', [buildNode('ID', 'VAT')])]);
export const amount = (name: string, value: string): Tree => buildNode(name, value, { currencyID: 'EUR' });

/** Everything that may stand on an invoice stands on this one. */
export const FULL: UblDocument = {
  ...INVOICE,
  note: 'Merci',
  orderReference: 'PO-1',
  precedingInvoices: [{ number: '2026-0001', issueDate: '2026-01-02' }],
  delivery: { date: '2026-03-01', country: 'BE' },
  period: { from: '2026-02-01', to: '2026-02-28' },
  taxInAccountingCurrency: { currency: 'SEK', amount: '600.00' },
  attachments: [{ id: 'A1', fileName: 'a.pdf', mimeType: 'application/pdf', base64: 'AAAA' }],
  allowances: [{ amount: '10.00', reason: 'Fidélité', category: 'S', rate: '21.00' }],
  charges: [{ amount: '5.00', reason: 'Transport', category: 'S', rate: '21.00' }],
  lines: [
    {
      ...LINE,
      baseQuantity: '1',
      orderLine: '1',
      allowances: [{ amount: '2.00', reason: 'Promotion' }],
      charges: [{ amount: '1.00', reason: 'Consigne' }],
    },
  ],
};

const enriched: Change = together(
  having(
    '',
    buildNode('PayeeParty', [
      buildNode('PartyIdentification', [buildNode('ID', 'F1')]),
      buildNode('PartyName', [buildNode('Name', 'Factor NV')]),
    ]),
  ),
  having(
    '',
    buildNode('TaxRepresentativeParty', [
      buildNode('PartyName', [buildNode('Name', 'Representative')]),
      buildNode('PostalAddress', [country('BE')]),
      vatScheme('BE0477472701'),
    ]),
  ),
  having('InvoicePeriod', buildNode('DescriptionCode', '35')),
  having(
    'PaymentMeans',
    buildNode('CardAccount', [buildNode('PrimaryAccountNumberID', '1234'), buildNode('NetworkID', 'VISA')]),
  ),
  having('Delivery/DeliveryLocation', buildNode('ID', 'L1', { schemeID: '0088' })),
  having(
    'InvoiceLine/Item',
    buildNode('StandardItemIdentification', [buildNode('ID', '7300010000001', { schemeID: '0160' })]),
    buildNode('OriginCountry', [buildNode('IdentificationCode', 'FR')]),
    buildNode('CommodityClassification', [buildNode('ItemClassificationCode', '65434568', { listID: 'STI' })]),
    buildNode('AdditionalItemProperty', [buildNode('Name', 'Couleur'), buildNode('Value', 'Rouge')]),
  ),
  having(
    'InvoiceLine',
    buildNode('InvoicePeriod', [buildNode('StartDate', '2026-02-02'), buildNode('EndDate', '2026-02-03')]),
  ),
  having(
    'InvoiceLine',
    buildNode('DocumentReference', [buildNode('ID', 'O1', { schemeID: 'AAA' }), buildNode('DocumentTypeCode', '130')]),
  ),
  having(
    'InvoiceLine/Price',
    buildNode('AllowanceCharge', [
      buildNode('ChargeIndicator', 'false'),
      amount('Amount', '7.50'),
      amount('BaseAmount', '70.00'),
    ]),
  ),
  (root) => {
    for (const [path, factor, base] of [
      ['AllowanceCharge', '10', '100.00'],
      ['InvoiceLine/AllowanceCharge', '2', '100.00'],
    ] as const) {
      const names = path.split('/');
      const parent = names.length === 1 ? root : root.children.find(({ name }) => name === 'InvoiceLine')!;
      const allowances = parent.children.filter(({ name }) => name === 'AllowanceCharge');
      allowances[0]!.children.push(buildNode('MultiplierFactorNumeric', factor), amount('BaseAmount', base));
      allowances[1]!.children.push(
        buildNode('MultiplierFactorNumeric', names.length === 1 ? '5' : '1'),
        amount('BaseAmount', base),
        buildNode('AllowanceChargeReasonCode', 'FC'),
      );
      allowances[0]!.children.push(buildNode('AllowanceChargeReasonCode', '95'));
    }
  },
);

const known = new Map<string, Promise<Tree>>();
export const once = (key: string, make: () => Promise<Tree>) => (): Promise<Tree> => {
  const made = known.get(key) ?? make();
  known.set(key, made);
  return made;
};

export const full = once('full', async () => applyChange(await writeTree(FULL), enriched));
export const plain = once('plain', () => writeTree(INVOICE));
export const creditNote = once('credit note', () => writeTree({ ...INVOICE, type: 'credit_note' }));
export const category = (code: VatCategory, rate: string | null): (() => Promise<Tree>) =>
  once(code, () => writeTree(buildInCategory(code, rate)));

/** The first allowance, or the first charge, below a path. */
export const ofKind =
  (isCharge: boolean, below: string, change: Change): Change =>
  (root) => {
    const parents = below === '' ? [root] : root.children.filter(({ name }) => name === below);
    const found = parents
      .flatMap(({ children }) => children)
      .find(
        ({ name, children }) =>
          name === 'AllowanceCharge' &&
          children.some((one) => one.name === 'ChargeIndicator' && one.text === String(isCharge)),
      );
    change(found!);
  };

/** A subtotal of nothing. */
export const emptySubtotal = (code: string, rate: string): Tree =>
  buildNode('TaxSubtotal', [
    amount('TaxableAmount', '0.00'),
    amount('TaxAmount', '0.00'),
    buildNode('TaxCategory', [
      buildNode('ID', code),
      buildNode('Percent', rate),
      buildNode('TaxScheme', [buildNode('ID', 'VAT')]),
    ]),
  ]);
