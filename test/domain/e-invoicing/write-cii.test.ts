import { expect } from 'chai';
import fc from 'fast-check';
import {
  checkEInvoice,
  detectEInvoiceFormat,
  readAttachments,
  readEInvoice,
  computeUblTotals,
  writeCii,
  writeUbl,
  type UblDocument,
} from '../../../domain/e-invoicing/index.ts';
import type { OwnIdentity, ReadDocument } from '../../../domain/document-imports/sheet.ts';
import { multiply, round } from '../../../domain/money.ts';
import { findElement, findText } from '../../../domain/xml.ts';
import { anyDocument } from '../../support/any-e-invoice.ts';
import { BUYER, DETAILED, INVOICE, buildInCategory, findAll, parseTree, type Tree } from '../../support/e-invoices.ts';

/** Order of the schema of the Cross Industry Invoice, as far as documents are written. */
const ORDER: Readonly<Record<string, string>> = {
  CrossIndustryInvoice: 'ExchangedDocumentContext ExchangedDocument SupplyChainTradeTransaction',
  ExchangedDocumentContext:
    'BusinessProcessSpecifiedDocumentContextParameter GuidelineSpecifiedDocumentContextParameter',
  ExchangedDocument: 'ID TypeCode IssueDateTime IncludedNote',
  IncludedNote: 'Content SubjectCode',
  SupplyChainTradeTransaction:
    'IncludedSupplyChainTradeLineItem ApplicableHeaderTradeAgreement ApplicableHeaderTradeDelivery ApplicableHeaderTradeSettlement',
  IncludedSupplyChainTradeLineItem:
    'AssociatedDocumentLineDocument SpecifiedTradeProduct SpecifiedLineTradeAgreement SpecifiedLineTradeDelivery SpecifiedLineTradeSettlement',
  AssociatedDocumentLineDocument: 'LineID IncludedNote',
  SpecifiedTradeProduct: 'GlobalID SellerAssignedID BuyerAssignedID Name Description',
  SpecifiedLineTradeAgreement: 'BuyerOrderReferencedDocument GrossPriceProductTradePrice NetPriceProductTradePrice',
  NetPriceProductTradePrice: 'ChargeAmount BasisQuantity',
  SpecifiedLineTradeSettlement:
    'ApplicableTradeTax BillingSpecifiedPeriod SpecifiedTradeAllowanceCharge SpecifiedTradeSettlementLineMonetarySummation',
  ApplicableTradeTax:
    'CalculatedAmount TypeCode ExemptionReason BasisAmount CategoryCode ExemptionReasonCode TaxPointDate DueDateTypeCode RateApplicablePercent',
  CategoryTradeTax: 'TypeCode CategoryCode RateApplicablePercent',
  SpecifiedTradeAllowanceCharge:
    'ChargeIndicator CalculationPercent BasisAmount ActualAmount ReasonCode Reason CategoryTradeTax',
  ApplicableHeaderTradeAgreement:
    'BuyerReference SellerTradeParty BuyerTradeParty SellerTaxRepresentativeTradeParty SellerOrderReferencedDocument BuyerOrderReferencedDocument ContractReferencedDocument AdditionalReferencedDocument SpecifiedProcuringProject',
  SellerTradeParty:
    'ID GlobalID Name Description SpecifiedLegalOrganization DefinedTradeContact PostalTradeAddress URIUniversalCommunication SpecifiedTaxRegistration',
  BuyerTradeParty:
    'ID GlobalID Name Description SpecifiedLegalOrganization DefinedTradeContact PostalTradeAddress URIUniversalCommunication SpecifiedTaxRegistration',
  ShipToTradeParty: 'ID GlobalID Name PostalTradeAddress',
  SpecifiedLegalOrganization: 'ID TradingBusinessName',
  DefinedTradeContact: 'PersonName DepartmentName TelephoneUniversalCommunication EmailURIUniversalCommunication',
  PostalTradeAddress: 'PostcodeCode LineOne LineTwo LineThree CityName CountryID CountrySubDivisionName',
  AdditionalReferencedDocument: 'IssuerAssignedID URIID LineID TypeCode Name AttachmentBinaryObject ReferenceTypeCode',
  InvoiceReferencedDocument: 'IssuerAssignedID FormattedIssueDateTime',
  ApplicableHeaderTradeDelivery:
    'ShipToTradeParty ActualDeliverySupplyChainEvent DespatchAdviceReferencedDocument ReceivingAdviceReferencedDocument',
  ApplicableHeaderTradeSettlement:
    'CreditorReferenceID PaymentReference TaxCurrencyCode InvoiceCurrencyCode PayeeTradeParty SpecifiedTradeSettlementPaymentMeans ApplicableTradeTax BillingSpecifiedPeriod SpecifiedTradeAllowanceCharge SpecifiedTradePaymentTerms SpecifiedTradeSettlementHeaderMonetarySummation InvoiceReferencedDocument ReceivableSpecifiedTradeAccountingAccount',
  SpecifiedTradeSettlementPaymentMeans:
    'TypeCode Information ApplicableTradeSettlementFinancialCard PayerPartyDebtorFinancialAccount PayeePartyCreditorFinancialAccount PayeeSpecifiedCreditorFinancialInstitution',
  PayeePartyCreditorFinancialAccount: 'IBANID AccountName ProprietaryID',
  BillingSpecifiedPeriod: 'StartDateTime EndDateTime',
  SpecifiedTradePaymentTerms: 'Description DueDateDateTime DirectDebitMandateID',
  SpecifiedTradeSettlementHeaderMonetarySummation:
    'LineTotalAmount ChargeTotalAmount AllowanceTotalAmount TaxBasisTotalAmount TaxTotalAmount RoundingAmount GrandTotalAmount TotalPrepaidAmount DuePayableAmount',
};

/** Elements that may occur several times. */
const REPEATED = new Set(
  'IncludedSupplyChainTradeLineItem IncludedNote ApplicableTradeTax SpecifiedTradeAllowanceCharge AdditionalReferencedDocument TaxTotalAmount InvoiceReferencedDocument SpecifiedTaxRegistration SpecifiedTradeSettlementPaymentMeans'.split(
    ' ',
  ),
);

function expectInOrder({ name, children, text }: Tree): void {
  const names = children.map((child) => child.name);
  const order = ORDER[name]?.split(' ') ?? names.slice(0, 1);
  const places = names.map((child) => order.indexOf(child));
  expect(places, `${name}: ${names.join(' ')}`).to.deep.equal(places.toSorted((one, other) => one - other));
  expect(places, `${name}: ${names.join(' ')}`).to.not.include(-1);
  const twice = names.filter((child, index) => names.indexOf(child) !== index && !REPEATED.has(child));
  expect(twice, name).to.deep.equal([]);
  if (children.length === 0 && name !== 'ApplicableHeaderTradeDelivery') expect(text, name).to.not.equal('');
  for (const child of children) expectInOrder(child);
}

const OWN: OwnIdentity = {
  name: BUYER.name,
  vatNumber: BUYER.vatNumber,
  enterpriseNumber: '0202239951',
  ibans: [],
  country: 'BE',
};

const read = (root: Tree): ReadDocument => {
  const found = readEInvoice(root, OWN);
  if ('refused' in found) throw new Error('refused');
  return found;
};

/** A credit note in UBL has no place for its due date without means of payment. */
const withDueDate = ({ sheet, warnings }: ReadDocument, { type, dueDate, issueDate }: UblDocument): ReadDocument =>
  type === 'invoice' ? { sheet, warnings } : { sheet: { ...sheet, due_date: dueDate ?? issueDate }, warnings };

async function expectSameAsUbl(one: UblDocument): Promise<ReadDocument> {
  const root = await parseTree(writeCii(one));
  expect(detectEInvoiceFormat(root)).to.equal('cii');
  expectInOrder(root);
  const ubl = await parseTree(writeUbl(one));
  expect(read(root)).to.deep.equal(withDueDate(read(ubl), one));
  return read(root);
}

describe('writing CII', () => {
  for (const type of ['invoice', 'credit_note'] as const)
    it(`writes an ${type} in the order of the schema, and it is read like its UBL`, async () => {
      const document = { ...DETAILED, type };
      await expectSameAsUbl(document);
      const root = await parseTree(writeCii(document));
      expect(findText(root, 'ExchangedDocument/TypeCode')).to.equal(type === 'invoice' ? '380' : '381');
      expect(findText(root, 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID')).to.equal(
        'urn:cen.eu:en16931:2017',
      );
      expect(readAttachments(root).map(({ name }) => name)).to.deep.equal(['f.pdf']);
      const settlement = 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement';
      const [preceding] = findAll(root, `${settlement}/InvoiceReferencedDocument`);
      expect(findText(preceding, 'IssuerAssignedID')).to.equal('2026-0003');
      expect(findText(preceding, 'FormattedIssueDateTime/DateTimeString')).to.equal('20260104');
      const taxes = findAll(root, `${settlement}/SpecifiedTradeSettlementHeaderMonetarySummation/TaxTotalAmount`);
      expect(taxes.map(({ text, attributes }) => [text, attributes['currencyID']])).to.deep.equal([
        ['39.60', 'EUR'],
        ['50.00', 'USD'],
      ]);
    });

  it('says why no tax is due in every category', async () => {
    const cases = [
      ['Z', '0.00', null],
      ['E', '0.00', null],
      ['AE', '0.00', 'VATEX-EU-AE'],
      ['K', '0.00', 'VATEX-EU-IC'],
      ['G', '0.00', 'VATEX-EU-G'],
      ['O', null, 'VATEX-EU-O'],
    ] as const;
    for (const [category, rate, code] of cases) {
      const document = buildInCategory(category, rate);
      // The rules exist for UBL: what they say about it holds for the same document in the other syntax.
      expect(checkEInvoice(await parseTree(writeUbl(document)))).to.deep.equal([]);
      await expectSameAsUbl(document);
      const [tax] = findAll(
        await parseTree(writeCii(document)),
        'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/ApplicableTradeTax',
      );
      expect(findText(tax, 'ExemptionReasonCode'), category).to.equal(code);
      expect(findText(tax, 'ExemptionReason') === null, category).to.equal(category === 'Z');
      expect(findText(tax, 'RateApplicablePercent'), category).to.equal(rate);
    }
  });

  it('reaches a party without an electronic address, as the network would not', async () => {
    const root = await parseTree(writeCii({ ...INVOICE, buyer: { ...BUYER, endpoint: null } }));
    expectInOrder(root);
    const buyer = findElement(root, 'SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerTradeParty');
    expect(findElement(buyer, 'URIUniversalCommunication')).to.equal(undefined);
    expect(read(root).sheet.direction).to.equal('purchase');
  });

  it('writes documents that are read back like their UBL, with the same amounts', async () => {
    await fc.assert(
      fc.asyncProperty(anyDocument, async (one) => {
        const { sheet } = await expectSameAsUbl(one);
        const totals = computeUblTotals(one);
        const sign = totals.taxInclusive.startsWith('-') ? '-1' : '1';
        expect(sheet.totals.net).to.equal(round(multiply(totals.taxExclusive, sign)));
        expect(sheet.totals.vat).to.equal(round(multiply(totals.tax, sign)));
        expect(sheet.totals.gross).to.equal(round(multiply(totals.taxInclusive, sign)));
      }),
      { numRuns: 50 },
    );
  });
});
