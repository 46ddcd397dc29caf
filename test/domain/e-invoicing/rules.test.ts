import { expect } from 'chai';
import { checkEInvoice, RULES, type UblDocument, type VatCategory } from '../../../domain/e-invoicing/index.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import {
  BUYER,
  applyChange,
  having,
  INVOICE,
  buildInCategory,
  LINE,
  marked,
  buildNode,
  saying,
  SELLER,
  together,
  without,
  writeTree,
  type Change,
  type Tree,
} from '../../support/e-invoices.ts';

/** Each rule: a document that passes all of them, and the change that breaks this one. */
interface Case {
  readonly from: () => Promise<Tree>;
  readonly change: Change;
}

const country = (code: string): Tree => buildNode('Country', [buildNode('IdentificationCode', code)]);
const vatScheme = (number: string): Tree =>
  buildNode('PartyTaxScheme', [buildNode('CompanyID', number), buildNode('TaxScheme', [buildNode('ID', 'VAT')])]);
const amount = (name: string, value: string): Tree => buildNode(name, value, { currencyID: 'EUR' });

/** Everything that may stand on an invoice stands on this one. */
const FULL: UblDocument = {
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
const once = (key: string, make: () => Promise<Tree>) => (): Promise<Tree> => {
  const made = known.get(key) ?? make();
  known.set(key, made);
  return made;
};

const full = once('full', async () => applyChange(await writeTree(FULL), enriched));
const plain = once('plain', () => writeTree(INVOICE));
const creditNote = once('credit note', () => writeTree({ ...INVOICE, type: 'credit_note' }));
const category = (code: VatCategory, rate: string | null): (() => Promise<Tree>) =>
  once(code, () => writeTree(buildInCategory(code, rate)));

/** The first allowance, or the first charge, below a path. */
const ofKind =
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

const CASES: Record<string, Case> = {};
const breaks = (id: string, change: Change, from: () => Promise<Tree> = full): void => {
  if (CASES[id]) throw new Error(`Two cases of ${id}`);
  CASES[id] = { from, change };
};

const REMOVALS: readonly (readonly [string, string])[] = [
  ['BR-01', 'CustomizationID'],
  ['BR-02', 'ID'],
  ['BR-03', 'IssueDate'],
  ['BR-04', 'InvoiceTypeCode'],
  ['BR-05', 'DocumentCurrencyCode'],
  ['BR-06', 'AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName'],
  ['BR-07', 'AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName'],
  ['BR-08', 'AccountingSupplierParty/Party/PostalAddress'],
  ['BR-09', 'AccountingSupplierParty/Party/PostalAddress/Country'],
  ['BR-10', 'AccountingCustomerParty/Party/PostalAddress'],
  ['BR-11', 'AccountingCustomerParty/Party/PostalAddress/Country'],
  ['BR-12', 'LegalMonetaryTotal/LineExtensionAmount'],
  ['BR-13', 'LegalMonetaryTotal/TaxExclusiveAmount'],
  ['BR-14', 'LegalMonetaryTotal/TaxInclusiveAmount'],
  ['BR-15', 'LegalMonetaryTotal/PayableAmount'],
  ['BR-16', 'InvoiceLine'],
  ['BR-17', 'PayeeParty/PartyName'],
  ['BR-18', 'TaxRepresentativeParty/PartyName'],
  ['BR-19', 'TaxRepresentativeParty/PostalAddress'],
  ['BR-20', 'TaxRepresentativeParty/PostalAddress/Country'],
  ['BR-21', 'InvoiceLine/ID'],
  ['BR-22', 'InvoiceLine/InvoicedQuantity'],
  ['BR-24', 'InvoiceLine/LineExtensionAmount'],
  ['BR-25', 'InvoiceLine/Item/Name'],
  ['BR-26', 'InvoiceLine/Price/PriceAmount'],
  ['BR-45', 'TaxTotal/TaxSubtotal/TaxableAmount'],
  ['BR-46', 'TaxTotal/TaxSubtotal/TaxAmount'],
  ['BR-47', 'TaxTotal/TaxSubtotal/TaxCategory/ID'],
  ['BR-48', 'TaxTotal/TaxSubtotal/TaxCategory/Percent'],
  ['BR-49', 'PaymentMeans/PaymentMeansCode'],
  ['BR-50', 'PaymentMeans/PayeeFinancialAccount/ID'],
  ['BR-52', 'AdditionalDocumentReference/ID'],
  ['BR-54', 'InvoiceLine/Item/AdditionalItemProperty/Value'],
  ['BR-55', 'BillingReference/InvoiceDocumentReference/ID'],
  ['BR-56', 'TaxRepresentativeParty/PartyTaxScheme'],
  ['BR-57', 'Delivery/DeliveryLocation/Address/Country'],
  ['BR-61', 'PaymentMeans/PayeeFinancialAccount'],
  ['BR-CO-04', 'InvoiceLine/Item/ClassifiedTaxCategory'],
  ['BR-CO-18', 'TaxTotal'],
  ['PEPPOL-EN16931-R001', 'ProfileID'],
  ['PEPPOL-EN16931-R010', 'AccountingCustomerParty/Party/EndpointID'],
  ['PEPPOL-EN16931-R020', 'AccountingSupplierParty/Party/EndpointID'],
  ['PEPPOL-EN16931-R053', 'TaxTotal/TaxSubtotal'],
];
for (const [id, path] of REMOVALS) breaks(id, without(path));

const LINE_PERIOD = 'InvoiceLine/InvoicePeriod';
breaks('BR-23', marked('InvoiceLine/InvoicedQuantity', 'unitCode', null));
breaks('BR-27', saying('InvoiceLine/Price/PriceAmount', '-62.50'));
breaks('BR-28', saying('InvoiceLine/Price/AllowanceCharge/BaseAmount', '-70.00'));
breaks('BR-29', saying('InvoicePeriod/EndDate', '2026-01-01'));
breaks('BR-30', saying(`${LINE_PERIOD}/EndDate`, '2026-02-01'));
breaks('BR-51', saying('PaymentMeans/CardAccount/PrimaryAccountNumberID', '4111111111111111'));
breaks('BR-53', marked('TaxTotal/TaxAmount', 'currencyID', 'EUR'));
breaks('BR-62', marked('AccountingSupplierParty/Party/EndpointID', 'schemeID', null));
breaks('BR-63', marked('AccountingCustomerParty/Party/EndpointID', 'schemeID', null));
breaks('BR-64', marked('InvoiceLine/Item/StandardItemIdentification/ID', 'schemeID', null));
breaks('BR-65', marked('InvoiceLine/Item/CommodityClassification/ItemClassificationCode', 'listID', null));

/** The same rules for allowances and charges, of the document and of its lines. */
const REASONS = together(without('AllowanceChargeReason'), without('AllowanceChargeReasonCode'));
for (const [isCharge, below, amountRule, categoryRule, reasonRule, coRule, decimal, baseDecimal] of [
  [false, '', 'BR-31', 'BR-32', 'BR-33', 'BR-CO-21', 'BR-DEC-01', 'BR-DEC-02'],
  [true, '', 'BR-36', 'BR-37', 'BR-38', 'BR-CO-22', 'BR-DEC-05', 'BR-DEC-06'],
  [false, 'InvoiceLine', 'BR-41', null, 'BR-42', 'BR-CO-23', 'BR-DEC-24', 'BR-DEC-25'],
  [true, 'InvoiceLine', 'BR-43', null, 'BR-44', 'BR-CO-24', 'BR-DEC-27', 'BR-DEC-28'],
] as const) {
  breaks(amountRule, ofKind(isCharge, below, without('Amount')));
  if (categoryRule) breaks(categoryRule, ofKind(isCharge, below, without('TaxCategory')));
  breaks(reasonRule, ofKind(isCharge, below, REASONS));
  breaks(coRule, ofKind(isCharge, below, REASONS));
  breaks(decimal, ofKind(isCharge, below, saying('Amount', '5.001')));
  breaks(baseDecimal, ofKind(isCharge, below, saying('BaseAmount', '100.001')));
}

breaks(
  'BR-CO-03',
  together(
    having('', buildNode('TaxPointDate', '2026-03-01')),
    having('InvoicePeriod', buildNode('DescriptionCode', '35')),
  ),
);
breaks('BR-CO-09', saying('AccountingSupplierParty/Party/PartyTaxScheme/CompanyID', '0477472701'));
breaks('BR-CO-10', saying('LegalMonetaryTotal/LineExtensionAmount', '1.00'));
breaks('BR-CO-11', saying('LegalMonetaryTotal/AllowanceTotalAmount', '1.00'));
breaks('BR-CO-12', saying('LegalMonetaryTotal/ChargeTotalAmount', '1.00'));
breaks('BR-CO-13', saying('LegalMonetaryTotal/TaxExclusiveAmount', '1.00'));
breaks('BR-CO-14', saying('TaxTotal/TaxSubtotal/TaxAmount', '1.00'));
breaks('BR-CO-15', saying('LegalMonetaryTotal/TaxInclusiveAmount', '1.00'));
breaks('BR-CO-16', saying('LegalMonetaryTotal/PayableAmount', '1.00'));
breaks('BR-CO-17', saying('TaxTotal/TaxSubtotal/TaxAmount', '1.00'));
breaks('BR-CO-19', without('InvoicePeriod/StartDate', 'InvoicePeriod/EndDate'));
breaks('BR-CO-20', without(`${LINE_PERIOD}/StartDate`, `${LINE_PERIOD}/EndDate`));
breaks('BR-CO-25', without('DueDate'));
breaks(
  'BR-CO-26',
  without('AccountingSupplierParty/Party/PartyTaxScheme', 'AccountingSupplierParty/Party/PartyLegalEntity/CompanyID'),
);

for (const [id, path] of [
  ['BR-DEC-09', 'LegalMonetaryTotal/LineExtensionAmount'],
  ['BR-DEC-10', 'LegalMonetaryTotal/AllowanceTotalAmount'],
  ['BR-DEC-11', 'LegalMonetaryTotal/ChargeTotalAmount'],
  ['BR-DEC-12', 'LegalMonetaryTotal/TaxExclusiveAmount'],
  ['BR-DEC-13', 'TaxTotal/TaxAmount'],
  ['BR-DEC-14', 'LegalMonetaryTotal/TaxInclusiveAmount'],
  ['BR-DEC-15', 'TaxTotal/TaxAmount'],
  ['BR-DEC-18', 'LegalMonetaryTotal/PayableAmount'],
  ['BR-DEC-19', 'TaxTotal/TaxSubtotal/TaxableAmount'],
  ['BR-DEC-20', 'TaxTotal/TaxSubtotal/TaxAmount'],
  ['BR-DEC-23', 'InvoiceLine/LineExtensionAmount'],
] as const)
  breaks(id, saying(path, '12.345'));
breaks('BR-DEC-16', having('LegalMonetaryTotal', amount('PrepaidAmount', '0.001')));
breaks('BR-DEC-17', having('LegalMonetaryTotal', amount('PayableRoundingAmount', '0.001')));

const CODES: readonly (readonly [string, Change])[] = [
  ['BR-CL-01', saying('InvoiceTypeCode', '999')],
  ['BR-CL-03', marked('InvoiceLine/Price/PriceAmount', 'currencyID', 'EURO')],
  ['BR-CL-04', saying('DocumentCurrencyCode', 'EURO')],
  ['BR-CL-05', saying('TaxCurrencyCode', 'KRONA')],
  ['BR-CL-06', having('InvoicePeriod', buildNode('DescriptionCode', '99'))],
  ['BR-CL-07', marked('InvoiceLine/DocumentReference/ID', 'schemeID', '12345')],
  ['BR-CL-10', marked('PayeeParty/PartyIdentification/ID', 'schemeID', '9999')],
  ['BR-CL-11', marked('AccountingSupplierParty/Party/PartyLegalEntity/CompanyID', 'schemeID', 'BCE')],
  ['BR-CL-13', marked('InvoiceLine/Item/CommodityClassification/ItemClassificationCode', 'listID', 'cpv')],
  ['BR-CL-14', saying('AccountingSupplierParty/Party/PostalAddress/Country/IdentificationCode', 'UK')],
  ['BR-CL-15', saying('InvoiceLine/Item/OriginCountry/IdentificationCode', 'ZZ')],
  ['BR-CL-16', saying('PaymentMeans/PaymentMeansCode', '999')],
  ['BR-CL-17', saying('TaxTotal/TaxSubtotal/TaxCategory/ID', 'X')],
  ['BR-CL-18', saying('InvoiceLine/Item/ClassifiedTaxCategory/ID', 'X')],
  ['BR-CL-19', ofKind(false, '', saying('AllowanceChargeReasonCode', '999'))],
  ['BR-CL-20', ofKind(true, '', saying('AllowanceChargeReasonCode', '999'))],
  ['BR-CL-21', marked('InvoiceLine/Item/StandardItemIdentification/ID', 'schemeID', 'EAN')],
  ['BR-CL-22', having('TaxTotal/TaxSubtotal/TaxCategory', buildNode('TaxExemptionReasonCode', 'BECAUSE'))],
  ['BR-CL-23', marked('InvoiceLine/InvoicedQuantity', 'unitCode', 'PIECES')],
  ['BR-CL-24', marked('AdditionalDocumentReference/Attachment/EmbeddedDocumentBinaryObject', 'mimeCode', 'text/html')],
  ['BR-CL-25', marked('AccountingSupplierParty/Party/EndpointID', 'schemeID', '0001')],
  ['BR-CL-26', marked('Delivery/DeliveryLocation/ID', 'schemeID', 'GLN')],
  [
    'PEPPOL-EN16931-CL001',
    marked('AdditionalDocumentReference/Attachment/EmbeddedDocumentBinaryObject', 'mimeCode', 'text/html'),
  ],
  ['PEPPOL-EN16931-CL002', ofKind(false, '', saying('AllowanceChargeReasonCode', '1'))],
  ['PEPPOL-EN16931-CL003', ofKind(true, '', saying('AllowanceChargeReasonCode', '95'))],
  ['PEPPOL-EN16931-CL006', having('InvoicePeriod', buildNode('DescriptionCode', '99'))],
  ['PEPPOL-EN16931-CL007', marked('LegalMonetaryTotal/PayableAmount', 'currencyID', 'EU')],
  ['PEPPOL-EN16931-CL008', marked('AccountingSupplierParty/Party/EndpointID', 'schemeID', 'EM')],
];
for (const [id, change] of CODES) breaks(id, change);

const CATEGORIES: readonly (readonly [string, VatCategory, string | null])[] = [
  ['S', 'S', '21.00'],
  ['Z', 'Z', '0.00'],
  ['E', 'E', '0.00'],
  ['AE', 'AE', '0.00'],
  ['IC', 'K', '0.00'],
  ['G', 'G', '0.00'],
  ['O', 'O', null],
  ['IG', 'L', '7.00'],
  ['IP', 'M', '4.00'],
];
for (const [name, code, rate] of CATEGORIES) {
  const id = (number: string): string => `BR-${name}-${number}`;
  const breaksHere = (number: string, change: Change): void => breaks(id(number), change, category(code, rate));
  const needsBuyer = code === 'AE' || code === 'K';
  const parties: Change =
    code === 'O'
      ? having('AccountingSupplierParty/Party', vatScheme('BE0477472701'))
      : needsBuyer
        ? without(
            'AccountingCustomerParty/Party/PartyTaxScheme',
            'AccountingCustomerParty/Party/PartyLegalEntity/CompanyID',
          )
        : without('AccountingSupplierParty/Party/PartyTaxScheme');
  const rated = (path: string): Change =>
    code === 'O'
      ? having(path, buildNode('Percent', '0'))
      : saying(`${path}/Percent`, code === 'S' ? '0' : code === 'L' || code === 'M' ? '-1' : '5');
  const hasReason = !['S', 'Z', 'L', 'M'].includes(code);
  breaksHere('01', saying('TaxTotal/TaxSubtotal/TaxCategory/ID', code === 'Z' ? 'S' : 'Z'));
  for (const number of ['02', '03', '04']) breaksHere(number, parties);
  breaksHere('05', rated('InvoiceLine/Item/ClassifiedTaxCategory'));
  breaksHere('06', ofKind(false, '', rated('TaxCategory')));
  breaksHere('07', ofKind(true, '', rated('TaxCategory')));
  breaksHere('08', saying('TaxTotal/TaxSubtotal/TaxableAmount', '999.00'));
  breaksHere('09', saying('TaxTotal/TaxSubtotal/TaxAmount', '999.00'));
  breaksHere(
    '10',
    hasReason
      ? without(
          'TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReason',
          ...(code === 'E' ? [] : ['TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReasonCode']),
        )
      : having('TaxTotal/TaxSubtotal/TaxCategory', buildNode('TaxExemptionReason', 'Sans raison')),
  );
}
breaks('BR-IC-11', without('Delivery/ActualDeliveryDate'), category('K', '0.00'));
breaks('BR-IC-12', without('Delivery/DeliveryLocation'), category('K', '0.00'));
const outside = category('O', null);
breaks(
  'BR-O-11',
  having('TaxTotal', buildNode('TaxSubtotal', [buildNode('TaxCategory', [buildNode('ID', 'S')])])),
  outside,
);
breaks('BR-O-12', saying('InvoiceLine/Item/ClassifiedTaxCategory/ID', 'S'), outside);
breaks('BR-O-13', ofKind(false, '', saying('TaxCategory/ID', 'S')), outside);
breaks('BR-O-14', ofKind(true, '', saying('TaxCategory/ID', 'S')), outside);

breaks('PEPPOL-EN16931-R002', having('', buildNode('Note', 'Encore')));
breaks('PEPPOL-EN16931-R003', together(without('BuyerReference'), without('OrderReference')));
breaks('PEPPOL-EN16931-R004', saying('CustomizationID', 'urn:cen.eu:en16931:2017'));
breaks('PEPPOL-EN16931-R005', saying('TaxCurrencyCode', 'EUR'));
breaks('PEPPOL-EN16931-R007', saying('ProfileID', 'urn:other'));
breaks('PEPPOL-EN16931-R008', saying('BuyerReference', ''));
breaks('PEPPOL-EN16931-R040', ofKind(false, '', saying('Amount', '11.00')));
breaks('PEPPOL-EN16931-R041', ofKind(false, '', without('BaseAmount')));
breaks('PEPPOL-EN16931-R042', ofKind(false, '', without('MultiplierFactorNumeric')));
breaks('PEPPOL-EN16931-R043', ofKind(false, '', saying('ChargeIndicator', 'no')));
breaks('PEPPOL-EN16931-R044', saying('InvoiceLine/Price/AllowanceCharge/ChargeIndicator', 'true'));
breaks('PEPPOL-EN16931-R046', saying('InvoiceLine/Price/AllowanceCharge/Amount', '7.00'));
breaks('PEPPOL-EN16931-R051', marked('InvoiceLine/LineExtensionAmount', 'currencyID', 'USD'));
breaks('PEPPOL-EN16931-R054', without('TaxCurrencyCode'));
breaks('PEPPOL-EN16931-R055', (root) => {
  const totals = root.children.filter(({ name }) => name === 'TaxTotal');
  totals[1]!.children[0]!.text = '-600.00';
});
breaks('PEPPOL-EN16931-R061', saying('PaymentMeans/PaymentMeansCode', '59'));
const project = (): Tree =>
  buildNode('AdditionalDocumentReference', [buildNode('ID', 'P'), buildNode('DocumentTypeCode', '50')]);
breaks('PEPPOL-EN16931-R080', having('', project(), project()), creditNote);
breaks(
  'PEPPOL-EN16931-R100',
  having('InvoiceLine', buildNode('DocumentReference', [buildNode('ID', 'O2'), buildNode('DocumentTypeCode', '130')])),
);
breaks('PEPPOL-EN16931-R101', saying('InvoiceLine/DocumentReference/DocumentTypeCode', '50'));
breaks('PEPPOL-EN16931-R110', saying(`${LINE_PERIOD}/StartDate`, '2026-01-31'));
breaks('PEPPOL-EN16931-R111', saying(`${LINE_PERIOD}/EndDate`, '2026-03-01'));
breaks('PEPPOL-EN16931-R120', saying('InvoiceLine/InvoicedQuantity', '5'));
breaks('PEPPOL-EN16931-R121', saying('InvoiceLine/Price/BaseQuantity', '0'));
breaks('PEPPOL-EN16931-R130', marked('InvoiceLine/Price/BaseQuantity', 'unitCode', 'KGM'));
breaks('PEPPOL-EN16931-F001', saying('IssueDate', '2026-02-30'));
breaks('PEPPOL-EN16931-P0100', saying('InvoiceTypeCode', '325'), plain);
breaks('PEPPOL-EN16931-P0101', saying('CreditNoteTypeCode', '261'), creditNote);
for (const [id, reason] of [
  ['P0104', 'VATEX-EU-G'],
  ['P0105', 'VATEX-EU-O'],
  ['P0106', 'VATEX-EU-IC'],
  ['P0107', 'VATEX-EU-AE'],
  ['P0108', 'vatex-eu-d'],
  ['P0109', 'VATEX-EU-F'],
  ['P0110', 'VATEX-EU-I'],
  ['P0111', 'VATEX-EU-J'],
] as const)
  breaks(
    `PEPPOL-EN16931-${id}`,
    having('TaxTotal/TaxSubtotal/TaxCategory', buildNode('TaxExemptionReasonCode', reason)),
  );
breaks('PEPPOL-EN16931-P0112', saying('InvoiceTypeCode', '384'), plain);

/** Numbers of registers: a right one and a wrong one. */
const NUMBERS: readonly (readonly [string, string, string, string])[] = [
  ['R040', '0088', '7300010000001', '7300010000002'],
  ['R041', '0192', '974760673', '974760674'],
  ['R042', '0184', 'DK12345678', 'DK1234567'],
  ['R043', '0208', '0477472701', '0477472702'],
  ['R044', '0201', 'UF9DHV', 'UF9D'],
  ['R045', '0210', 'RSSMRA85T10A562S', 'RSSMRA85T10'],
  ['R047', '0211', 'IT00743110157', 'IT00743110158'],
  ['R049', '0007', '5560125790', '5560125791'],
  ['R050', '0151', '51824753556', '51824753557'],
  ['R052', '0096', '1234567890', '12345'],
  ['R053', '0198', 'DK12345678', '12345678'],
];
const endpoint = (scheme: string, id: string): Change =>
  together(
    marked('AccountingSupplierParty/Party/EndpointID', 'schemeID', scheme),
    saying('AccountingSupplierParty/Party/EndpointID', id),
  );
for (const [number, scheme, right, wrong] of NUMBERS)
  breaks(
    `PEPPOL-COMMON-${number}`,
    endpoint(scheme, wrong),
    once(scheme, async () => applyChange(await writeTree(INVOICE), endpoint(scheme, right))),
  );

/** Sellers of countries with rules of their own, in documents that keep them. */
const abroad = (
  code: string,
  vatNumber: string,
  enterpriseNumber: { scheme: string; id: string },
  rate: string,
  type: UblDocument['type'] = 'invoice',
): (() => Promise<Tree>) => {
  const address = { street: 'Street 1', postalCode: '1234', city: 'City', country: code };
  const line = { ...LINE, rate, orderLine: '1' };
  return once(`${code} ${type}`, async () =>
    applyChange(
      await writeTree({
        ...INVOICE,
        type,
        orderReference: 'PO-1',
        precedingInvoices: [{ number: '1', issueDate: null }],
        seller: { ...SELLER, address, vatNumber, enterpriseNumber },
        buyer: { ...BUYER, address, enterpriseNumber: code === 'NL' ? enterpriseNumber : null },
        payment: { ...INVOICE.payment!, means: '58' },
        lines: [line],
      }),
      code === 'NO'
        ? having(
            'AccountingSupplierParty/Party',
            buildNode('PartyTaxScheme', [
              buildNode('CompanyID', 'Foretaksregisteret'),
              buildNode('TaxScheme', [buildNode('ID', 'TAX')]),
            ]),
          )
        : (root) => void root,
    ),
  );
};
const SELLER_PATH = 'AccountingSupplierParty/Party';
const netherlands = abroad('NL', 'NL820098395B01', { scheme: '0106', id: '12345678' }, '21.00');
breaks(
  'NL-R-001',
  without('BillingReference'),
  abroad('NL', 'NL820098395B01', { scheme: '0106', id: '12345678' }, '21.00', 'credit_note'),
);
breaks('NL-R-002', without(`${SELLER_PATH}/PostalAddress/CityName`), netherlands);
breaks('NL-R-003', marked(`${SELLER_PATH}/PartyLegalEntity/CompanyID`, 'schemeID', '0088'), netherlands);
breaks('NL-R-004', without('AccountingCustomerParty/Party/PostalAddress/PostalZone'), netherlands);
breaks('NL-R-005', marked('AccountingCustomerParty/Party/PartyLegalEntity/CompanyID', 'schemeID', null), netherlands);
breaks(
  'NL-R-006',
  having(
    '',
    buildNode('TaxRepresentativeParty', [
      buildNode('PartyName', [buildNode('Name', 'R')]),
      buildNode('PostalAddress', [country('NL')]),
      vatScheme('NL820098395B01'),
    ]),
  ),
  netherlands,
);
breaks('NL-R-007', without('PaymentMeans'), netherlands);
breaks('NL-R-008', saying('PaymentMeans/PaymentMeansCode', '10'), netherlands);
breaks('NL-R-009', together(without('OrderReference')), netherlands);
const norway = abroad('NO', 'NO974760673MVA', { scheme: '0192', id: '974760673' }, '25.00');
breaks('NO-R-001', saying(`${SELLER_PATH}/PartyTaxScheme/CompanyID`, 'NO974760674MVA'), norway);
breaks('NO-R-002', saying(`${SELLER_PATH}/PartyTaxScheme/TaxScheme/ID`, 'VAT'), norway);
const italy = abroad('IT', 'IT00743110157', { scheme: '0210', id: '00743110157' }, '22.00');
breaks(
  'IT-R-001',
  having(
    SELLER_PATH,
    buildNode('PartyTaxScheme', [buildNode('CompanyID', 'short'), buildNode('TaxScheme', [buildNode('ID', 'LOC')])]),
  ),
  italy,
);
breaks('IT-R-002', without(`${SELLER_PATH}/PostalAddress/StreetName`), italy);
breaks('IT-R-003', without(`${SELLER_PATH}/PostalAddress/CityName`), italy);
breaks('IT-R-004', without(`${SELLER_PATH}/PostalAddress/PostalZone`), italy);
const sweden = abroad('SE', 'SE556012579001', { scheme: '0007', id: '5560125790' }, '25.00');
breaks('SE-R-001', saying(`${SELLER_PATH}/PartyTaxScheme/CompanyID`, 'SE5560125790'), sweden);
breaks('SE-R-002', saying(`${SELLER_PATH}/PartyTaxScheme/CompanyID`, 'SE55601257900A'), sweden);
breaks('SE-R-003', saying(`${SELLER_PATH}/PartyLegalEntity/CompanyID`, '556012-579'), sweden);
breaks('SE-R-004', saying(`${SELLER_PATH}/PartyLegalEntity/CompanyID`, '55601257901'), sweden);
breaks('SE-R-006', saying('TaxTotal/TaxSubtotal/TaxCategory/Percent', '21'), sweden);
breaks('SE-R-013', saying(`${SELLER_PATH}/PartyLegalEntity/CompanyID`, '5560125791'), sweden);
const denmark = abroad('DK', 'DK12345674', { scheme: '0184', id: 'DK12345674' }, '25.00');
breaks('DK-R-002', without(`${SELLER_PATH}/PartyLegalEntity/CompanyID`), denmark);
breaks('DK-R-005', saying('PaymentMeans/PaymentMeansCode', '30'), denmark);
breaks('DK-R-013', having(SELLER_PATH, buildNode('PartyIdentification', [buildNode('ID', '1')])), denmark);
breaks('DK-R-014', marked(`${SELLER_PATH}/PartyLegalEntity/CompanyID`, 'schemeID', '0088'), denmark);
breaks(
  'DK-R-016',
  saying('LegalMonetaryTotal/PayableAmount', '-1.00'),
  abroad('DK', 'DK12345674', { scheme: '0184', id: 'DK12345674' }, '25.00', 'credit_note'),
);

describe('rules of EN 16931 and Peppol', () => {
  for (const { id, place } of RULES)
    it(`${id}, of ${place}, is kept and is broken`, async () => {
      const { from, change } = CASES[id] ?? {};
      if (!from || !change) throw new Error(`No case of ${id}`);
      const root = await from();
      expect(checkEInvoice(root), 'before').to.deep.equal([]);
      expect(
        checkEInvoice(applyChange(root, change)).map((broken) => broken.id),
        'after',
      ).to.include(id);
    });

  it('have a case each, and no case is left over', () => {
    expect(Object.keys(CASES).toSorted()).to.deep.equal(RULES.map(({ id }) => id).toSorted());
  });

  it('are told in four languages, with what to do', () => {
    for (const { id, message, hint } of RULES)
      for (const language of LANGUAGES)
        for (const text of [message[language], hint[language]]) {
          expect(text, id).to.match(/^\p{Lu}.*\.$/u);
          expect(text, id).to.not.match(/[{}]|undefined/);
        }
  });

  it('name the place', async () => {
    const root = await writeTree({ ...INVOICE, lines: [LINE, LINE] });
    root.children.at(-1)!.children.find(({ name }) => name === 'Price')!.children[0]!.text = '-1';
    const places = checkEInvoice(root).map(({ id, where }) => `${id} ${where}`);
    expect(places).to.deep.equal([
      'BR-27 /Invoice/cac:InvoiceLine[2]',
      'PEPPOL-EN16931-R120 /Invoice/cac:InvoiceLine[2]',
    ]);
  });

  it('are told at a few of many places', async () => {
    const root = await writeTree({ ...INVOICE, lines: Array.from({ length: 100 }, () => LINE) });
    const broken = checkEInvoice(applyChange(root, without('InvoiceLine/ID')));
    expect(broken.filter(({ id }) => id === 'BR-21')).to.have.length(20);
  });

  it('take a creditor number of a bank from the seller and the payee, and from nobody else', async () => {
    const named = (party: string): Change =>
      having(party, buildNode('PartyIdentification', [buildNode('ID', 'BE02ZZZ0123456789', { schemeID: 'SEPA' })]));
    const root = await writeTree(INVOICE);
    const idsWith = (party: string): string[] => checkEInvoice(applyChange(root, named(party))).map(({ id }) => id);
    expect(idsWith('AccountingSupplierParty/Party')).to.deep.equal([]);
    expect(idsWith('AccountingCustomerParty/Party')).to.deep.equal(['BR-CL-10']);
  });

  it('are not asked of anything but UBL', () => {
    expect(checkEInvoice(buildNode('Invoice', [])).map(({ id }) => id)).to.deep.equal(['UBL-ROOT']);
  });

  it('are kept between German parties with several notes', async () => {
    const german = { country: 'DE', street: 'Weg 1', postalCode: '10115', city: 'Berlin' };
    const root = await writeTree({
      ...INVOICE,
      seller: { ...SELLER, address: german },
      buyer: { ...BUYER, address: german },
    });
    expect(checkEInvoice(applyChange(root, having('', buildNode('Note', 'A'), buildNode('Note', 'B'))))).to.deep.equal(
      [],
    );
  });

  it('know self-billing, with its own process and types', async () => {
    const selfBilled = await writeTree({ ...INVOICE, typeCode: '389' });
    const idsOf = (root: Tree, ...changes: Change[]) =>
      checkEInvoice(applyChange(root, together(...changes))).map(({ id }) => id);
    expect(idsOf(selfBilled)).to.deep.equal([]);
    expect(idsOf(selfBilled, saying('InvoiceTypeCode', '380'))).to.deep.equal(['PEPPOL-EN16931-P0100']);
    const billing = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';
    expect(idsOf(selfBilled, saying('ProfileID', billing))).to.deep.equal(['PEPPOL-EN16931-R007']);
    const credit = await writeTree({ ...INVOICE, type: 'credit_note', typeCode: '261' });
    expect(idsOf(credit)).to.deep.equal([]);
    expect(idsOf(credit, saying('CreditNoteTypeCode', '381'))).to.deep.equal(['PEPPOL-EN16931-P0101']);
    const ordinary = await writeTree(INVOICE);
    expect(idsOf(ordinary, saying('InvoiceTypeCode', '389'))).to.deep.equal(['PEPPOL-EN16931-P0100']);
  });
});
