import { expect } from 'chai';
import fc from 'fast-check';
import {
  checkEInvoice,
  readEInvoice,
  computeUblTotals,
  writeUbl,
  type UblDocument,
  type UblLine,
} from '../../../domain/e-invoicing/index.ts';
import type { OwnIdentity } from '../../../domain/document-imports/sheet.ts';
import { multiply, round, sum } from '../../../domain/money.ts';
import { findElement, findText, listElements } from '../../../domain/xml.ts';
import { anyDocument } from '../../support/any-e-invoice.ts';
import { BUYER, DETAILED, INVOICE, LINE, SELLER, parseTree, writeTree, type Tree } from '../../support/e-invoices.ts';

/** Order of the schema of UBL 2.1, as far as documents are written. */
const ORDER: Readonly<Record<string, string>> = {
  Invoice:
    'CustomizationID ProfileID ID IssueDate DueDate InvoiceTypeCode Note TaxPointDate DocumentCurrencyCode TaxCurrencyCode AccountingCost BuyerReference InvoicePeriod OrderReference BillingReference DespatchDocumentReference ReceiptDocumentReference OriginatorDocumentReference ContractDocumentReference AdditionalDocumentReference ProjectReference AccountingSupplierParty AccountingCustomerParty PayeeParty TaxRepresentativeParty Delivery PaymentMeans PaymentTerms AllowanceCharge TaxTotal LegalMonetaryTotal InvoiceLine',
  CreditNote:
    'CustomizationID ProfileID ID IssueDate TaxPointDate CreditNoteTypeCode Note DocumentCurrencyCode TaxCurrencyCode AccountingCost BuyerReference InvoicePeriod OrderReference BillingReference DespatchDocumentReference ReceiptDocumentReference ContractDocumentReference AdditionalDocumentReference OriginatorDocumentReference AccountingSupplierParty AccountingCustomerParty PayeeParty TaxRepresentativeParty Delivery PaymentMeans PaymentTerms AllowanceCharge TaxTotal LegalMonetaryTotal CreditNoteLine',
  InvoicePeriod: 'StartDate EndDate DescriptionCode',
  InvoiceDocumentReference: 'ID IssueDate',
  AdditionalDocumentReference: 'ID DocumentTypeCode DocumentDescription Attachment',
  Party: 'EndpointID PartyIdentification PartyName PostalAddress PartyTaxScheme PartyLegalEntity Contact',
  PostalAddress: 'StreetName AdditionalStreetName CityName PostalZone CountrySubentity AddressLine Country',
  PartyTaxScheme: 'CompanyID TaxScheme',
  PartyLegalEntity: 'RegistrationName CompanyID CompanyLegalForm',
  Contact: 'Name Telephone ElectronicMail',
  Delivery: 'ActualDeliveryDate DeliveryLocation DeliveryParty',
  PaymentMeans: 'PaymentMeansCode PaymentDueDate PaymentID CardAccount PayeeFinancialAccount PaymentMandate',
  PayeeFinancialAccount: 'ID Name FinancialInstitutionBranch',
  PaymentMandate: 'ID PayerFinancialAccount',
  AllowanceCharge:
    'ChargeIndicator AllowanceChargeReasonCode AllowanceChargeReason MultiplierFactorNumeric Amount BaseAmount TaxCategory',
  TaxTotal: 'TaxAmount TaxSubtotal',
  TaxSubtotal: 'TaxableAmount TaxAmount TaxCategory',
  TaxCategory: 'ID Percent TaxExemptionReasonCode TaxExemptionReason TaxScheme',
  ClassifiedTaxCategory: 'ID Percent TaxScheme',
  LegalMonetaryTotal:
    'LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount AllowanceTotalAmount ChargeTotalAmount PrepaidAmount PayableRoundingAmount PayableAmount',
  InvoiceLine:
    'ID Note InvoicedQuantity LineExtensionAmount AccountingCost InvoicePeriod OrderLineReference DocumentReference AllowanceCharge Item Price',
  CreditNoteLine:
    'ID Note CreditedQuantity LineExtensionAmount AccountingCost InvoicePeriod OrderLineReference DocumentReference AllowanceCharge Item Price',
  Item: 'Description Name BuyersItemIdentification SellersItemIdentification StandardItemIdentification OriginCountry CommodityClassification ClassifiedTaxCategory AdditionalItemProperty',
  Price: 'PriceAmount BaseQuantity AllowanceCharge',
};

const AGGREGATES = 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2';
const BASICS = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';

function expectInOrder({ name, children, namespace }: Tree, isRoot = true): void {
  if (!isRoot) expect(namespace, name).to.equal(children.length > 0 ? AGGREGATES : BASICS);
  const names = children.map((child) => child.name);
  if (names.length > 1) {
    const order = ORDER[name]?.split(' ') ?? [];
    const places = names.map((child) => order.indexOf(child));
    expect(places, `${name}: ${names.join(' ')}`).to.deep.equal(places.toSorted((one, other) => one - other));
    expect(places, name).to.not.include(-1);
  }
  for (const child of children) expectInOrder(child, false);
}

const OWN: OwnIdentity = {
  name: BUYER.name,
  vatNumber: BUYER.vatNumber,
  enterpriseNumber: '0202239951',
  ibans: [],
  country: 'BE',
};

describe('writing UBL', () => {
  it('writes an advance as 386, and each invoice that it follows', async () => {
    const precedingInvoices = [
      { number: 'A-1', issueDate: '2026-01-04' },
      { number: 'A-2', issueDate: null },
    ];
    const root = await writeTree({ ...DETAILED, typeCode: '386', precedingInvoices });
    expect(checkEInvoice(root)).to.deep.equal([]);
    expect(findText(root, 'InvoiceTypeCode')).to.equal('386');
    expect(
      listElements(root, 'BillingReference/InvoiceDocumentReference').map((one) => [
        findText(one, 'ID'),
        findText(one, 'IssueDate'),
      ]),
    ).to.deep.equal([
      ['A-1', '2026-01-04'],
      ['A-2', null],
    ]);
  });

  for (const type of ['invoice', 'credit_note'] as const)
    it(`writes an ${type} in the order of the schema, which the rules take`, async () => {
      const root = await writeTree({ ...DETAILED, type });
      expectInOrder(root);
      expect(checkEInvoice(root)).to.deep.equal([]);
    });

  it('computes totals by the rules', () => {
    const totals = computeUblTotals(DETAILED);
    expect(totals.lines.map(({ net }) => net)).to.deep.equal(['126.00', '250.00']);
    expect(totals).to.deep.include({
      lineTotal: '376.00',
      allowanceTotal: '10.00',
      chargeTotal: '4.00',
      taxExclusive: '370.00',
      tax: '39.60',
      taxInclusive: '409.60',
      payable: '389.59',
      breakdown: [
        { category: 'S', rate: '21.00', base: '116.00', tax: '24.36' },
        { category: 'S', rate: '6.00', base: '254.00', tax: '15.24' },
      ],
    });
  });

  it('puts the tax of a rate on the sum of its lines, not line by line', () => {
    const lines = Array.from({ length: 3 }, () => ({ ...LINE, quantity: '1', unitPrice: '0.33' }));
    expect(computeUblTotals({ ...INVOICE, lines }).tax).to.equal('0.21');
  });

  it('writes the structured communication as people write it', async () => {
    expect(findText(await writeTree(INVOICE), 'PaymentMeans/PaymentID')).to.equal('+++010/8068/17183+++');
    const other = { ...INVOICE, payment: { ...INVOICE.payment!, reference: 'RF18539007547034' } };
    expect(findText(await writeTree(other), 'PaymentMeans/PaymentID')).to.equal('RF18539007547034');
  });

  it('leaves means of payment open that lack what they need', async () => {
    const means = async (payment: Partial<NonNullable<UblDocument['payment']>>): Promise<string | null> =>
      findText(
        await writeTree({ ...INVOICE, payment: { ...INVOICE.payment!, ...payment } }),
        'PaymentMeans/PaymentMeansCode',
      );
    expect(await means({})).to.equal('30');
    expect(await means({ iban: null })).to.equal('1');
    expect(await means({ means: '59' })).to.equal('1');
    expect(await means({ means: '59', mandate: { id: 'M', payerIban: null } })).to.equal('59');
    expect(findText(await writeTree({ ...INVOICE, payment: null }), 'PaymentMeans/PaymentMeansCode')).to.equal(null);
  });

  it('writes a negative price as a negative quantity', async () => {
    const root = await writeTree({ ...INVOICE, lines: [LINE, { ...LINE, quantity: '1', unitPrice: '-12.50' }] });
    const [, back] = root.children.filter(({ name }) => name === 'InvoiceLine');
    expect(findText(back, 'InvoicedQuantity')).to.equal('-1');
    expect(findText(back, 'Price/PriceAmount')).to.equal('12.50');
    expect(findText(back, 'LineExtensionAmount')).to.equal('-12.50');
    expect(checkEInvoice(root)).to.deep.equal([]);
  });

  it('writes a line whose amount was fixed elsewhere as one piece', async () => {
    const root = await writeTree({
      ...INVOICE,
      lines: [
        { ...LINE, net: '249.00' },
        { ...LINE, net: '-3.00' },
        { ...LINE, net: '250.01' },
      ],
    });
    const lines = root.children.filter(({ name }) => name === 'InvoiceLine');
    expect(
      lines.map((line) => [findText(line, 'InvoicedQuantity'), findText(line, 'Price/PriceAmount')]),
    ).to.deep.equal([
      ['1', '249.00'],
      ['-1', '3.00'],
      ['4', '62.50'],
    ]);
    expect(checkEInvoice(root)).to.deep.equal([]);
  });

  it('names no VAT number outside the tax, and writes it as exempt among other lines', async () => {
    const outside: UblLine = { ...LINE, name: 'Taxe communale', category: 'O', rate: null };
    const alone = await writeTree({ ...INVOICE, lines: [outside] });
    expect(checkEInvoice(alone)).to.deep.equal([]);
    expect(findElement(alone, 'AccountingSupplierParty/Party/PartyTaxScheme')).to.equal(undefined);
    const mixed = await writeTree({ ...INVOICE, lines: [LINE, outside], exemptionReasons: { O: 'Débours' } });
    expect(checkEInvoice(mixed)).to.deep.equal([]);
    const categories = mixed.children.find(({ name }) => name === 'TaxTotal')!.children.slice(1);
    expect(categories.map((one) => findText(one, 'TaxCategory/ID'))).to.deep.equal(['S', 'E']);
    expect(findText(categories[1], 'TaxCategory/TaxExemptionReason')).to.equal('Débours');
  });

  it('says why no tax is due, in the language of the document', async () => {
    const reason = async (more: Partial<UblDocument>): Promise<string | null> =>
      findText(
        await writeTree({ ...INVOICE, lines: [{ ...LINE, category: 'AE', rate: '0.00' }], ...more }),
        'TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReason',
      );
    expect(await reason({ language: 'nl' })).to.equal('Btw verlegd');
    expect(await reason({})).to.equal('Reverse charge');
    expect(await reason({ exemptionReasons: { AE: 'Cocontractant' } })).to.equal('Cocontractant');
  });

  it('leaves nothing empty and nothing out that must be there', async () => {
    const root = await writeTree({
      ...INVOICE,
      note: ' \u0001 ',
      buyerReference: '',
      lines: [{ ...LINE, name: '  ', description: '\u0000' }],
      seller: { ...SELLER, tradingName: '', contact: { name: null, phone: ' ', email: null } },
    });
    expect(checkEInvoice(root)).to.deep.equal([]);
    expect(findText(root, 'BuyerReference')).to.equal(INVOICE.number);
  });

  it('writes documents that break no rule and are read back with the same amounts', async () => {
    await fc.assert(
      fc.asyncProperty(anyDocument, async (one) => {
        const root = await parseTree(writeUbl(one));
        expect(checkEInvoice(root).map(({ id, where }) => `${id} ${where}`)).to.deep.equal([]);
        expectInOrder(root);
        const totals = computeUblTotals(one);
        const read = readEInvoice(root, OWN);
        if ('refused' in read) throw new Error('refused');
        const { sheet, warnings } = read;
        const codes = warnings.map(({ code }) => code);
        for (const code of ['totals_missing', 'totals_mismatch', 'lines_mismatch', 'vat_mismatch'])
          expect(codes).to.not.include(code);
        const sign = totals.taxInclusive.startsWith('-') ? '-1' : '1';
        const same = (stated: string | null, computed: string): void => {
          expect(stated).to.equal(round(multiply(computed, sign)));
        };
        same(sheet.totals.net, totals.taxExclusive);
        same(sheet.totals.vat, totals.tax);
        same(sheet.totals.gross, totals.taxInclusive);
        expect(sheet.document_type).to.equal(one.type === 'credit_note' || sign === '-1' ? 'credit_note' : 'invoice');
        expect(sum(sheet.lines.map((each) => each.amount_net!))).to.equal(sheet.totals.net);
        expect(sum(sheet.lines.map((each) => each.amount_vat!))).to.equal(sheet.totals.vat);
        expect(sum(sheet.lines.map((each) => each.amount_gross!))).to.equal(sheet.totals.gross);
        for (const each of sheet.lines)
          if (each.quantity !== null)
            expect(round(multiply(each.quantity, each.unit_price!))).to.equal(each.amount_net);
      }),
      { numRuns: 50 },
    );
  });
});
