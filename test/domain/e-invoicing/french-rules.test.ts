import { expect } from 'chai';
import {
  checkEInvoice,
  FRENCH_LISTS,
  FRENCH_RULES,
  writeCii,
  writeUbl,
  type UblDocument,
} from '../../../domain/e-invoicing/index.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import {
  applyChange,
  buildNode,
  findAll,
  having,
  INVOICE,
  LINE,
  marked,
  parseTree,
  saying,
  together,
  without,
  type Change,
  type Tree,
} from '../../support/e-invoices.ts';

const SELLER = {
  name: 'Atelier Lumen SARL',
  tradingName: null,
  endpoint: { scheme: '0225', id: '732829320' },
  vatNumber: 'FR44732829320',
  enterpriseNumber: { scheme: '0002', id: '732829320' },
  address: { street: '3 rue des Arts', postalCode: '69001', city: 'Lyon', country: 'FR' },
  contact: null,
};
const BUYER = {
  ...SELLER,
  name: 'Librairie du Parc SAS',
  endpoint: { scheme: '0225', id: '552100554' },
  vatNumber: 'FR96552100554',
  enterpriseNumber: { scheme: '0002', id: '552100554' },
};

const FRENCH: UblDocument = {
  ...INVOICE,
  number: 'F-2026/0017',
  issueDate: '2026-10-02',
  dueDate: '2026-11-01',
  language: 'fr',
  seller: SELLER,
  buyer: BUYER,
  french: {
    businessProcess: 'S1',
    notes: [
      { subject: 'PMT', text: 'Indemnité forfaitaire de 40 EUR' },
      { subject: 'PMD', text: 'Pénalités au taux de la BCE majoré de 10 points' },
      { subject: 'AAB', text: 'Pas d’escompte' },
      { subject: 'BAR', text: 'B2B' },
    ],
  },
  payment: { means: '58', iban: 'FR7630006000011234567890189', bic: null, reference: 'F-2026/0017' },
  lines: [{ ...LINE, rate: '20.00' }],
};

let invoice: Tree;
let creditNote: Tree;

/** Once for the rules of both syntaxes. */
async function writeSamples(): Promise<void> {
  invoice ??= await parseTree(writeUbl(FRENCH));
  const precedingInvoices = [{ number: 'F-2026/0001', issueDate: '2026-09-01' }];
  creditNote ??= await parseTree(writeUbl({ ...FRENCH, type: 'credit_note', precedingInvoices }));
}

const check = (root: Tree): readonly string[] => checkEInvoice(root, { profile: 'fr' }).map(({ id }) => id);

const note = (text: string): Change => having('', buildNode('Note', text));
const withoutNote =
  (subject: string): Change =>
  ({ children }) => {
    children.splice(
      children.findIndex(({ name, text }) => name === 'Note' && text.startsWith(`#${subject}#`)),
      1,
    );
  };
const bar = (value: string): Change => together(withoutNote('BAR'), note(`#BAR#${value}`));
const identified = (party: string, id: string, scheme?: string): Change =>
  having(party, buildNode('PartyIdentification', [buildNode('ID', id, scheme ? { schemeID: scheme } : {})]));
const attached = (kind: string): Change =>
  having('', buildNode('AdditionalDocumentReference', [buildNode('ID', 'A'), buildNode('DocumentDescription', kind)]));

const SUPPLIER = 'AccountingSupplierParty/Party';
const CUSTOMER = 'AccountingCustomerParty/Party';
const TYPE = 'InvoiceTypeCode';
const TAXED = 'TaxTotal/TaxSubtotal/TaxCategory';
const payee: Change = having(
  '',
  buildNode('PayeeParty', [
    buildNode('PartyName', [buildNode('Name', 'Factor')]),
    buildNode('PartyIdentification', [buildNode('ID', '73282932', { schemeID: '0009' })]),
  ]),
);
const paid = (prepaid: string, payable: string): Change =>
  together(
    saying('ProfileID', 'S2'),
    having('LegalMonetaryTotal', buildNode('PrepaidAmount', prepaid, { currencyID: 'EUR' })),
    saying('LegalMonetaryTotal/PayableAmount', payable),
  );
const group: Change = together(identified(SUPPLIER, '732829320', '0231'));

const attribute = (...children: ReturnType<typeof buildNode>[]): Change =>
  having('InvoiceLine/Item', buildNode('AdditionalItemProperty', children));
const object = (place: string, name: string): Change =>
  having(place, buildNode(name, [buildNode('ID', '30001', { schemeID: 'AFL' })]));
const NUMBER = `${SUPPLIER}/PartyTaxScheme`;
const franchise: Change = having(TAXED, buildNode('TaxExemptionReasonCode', 'VATEX-FR-FRANCHISE'));

/** What breaks a rule, and only it among the French ones. */
const CASES: readonly (readonly [string, string, Change, 'credit note'?])[] = [
  ['BR-FR-01', 'a number of 36 characters', saying('ID', 'F'.repeat(36))],
  [
    'BR-FR-01',
    'a long reference',
    saying('BillingReference/InvoiceDocumentReference/ID', 'F'.repeat(36)),
    'credit note',
  ],
  ['BR-FR-02', 'a blank in the number', saying('ID', 'F 17')],
  ['BR-FR-02', 'a dot in a reference', saying('BillingReference/InvoiceDocumentReference/ID', 'F.1'), 'credit note'],
  ['BR-FR-03', 'a date of the last century', saying('IssueDate', '1999-12-31')],
  ['BR-FR-03', 'a day that does not exist', saying('DueDate', '2026-11-31')],
  ['BR-FR-04', 'a partial invoice', saying(TYPE, '326')],
  [
    'BR-FR-04',
    'the type of the credited document',
    having('BillingReference/InvoiceDocumentReference', buildNode('DocumentTypeCode', '387')),
    'credit note',
  ],
  ['BR-FR-05', 'no recovery costs', withoutNote('PMT')],
  ['BR-FR-05', 'no penalties', withoutNote('PMD')],
  ['BR-FR-05', 'no discount terms', withoutNote('AAB')],
  ...['PMT', 'PMD', 'AAB'].map((code) => ['BR-FR-06', `${code} twice`, note(`#${code}#again`)] as const),
  ['BR-FR-06', 'TXD twice', note('#TXD#a#TXD#b')],
  ['BR-FR-08', 'the process of Peppol', saying('ProfileID', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0')],
  ['BR-FR-08', 'no process', without('ProfileID')],
  ['BR-FR-09', 'the SIRET of another seller', identified(SUPPLIER, '55210055400013', '0009')],
  ['BR-FR-09', 'a short SIRET of the buyer', identified(CUSTOMER, '5521005540001', '0009')],
  ['BR-FR-09', 'a short SIRET of the payee', payee],
  [
    'BR-FR-09',
    'the SIRET of a buyer without SIREN',
    together(
      bar('B2BINT'),
      without(`${CUSTOMER}/PartyLegalEntity/CompanyID`),
      identified(CUSTOMER, '55210055400013', '0009'),
    ),
  ],
  ['BR-FR-09', 'a short SIRET of the place of delivery', delivered({ schemeID: '0009' })],
  ['BR-FR-10', 'a seller in another register', marked(`${SUPPLIER}/PartyLegalEntity/CompanyID`, 'schemeID', '0009')],
  ['BR-FR-11', 'a buyer without SIREN', without(`${CUSTOMER}/PartyLegalEntity/CompanyID`)],
  ['BR-FR-12', 'no address of the buyer', together(bar('B2C'), saying(`${CUSTOMER}/EndpointID`, ''))],
  ['BR-FR-13', 'no address of the seller', saying(`${SUPPLIER}/EndpointID`, '')],
  ['BR-FR-15', 'a category of the Canary Islands', saying(`${TAXED}/ID`, 'L')],
  ['BR-FR-15', 'the same in a line', saying('InvoiceLine/Item/ClassifiedTaxCategory/ID', 'M')],
  ['BR-FR-16', 'the Belgian rate', saying(`${TAXED}/Percent`, '21.00')],
  ['BR-FR-16', 'the same in a line', saying('InvoiceLine/Item/ClassifiedTaxCategory/Percent', '6')],
  ['BR-FR-17', 'an attachment of an unknown kind', attached('Facture')],
  ['BR-FR-18', 'two readable copies', together(attached('LISIBLE'), attached('LISIBLE'))],
  ['BR-FR-20', 'an unknown treatment', bar('B2G')],
  ['BR-FR-21', 'an address of another scheme', marked(`${CUSTOMER}/EndpointID`, 'schemeID', '0002')],
  ['BR-FR-21', 'the address of somebody else', saying(`${CUSTOMER}/EndpointID`, '732829320')],
  [
    'BR-FR-22',
    'a self-billed invoice from another address',
    together(saying(TYPE, '389'), saying(`${SUPPLIER}/EndpointID`, '552100554')),
  ],
  ['BR-FR-23', 'a slash in an address', saying(`${CUSTOMER}/EndpointID`, '552100554/A')],
  ['BR-FR-24', 'a slash in a private identifier', identified(CUSTOMER, 'A/1', '0224')],
  ['BR-FR-25', 'an address of 126 characters', saying(`${SUPPLIER}/EndpointID`, `732829320${'A'.repeat(117)}`)],
  ['BR-FR-26', 'a private identifier of 101 characters', identified(CUSTOMER, 'A'.repeat(101), '0224')],
  ['BR-FR-27', 'an attribute without name', attribute(buildNode('Value', 'red'))],
  ['BR-FR-28', 'an attribute without value', attribute(buildNode('Name', 'Colour'))],
  [
    'BR-FR-28',
    'a value and a measure',
    attribute(
      buildNode('Name', 'Weight'),
      buildNode('Value', '1 kg'),
      buildNode('ValueQuantity', '1', { unitCode: 'KGM' }),
    ),
  ],
  [
    'BR-FR-29',
    'two objects of a kind',
    together(object('', 'AdditionalDocumentReference'), object('', 'AdditionalDocumentReference')),
  ],
  [
    'BR-FR-30',
    'two objects of a line',
    together(object('InvoiceLine', 'DocumentReference'), object('InvoiceLine', 'DocumentReference')),
  ],
  ['BR-FR-31', 'two treatments', note('#BAR#B2C')],
  [
    'BR-FR-32',
    'a SIREN of eight digits',
    together(bar('B2C'), saying(`${CUSTOMER}/PartyLegalEntity/CompanyID`, '55210055')),
  ],
  ['BR-FR-32', 'a VAT group of eight digits', together(identified(CUSTOMER, '73282932', '0231'))],
  ['BR-FR-CO-03', 'a global rebate without contract', saying('CreditNoteTypeCode', '262'), 'credit note'],
  ['BR-FR-CO-04', 'a corrective invoice without reference', saying(TYPE, '384')],
  ['BR-FR-CO-05', 'a credit note without reference', without('BillingReference'), 'credit note'],
  [
    'BR-FR-CO-05',
    'a reference without date',
    without('BillingReference/InvoiceDocumentReference/IssueDate'),
    'credit note',
  ],
  ['BR-FR-CO-07', 'due before it is issued', saying('DueDate', '2026-10-01')],
  [
    'BR-FR-CO-08',
    'a final invoice of the type of an advance',
    together(saying('ProfileID', 'S4'), saying(TYPE, '386')),
  ],
  ['BR-FR-CO-09', 'paid, but not all', paid('299.00', '0.00')],
  ['BR-FR-CO-09', 'paid, but still due', paid('300.00', '1.00')],
  ['BR-FR-CO-09', 'paid, without a day', together(paid('300.00', '0.00'), without('DueDate'))],
  ['BR-FR-CO-10', 'an identifier of the seller without scheme', identified(SUPPLIER, 'X1')],
  [
    'BR-FR-CO-10',
    'a scheme of the buyer twice',
    together(identified(CUSTOMER, 'X1', '0224'), identified(CUSTOMER, 'X2', '0224')),
  ],
  [
    'BR-FR-CO-10',
    'an identifier of the payee without scheme',
    having('', buildNode('PayeeParty', [buildNode('PartyIdentification', [buildNode('ID', 'X')])])),
  ],
  ['BR-FR-CO-10', 'a place of delivery without scheme', delivered({})],
  ['BR-FR-CO-12', 'dollars without tax in euros', saying('DocumentCurrencyCode', 'USD')],
  ['BR-FR-CO-14', 'a VAT group without its note', together(group, representative('FR44732829320'))],
  ['BR-FR-CO-15', 'a VAT group without its number', together(group, note('#TXD#MEMBRE_ASSUJETTI_UNIQUE'))],
  ['BR-FR-CO-16', 'the reason of small sellers in another category', franchise],
  ['BR-FR-CO-16', 'a small seller without number', together(franchise, saying(`${TAXED}/ID`, 'E'), without(NUMBER))],
  ['BR-FR-DEC-01', 'three decimals', saying('InvoiceLine/LineExtensionAmount', '250.001')],
  ['BR-FR-DEC-02', 'a quantity of five decimals', saying('InvoiceLine/InvoicedQuantity', '4.00001')],
  ['BR-FR-DEC-03', 'a price of seven decimals', saying('InvoiceLine/Price/PriceAmount', '62.5000001')],
  ['BR-FR-DEC-03', 'a gross price of seven decimals', reduced('70.0000001')],
  ['BR-FR-MV-01', 'several sellers without groups of lines', saying('ProfileID', 'S8')],
  [
    'BR-FR-MV-13',
    'several sellers, issued by the buyer',
    together(saying('ProfileID', 'S8'), saying(TYPE, '389'), grouped('GROUP')),
  ],
  ['BR-FR-BD-13', 'both directions, issued by the seller', together(saying('ProfileID', 'S9'), grouped('GROUP'))],
  ['BR-FR-DEC-04', 'a rate of three decimals', saying(`${TAXED}/Percent`, '20.000')],
];

function grouped(subtype: string): Change {
  return having(
    'InvoiceLine',
    buildNode('BillingReference', [
      buildNode('InvoiceDocumentReference', [buildNode('ID', FRENCH.number), buildNode('DocumentStatusCode', subtype)]),
    ]),
  );
}

function delivered(attributes: Record<string, string>): Change {
  return having(
    '',
    buildNode('Delivery', [buildNode('DeliveryLocation', [buildNode('ID', '7328293200001', attributes)])]),
  );
}

function reduced(gross: string): Change {
  return having(
    'InvoiceLine/Price',
    buildNode('AllowanceCharge', [
      buildNode('ChargeIndicator', 'false'),
      buildNode('Amount', '7.5001', { currencyID: 'EUR' }),
      buildNode('BaseAmount', gross, { currencyID: 'EUR' }),
    ]),
  );
}

function representative(number: string): Change {
  return having(
    '',
    buildNode('TaxRepresentativeParty', [
      buildNode('PartyTaxScheme', [buildNode('CompanyID', number), buildNode('TaxScheme', [buildNode('ID', 'VAT')])]),
    ]),
  );
}

const sampleOf = (kind?: 'credit note'): Tree => (kind === undefined ? invoice : creditNote);

describe('the French rules for invoices (BR-FR)', () => {
  before(writeSamples);

  it('are all kept by an invoice and a credit note of the French profile', () => {
    expect(check(invoice)).to.deep.equal([]);
    expect(check(creditNote)).to.deep.equal([]);
  });

  for (const [id, what, change, kind] of CASES)
    it(`${id} is broken by ${what}`, () => {
      const broken = check(applyChange(sampleOf(kind), change)).filter((one) => one.startsWith('BR-FR'));
      expect([...new Set(broken)]).to.deep.equal([id]);
    });

  it('each have a case, a message and a hint in four languages', () => {
    const broken = new Set(CASES.map(([id]) => id));
    expect(FRENCH_RULES.map(({ id }) => id).filter((id) => !broken.has(id))).to.deep.equal([]);
    const seen = new Set<string>();
    for (const [, , change, kind] of CASES)
      for (const { id, message } of checkEInvoice(applyChange(sampleOf(kind), change), { profile: 'fr' }))
        if (id.startsWith('BR-FR')) seen.add(message.en);
    expect(FRENCH_RULES.map(({ message }) => message.en).filter((message) => !seen.has(message))).to.deep.equal([]);
    for (const { message, hint } of FRENCH_RULES)
      for (const language of LANGUAGES) {
        expect(message[language]).to.match(/\.$/).and.not.match(/[{}]/);
        expect(hint[language]).to.match(/\.$/).and.not.match(/[{}]/);
      }
  });

  it('allow what a special case needs', () => {
    for (const change of [
      paid('300.00', '0.00'),
      together(saying(TYPE, '386'), saying('DueDate', '2026-10-01')),
      together(bar('B2BINT'), marked(`${CUSTOMER}/EndpointID`, 'schemeID', '0208')),
      together(group, note('#TXD#MEMBRE_ASSUJETTI_UNIQUE'), representative('FR44732829320')),
      identified(SUPPLIER, '73282932000017', '0009'),
      note('Merci de votre confiance'),
      attached('LISIBLE'),
      reduced('70.000100'),
      together(saying('ProfileID', 'M8'), grouped('DETAIL')),
    ])
      expect(check(applyChange(invoice, change)).filter((id) => id.startsWith('BR-FR'))).to.deep.equal([]);
  });

  it('use the lists of the day on which the invoice was issued', () => {
    const [old] = FRENCH_LISTS;
    expect(FRENCH_LISTS.map(({ version }) => version)).to.deep.equal(['1.2.0', '1.4.0']);
    const earlier = (change: Change): readonly string[] =>
      check(applyChange(invoice, together(saying('IssueDate', old!.from), change)));
    expect(earlier(saying('ProfileID', 'S3'))).to.deep.equal(['BR-FR-08']);
    expect(check(applyChange(invoice, saying('ProfileID', 'S3')))).to.deep.equal([]);
    expect(earlier(saying(`${CUSTOMER}/EndpointID`, '552100554/A'))).to.deep.equal([]);
    expect(earlier(saying(`${CUSTOMER}/EndpointID`, '552100554.A'))).to.deep.equal(['BR-FR-23']);
  });

  it('name the field of the document', () => {
    const broken = (change: Change): readonly (string | null)[] =>
      checkEInvoice(applyChange(invoice, change), { profile: 'fr' }).map(({ path }) => path);
    expect(broken(saying('ProfileID', 'X'))).to.deep.equal(['nature']);
    expect(broken(withoutNote('PMT'))).to.deep.equal([null]);
    expect(broken(saying('ID', 'F 17'))).to.deep.equal(['number']);
    expect(broken(saying('InvoiceLine/Price/PriceAmount', '62.5000001'))).to.include('lines.0.unit_price');
  });
});

describe('the French rules and Cross Industry Invoices', () => {
  before(writeSamples);

  const cii = (change: Partial<UblDocument> = {}) => parseTree(writeCii({ ...FRENCH, ...change }));

  it('are kept by our own', async () => {
    expect(check(await cii())).to.deep.equal([]);
    const credit = { type: 'credit_note', precedingInvoices: [{ number: 'F1', issueDate: '2026-09-01' }] } as const;
    expect(check(await cii(credit))).to.deep.equal([]);
  });

  it('are reported at the elements of the file', async () => {
    const root = await cii({
      number: 'F 17',
      lines: [
        { ...LINE, rate: '20.00' },
        { ...LINE, rate: '21.00' },
      ],
    });
    const broken = checkEInvoice(root, { profile: 'fr' }).filter(({ id }) => id.startsWith('BR-FR'));
    expect(broken.map(({ id, where, path }) => [id, where, path])).to.deep.equal([
      ['BR-FR-02', '/CrossIndustryInvoice/rsm:ExchangedDocument/ram:ID', 'number'],
      [
        'BR-FR-16',
        '/CrossIndustryInvoice/rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:ApplicableTradeTax[2]',
        'vat_amounts',
      ],
      [
        'BR-FR-16',
        '/CrossIndustryInvoice/rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem[2]/ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax',
        'lines.1.vat_code_id',
      ],
    ]);
  });

  it('look at attributes and objects of lines', async () => {
    const xml = writeCii(FRENCH)
      .replace(
        '</ram:SpecifiedTradeProduct>',
        '<ram:ApplicableProductCharacteristic><ram:Value>1</ram:Value></ram:ApplicableProductCharacteristic></ram:SpecifiedTradeProduct>',
      )
      .replace(
        '<ram:SpecifiedTradeSettlementLineMonetarySummation>',
        (next) =>
          `${'<ram:AdditionalReferencedDocument><ram:IssuerAssignedID>3</ram:IssuerAssignedID><ram:TypeCode>130</ram:TypeCode><ram:ReferenceTypeCode>AVV</ram:ReferenceTypeCode></ram:AdditionalReferencedDocument>'.repeat(2)}${next}`,
      );
    expect(check(await parseTree(xml)).filter((id) => id.startsWith('BR-FR'))).to.deep.equal(['BR-FR-27', 'BR-FR-30']);
  });

  it('say when the file has another syntax than asked for', async () => {
    const ids = (root: Tree, syntax: 'ubl' | 'cii') =>
      checkEInvoice(root, { profile: 'fr', syntax }).map(({ id }) => id);
    expect(ids(await cii(), 'ubl')).to.deep.equal(['UBL-ROOT']);
    expect(ids(invoice, 'cii')).to.deep.equal(['CII-ROOT']);
    expect(ids(await cii(), 'cii')).to.deep.equal([]);
  });

  it('report the same rules as in UBL for bent files', async () => {
    const root = await cii();
    const bend = (change: Change): readonly string[] => check(applyChange(root, change));
    const transaction = 'SupplyChainTradeTransaction';
    expect(bend(saying('ExchangedDocument/TypeCode', '326'))).to.deep.equal(['BR-FR-04']);
    expect(bend((tree) => void findAll(tree, 'ExchangedDocument')[0]!.children.splice(3, 1))).to.deep.equal([
      'BR-FR-05',
    ]);
    expect(
      bend(saying(`${transaction}/ApplicableHeaderTradeAgreement/BuyerTradeParty/SpecifiedLegalOrganization/ID`, '1')),
    ).to.include.members(['BR-FR-11', 'BR-FR-32']);
  });
});
