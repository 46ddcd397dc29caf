import { expect } from 'chai';
import {
  detectEInvoiceFormat,
  needsReview,
  pickInvoiceAttachment,
  findPrimaryAttachment,
  readAttachments,
  readEInvoice,
  type UblDocument,
} from '../../../domain/e-invoicing/index.ts';
import type { OwnIdentity, ReadDocument } from '../../../domain/document-imports/sheet.ts';
import {
  BUYER,
  applyChange,
  having,
  INVOICE,
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

const BUYER_SELF: OwnIdentity = {
  name: BUYER.name,
  vatNumber: 'BE0202239951',
  enterpriseNumber: '0202239951',
  ibans: [],
  country: 'BE',
};
const SELLER_SELF: OwnIdentity = {
  name: SELLER.name,
  vatNumber: 'BE0477472701',
  enterpriseNumber: '0477472701',
  ibans: ['BE68539007547034'],
  country: 'BE',
};
const NOBODY: OwnIdentity = { name: 'Autre SA', vatNumber: null, enterpriseNumber: null, ibans: [], country: 'BE' };

function read(root: Tree, own: OwnIdentity = BUYER_SELF): ReadDocument {
  const found = readEInvoice(root, own);
  if ('refused' in found) throw new Error(found.refused);
  return found;
}

const codes = ({ warnings }: ReadDocument): string[] => warnings.map(({ code }) => code);

async function readChanged(change: Change, document: UblDocument = INVOICE, own = BUYER_SELF): Promise<ReadDocument> {
  return read(applyChange(await writeTree(document), change), own);
}

describe('reading UBL', () => {
  it('reads a purchase that nobody has to look at', async () => {
    const found = read(await writeTree(INVOICE));
    expect(found.warnings).to.deep.equal([]);
    expect(needsReview(found)).to.equal(false);
    expect(found.sheet).to.deep.equal({
      document_type: 'invoice',
      direction: 'purchase',
      counterparty: {
        name: 'Brasserie du Canal SRL',
        vat_number: 'BE0477472701',
        enterprise_number: '0477472701',
        address: 'Quai au Foin 12, Bte 3',
        postal_code: '1000',
        city: 'Bruxelles',
        country: 'BE',
        email: 'ada@canal.example',
        phone: '+32 2 555 01 02',
        iban: 'BE68539007547034',
        bic: 'GKCCBEBB',
      },
      number: '2026-0017',
      date: '2026-03-02',
      due_date: '2026-04-01',
      structured_communication: '010806817183',
      currency: 'EUR',
      lines: [
        {
          description: 'Fût de 30 litres',
          quantity: '4',
          unit_price: '62.5',
          vat_rate: '21.00',
          vat_category: 'S',
          amount_net: '250.00',
          amount_vat: '52.50',
          amount_gross: '302.50',
        },
      ],
      totals: {
        net: '250.00',
        vat: '52.50',
        gross: '302.50',
        prepaid: null,
        vat_breakdown: [{ rate: '21.00', category: 'S', base: '250.00', amount: '52.50' }],
      },
      payment: { iban: 'BE68539007547034', bic: 'GKCCBEBB', paid: false },
      nature: 'Fût de 30 litres',
      confidence: '1.00',
      language: null,
    });
  });

  it('reads the invoices that a credit note corrects, each once', async () => {
    const precedingInvoices = [
      { number: '2026-0003', issueDate: '2026-01-04' },
      { number: '2026-0004', issueDate: null },
      { number: '2026-0003', issueDate: '2026-01-04' },
    ];
    const { sheet } = read(await writeTree({ ...INVOICE, type: 'credit_note', precedingInvoices }));
    expect(sheet.credits).to.deep.equal([
      { number: '2026-0003', date: '2026-01-04' },
      { number: '2026-0004', date: null },
    ]);
    // A final invoice refers to its advances: it corrects nothing.
    expect(read(await writeTree({ ...INVOICE, precedingInvoices })).sheet.credits).to.equal(undefined);
  });

  it('reads a sale from the other side: the customer has no account here', async () => {
    const { sheet, warnings } = read(await writeTree(INVOICE), SELLER_SELF);
    expect(warnings).to.deep.equal([]);
    expect(sheet.direction).to.equal('sale');
    expect(sheet.counterparty).to.deep.include({ name: BUYER.name, vat_number: 'BE0202239951', iban: null });
    expect(sheet.payment.iban).to.equal('BE68539007547034');
  });

  describe('which side is the company', () => {
    const vatless = together(
      without(
        'AccountingCustomerParty/Party/PartyTaxScheme',
        'AccountingCustomerParty/Party/PartyLegalEntity/CompanyID',
      ),
      saying('AccountingCustomerParty/Party/EndpointID', '7300010000001'),
    );
    const ROWS: readonly (readonly [string, Change, OwnIdentity, 'purchase' | 'sale' | null])[] = [
      ['its VAT number', without('AccountingCustomerParty/Party/PartyLegalEntity/CompanyID'), BUYER_SELF, 'purchase'],
      [
        'its enterprise number',
        without('AccountingCustomerParty/Party/PartyTaxScheme'),
        { ...BUYER_SELF, vatNumber: null },
        'purchase',
      ],
      [
        'its address in the network',
        without(
          'AccountingCustomerParty/Party/PartyTaxScheme',
          'AccountingCustomerParty/Party/PartyLegalEntity/CompanyID',
        ),
        BUYER_SELF,
        'purchase',
      ],
      ['its name, whatever the legal form', vatless, { ...NOBODY, name: 'BOEKHANDEL  de Linde b.v.' }, 'purchase'],
      [
        'its account',
        together(vatless, without('AccountingSupplierParty/Party/PartyTaxScheme')),
        { ...NOBODY, ibans: ['BE68 5390 0754 7034'] },
        'sale',
      ],
      ['nothing', vatless, NOBODY, null],
      [
        'a name alone, of somebody with another number',
        (root) => void root,
        { ...NOBODY, name: BUYER.name, vatNumber: 'BE0477472701' },
        'sale',
      ],
    ];
    for (const [title, change, own, direction] of ROWS)
      it(`is told by ${title}`, async () => {
        const found = await readChanged(change, INVOICE, own);
        expect(found.sheet.direction).to.equal(direction);
        expect(codes(found).includes('not_addressed_to_company')).to.equal(direction === null);
      });

    it('is told by the number of an establishment in France', async () => {
      const own: OwnIdentity = {
        name: 'X',
        vatNumber: 'FR44732829320',
        enterpriseNumber: '732829320',
        ibans: [],
        country: 'FR',
      };
      const buyer = { ...BUYER, vatNumber: null, enterpriseNumber: { scheme: '0009', id: '732 829 320 00074' } };
      expect(read(await writeTree({ ...INVOICE, buyer }), own).sheet.direction).to.equal('purchase');
    });

    it('stays open when both sides are the company', async () => {
      const found = read(await writeTree({ ...INVOICE, buyer: SELLER }), SELLER_SELF);
      expect(found.sheet.direction).to.equal(null);
      expect(codes(found)).to.deep.equal(['direction_unclear']);
    });
  });

  it('gives allowances and charges of the document lines of their own, and folds those of lines in', async () => {
    const { sheet, warnings } = read(
      await writeTree({
        ...INVOICE,
        lines: [{ ...LINE, allowances: [{ amount: '25.00', reason: 'Promotion' }] }],
        allowances: [{ amount: '10.00', reason: 'Fidélité', category: 'S', rate: '21.00' }],
        charges: [{ amount: '4.00', reason: 'Transport', category: 'S', rate: '6.00' }],
      }),
    );
    expect(warnings).to.deep.equal([]);
    expect(
      sheet.lines.map(({ description, quantity, unit_price, amount_net, amount_vat }) => [
        description,
        quantity,
        unit_price,
        amount_net,
        amount_vat,
      ]),
    ).to.deep.equal([
      ['Fût de 30 litres', '4', '56.25', '225.00', '47.25'],
      ['Fidélité', null, null, '-10.00', '-2.10'],
      ['Transport', null, null, '4.00', '0.24'],
    ]);
  });

  it('shares the tax of a rate among its lines to the cent', async () => {
    const lines = Array.from({ length: 3 }, () => ({ ...LINE, quantity: '1', unitPrice: '0.33' }));
    const { sheet } = read(await writeTree({ ...INVOICE, lines }));
    expect(sheet.lines.map(({ amount_vat }) => amount_vat)).to.deep.equal(['0.07', '0.07', '0.07']);
    expect(sheet.totals.vat).to.equal('0.21');
  });

  it('reads credit notes, with their due date from the payment', async () => {
    const { sheet, warnings } = read(await writeTree({ ...INVOICE, type: 'credit_note' }));
    expect(warnings).to.deep.equal([]);
    expect(sheet).to.deep.include({ document_type: 'credit_note', due_date: '2026-04-01' });
    expect(sheet.totals.gross).to.equal('302.50');
  });

  it('reads a negative invoice as a credit note, with its signs turned', async () => {
    const found = read(await writeTree({ ...INVOICE, lines: [{ ...LINE, quantity: '-4' }] }));
    expect(codes(found)).to.deep.equal(['negative_invoice']);
    expect(needsReview(found)).to.equal(false);
    expect(found.sheet).to.deep.include({ document_type: 'credit_note', confidence: '1.00' });
    expect(found.sheet.lines[0]).to.deep.include({
      quantity: '4',
      unit_price: '62.5',
      amount_net: '250.00',
      amount_vat: '52.50',
    });
  });

  it('asks about a credit note with negative amounts', async () => {
    const found = read(await writeTree({ ...INVOICE, type: 'credit_note', lines: [{ ...LINE, quantity: '-4' }] }));
    expect(codes(found)).to.deep.equal(['negative_credit_note']);
    expect(found.sheet.totals.gross).to.equal('302.50');
    expect(found.sheet.document_type).to.equal('credit_note');
  });

  it('tells of prepayments, rounding and what is paid', async () => {
    const found = read(await writeTree({ ...INVOICE, prepaid: '302.50', rounding: '0.00' }));
    expect(codes(found)).to.deep.equal(['prepaid_amount']);
    expect(found.sheet.totals.prepaid).to.equal('302.50');
    expect(found.sheet.payment.paid).to.equal(true);
    expect(codes(read(await writeTree({ ...INVOICE, rounding: '-0.02' })))).to.deep.equal(['rounding_amount']);
  });

  const POINTS: readonly (readonly [string, Change, string])[] = [
    ['a number that is missing', without('ID'), 'number_missing'],
    ['a date that is missing', without('IssueDate'), 'date_missing'],
    ['a date that there is not', saying('IssueDate', '2026-02-30'), 'date_missing'],
    ['a due date before the date', saying('DueDate', '2026-01-01'), 'due_date_before_date'],
    ['totals that are missing', without('LegalMonetaryTotal', 'TaxTotal'), 'totals_missing'],
    ['a total that does not add up', saying('LegalMonetaryTotal/TaxInclusiveAmount', '303.50'), 'totals_mismatch'],
    ['an amount due that does not add up', saying('LegalMonetaryTotal/PayableAmount', '1.00'), 'totals_mismatch'],
    ['lines that do not add up', saying('InvoiceLine/LineExtensionAmount', '249.00'), 'lines_mismatch'],
    [
      'a tax that is not that of its base',
      together(
        saying('TaxTotal/TaxAmount', '60.00'),
        saying('TaxTotal/TaxSubtotal/TaxAmount', '60.00'),
        saying('LegalMonetaryTotal/TaxInclusiveAmount', '310.00'),
        saying('LegalMonetaryTotal/PayableAmount', '310.00'),
      ),
      'vat_mismatch',
    ],
    ['a currency that is not known', saying('DocumentCurrencyCode', '€'), 'currency_unclear'],
    ['a foreign currency', saying('DocumentCurrencyCode', 'USD'), 'currency_foreign'],
    [
      'a VAT number that is wrong',
      saying('AccountingSupplierParty/Party/PartyTaxScheme/CompanyID', 'BE0477472702'),
      'vat_number_invalid',
    ],
    [
      'a supplier that is missing',
      without(
        'AccountingSupplierParty/Party/PartyTaxScheme',
        'AccountingSupplierParty/Party/PartyName',
        'AccountingSupplierParty/Party/PartyLegalEntity',
      ),
      'counterparty_missing',
    ],
    ['an account that is wrong', saying('PaymentMeans/PayeeFinancialAccount/ID', 'BE68539007547035'), 'iban_invalid'],
    [
      'somebody else who is paid',
      having('', buildNode('PayeeParty', [buildNode('PartyName', [buildNode('Name', 'Factor NV')])])),
      'payee_differs',
    ],
    ['a pro forma', saying('InvoiceTypeCode', '325'), 'document_type_unclear'],
    ['an invoice of the buyer’s own making', saying('InvoiceTypeCode', '389'), 'self_billed'],
    ['no lines', without('InvoiceLine'), 'lines_summarised'],
  ];
  for (const [title, change, code] of POINTS)
    it(`asks to look at ${title}`, async () => {
      const found = await readChanged(change);
      expect(codes(found)).to.deep.equal([code]);
      expect(needsReview(found)).to.equal(true);
      expect(Number(found.sheet.confidence)).to.be.below(0.9);
    });

  it('asks to look at a line whose amount is missing or no number', async () => {
    for (const change of [
      without('InvoiceLine/LineExtensionAmount'),
      saying('InvoiceLine/LineExtensionAmount', '1e5'),
      saying('InvoiceLine/LineExtensionAmount', '9'.repeat(14)),
    ]) {
      const found = await readChanged(change);
      expect(codes(found)).to.deep.equal(['lines_mismatch', 'vat_mismatch']);
      expect(found.sheet.lines[0]).to.deep.include({ amount_net: null, amount_vat: null, amount_gross: null });
    }
  });

  it('takes a tax that was rounded line by line', async () => {
    const change = together(
      saying('TaxTotal/TaxAmount', '52.52'),
      saying('TaxTotal/TaxSubtotal/TaxAmount', '52.52'),
      saying('LegalMonetaryTotal/TaxInclusiveAmount', '302.52'),
      saying('LegalMonetaryTotal/PayableAmount', '302.52'),
    );
    const found = await readChanged(change);
    expect(found.warnings).to.deep.equal([]);
    expect(found.sheet.lines[0]!.amount_vat).to.equal('52.52');
  });

  it('reads a plain document that states no breakdown, no categories and few totals', async () => {
    const found = await readChanged(
      together(
        without('TaxTotal/TaxSubtotal', 'InvoiceLine/Item/ClassifiedTaxCategory', 'CustomizationID', 'ProfileID'),
        without('LegalMonetaryTotal/TaxInclusiveAmount', 'LegalMonetaryTotal/LineExtensionAmount'),
        having(
          'InvoiceLine',
          buildNode('TaxTotal', [
            buildNode('TaxSubtotal', [buildNode('TaxCategory', [buildNode('ID', 'S'), buildNode('Percent', '21')])]),
          ]),
        ),
      ),
    );
    expect(found.warnings).to.deep.equal([]);
    expect(found.sheet.totals).to.deep.include({ net: '250.00', vat: '52.50', gross: '302.50' });
    expect(found.sheet.lines[0]).to.deep.include({ vat_rate: '21.00', amount_vat: '52.50' });
  });

  it('reads numbers, taxes and categories as documents before Peppol write them', async () => {
    const supplier = 'AccountingSupplierParty/Party';
    const found = await readChanged(
      together(
        saying(`${supplier}/PartyTaxScheme/TaxScheme/ID`, 'TVA'),
        saying(`${supplier}/PartyTaxScheme/CompanyID`, '0477.472.701'),
        without(`${supplier}/PartyLegalEntity/CompanyID`, `${supplier}/EndpointID`),
        having(supplier, buildNode('PartyIdentification', [buildNode('ID', '0477472701', { schemeID: 'BE:CBE' })])),
        saying('InvoiceLine/Item/ClassifiedTaxCategory/ID', '03'),
        saying('TaxTotal/TaxSubtotal/TaxCategory/ID', '03'),
      ),
    );
    expect(found.warnings).to.deep.equal([]);
    expect(found.sheet.counterparty).to.deep.include({ vat_number: 'BE0477472701', enterprise_number: '0477472701' });
    expect(found.sheet.lines[0]).to.deep.include({ vat_category: null, vat_rate: '21.00', amount_vat: '52.50' });
  });

  it('takes the total in the currency of the document, not that of the accounts', async () => {
    const found = read(await writeTree({ ...INVOICE, taxInAccountingCurrency: { currency: 'SEK', amount: '600.00' } }));
    expect(found.warnings).to.deep.equal([]);
    expect(found.sheet.totals.vat).to.equal('52.50');
    expect(found.sheet.totals).to.not.have.property('vat_base_currency');
    const tax = { currency: 'EUR', amount: '61.76' };
    const { sheet } = read(await writeTree({ ...INVOICE, currency: 'GBP', taxInAccountingCurrency: tax }));
    expect(sheet.currency).to.equal('GBP');
    expect(sheet.totals).to.include({ vat: '52.50', vat_base_currency: '61.76' });
  });

  const REFERENCES: readonly (readonly [string, string | null, string | null])[] = [
    ['010806817183', '010806817183', null],
    ['+++010/8068/17183+++', '010806817183', null],
    ['Facture 7, ***010/8068/17183***', '010806817183', null],
    ['RF18 5390 0754 7034', 'RF18539007547034', null],
    ['+++010/8068/17184+++', null, 'structured_communication_invalid'],
    ['2026-0017', null, null],
  ];
  for (const [reference, expected, warning] of REFERENCES)
    it(`reads the communication of "${reference}"`, async () => {
      const found = await readChanged(saying('PaymentMeans/PaymentID', reference));
      expect(found.sheet.structured_communication).to.equal(expected);
      expect(codes(found)).to.deep.equal(warning === null ? [] : [warning]);
    });

  it('finds the communication in the terms of payment', async () => {
    const found = await readChanged(
      together(
        without('PaymentMeans'),
        having('', buildNode('PaymentTerms', [buildNode('Note', 'À payer avec +++010/8068/17183+++')])),
      ),
    );
    expect(found.sheet.structured_communication).to.equal('010806817183');
  });

  const LANGUAGES: readonly (readonly [string, string, string | null])[] = [
    ['Prestations pour le mois de mars, paiement à 30 jours', 'BE', 'fr'],
    ['Levering van goederen voor de maand maart, betaling binnen 30 dagen', 'BE', 'nl'],
    ['Lieferung und Leistungen, Zahlung innerhalb 30 Tage', 'BE', 'de'],
    ['Delivery of goods and services, payment within 30 days', 'BE', 'en'],
    ['Item 7', 'BE', null],
    ['Item 7', 'NL', 'nl'],
  ];
  for (const [note, country, language] of LANGUAGES)
    it(`takes "${note}" from ${country} for ${language ?? 'no language'}`, async () => {
      const seller = { ...SELLER, address: { ...SELLER.address, country } };
      const found = read(await writeTree({ ...INVOICE, seller, note, lines: [{ ...LINE, name: 'X' }] }));
      expect(found.sheet.language).to.equal(language);
    });

  it('shows a document of more lines than anybody reads by rate', async () => {
    const lines = Array.from({ length: 2001 }, (_, index) => ({ ...LINE, rate: index % 2 === 0 ? '21.00' : '6.00' }));
    const found = read(await writeTree({ ...INVOICE, lines }));
    expect(codes(found)).to.deep.equal(['lines_summarised']);
    expect(found.sheet.lines.map(({ vat_rate, amount_net }) => [vat_rate, amount_net])).to.deep.equal([
      ['21.00', '250250.00'],
      ['6.00', '250000.00'],
    ]);
  });

  it('is known by root and namespace', async () => {
    expect(detectEInvoiceFormat(await writeTree(INVOICE))).to.equal('ubl');
    expect(detectEInvoiceFormat(buildNode('Invoice', []))).to.equal(null);
    expect(readEInvoice(buildNode('Order', []), BUYER_SELF)).to.deep.equal({ refused: 'not_an_invoice' });
  });
});

describe('files inside invoices', () => {
  const attached: UblDocument = {
    ...INVOICE,
    attachments: [
      { id: 'T', fileName: 'times.csv', mimeType: 'text/csv', base64: 'YSxi' },
      { id: 'F', description: 'Facture', fileName: 'facture.pdf', mimeType: 'application/pdf', base64: 'JVBERi0=' },
    ],
  };
  const CONTENT = 'AdditionalDocumentReference/Attachment/EmbeddedDocumentBinaryObject';

  it('are given with name and kind; the first PDF is the picture', async () => {
    const files = readAttachments(await writeTree(attached));
    expect(files.map(({ name, mimeType }) => [name, mimeType])).to.deep.equal([
      ['times.csv', 'text/csv'],
      ['facture.pdf', 'application/pdf'],
    ]);
    expect(findPrimaryAttachment(files)).to.deep.equal({
      name: 'facture.pdf',
      mimeType: 'application/pdf',
      base64: 'JVBERi0=',
      description: 'Facture',
    });
    expect(findPrimaryAttachment([])).to.equal(null);
  });

  it('have names without folders, with the ending of their kind', async () => {
    const namesWith = async (name: string | null): Promise<string[]> =>
      readAttachments(applyChange(await writeTree(attached), marked(CONTENT, 'filename', name))).map(
        (file) => file.name,
      );
    expect(await namesWith('../../etc/passwd')).to.deep.equal(['passwd.csv', 'passwd.pdf']);
    expect(await namesWith('C:\\x\\a?.PDF')).to.deep.equal(['a_.PDF.csv', 'a_.PDF']);
    expect(await namesWith(null)).to.deep.equal(['T.csv', 'F.pdf']);
    expect(await namesWith('...')).to.deep.equal(['T.csv', 'F.pdf']);
  });

  it('are left out when they are no files, of no kind that is kept, or too many', async () => {
    const root = await writeTree(attached);
    expect(readAttachments(applyChange(root, saying(CONTENT, 'not base64!')))).to.deep.equal([]);
    expect(readAttachments(applyChange(root, saying(CONTENT, 'AAA')))).to.deep.equal([]);
    expect(readAttachments(applyChange(root, marked(CONTENT, 'mimeCode', 'text/html')))).to.deep.equal([]);
    expect(readAttachments(applyChange(root, marked(CONTENT, 'mimeCode', 'constructor')))).to.deep.equal([]);
    const many = { ...attached, attachments: Array.from({ length: 25 }, () => attached.attachments![0]!) };
    expect(readAttachments(await writeTree(many))).to.have.length(20);
    const large = 'A'.repeat(12 * 1024 * 1024);
    const huge = { ...attached, attachments: attached.attachments!.map((one) => ({ ...one, base64: large })) };
    expect(readAttachments(await writeTree(huge))).to.have.length(1);
  });

  it('of a PDF: the invoice is known by its name', () => {
    expect(pickInvoiceAttachment(['terms.pdf', 'Factur-X.xml'])).to.equal('Factur-X.xml');
    expect(pickInvoiceAttachment(['ZUGFeRD-invoice.xml'])).to.equal('ZUGFeRD-invoice.xml');
    expect(pickInvoiceAttachment(['a/xrechnung.xml'])).to.equal('a/xrechnung.xml');
    expect(pickInvoiceAttachment(['xrechnung.xml', 'factur-x.xml'])).to.equal('factur-x.xml');
    expect(pickInvoiceAttachment(['other.xml'])).to.equal(null);
    expect(pickInvoiceAttachment([])).to.equal(null);
  });
});
