import type { CheckedDocument, Located } from './checked-document.ts';
import { isAllowance, isCharge, isVat } from './conditions.ts';

/** Places to which rules apply: names for elements of the document. */
const listLines = ({ findAt, isInvoice }: CheckedDocument, below = ''): readonly Located[] =>
  findAt(`${isInvoice ? 'InvoiceLine' : 'CreditNoteLine'}${below}`);

const filterCharges = (located: readonly Located[]): readonly Located[] =>
  located.filter(({ element }) => isCharge(element));
const filterAllowances = (located: readonly Located[]): readonly Located[] =>
  located.filter(({ element }) => isAllowance(element));

const isDetailed = ({ element }: Located): boolean => element.children.some(({ name }) => name === 'TaxSubtotal');

export const PLACES = {
  document: ({ root }) => [root],
  seller: ({ findAt }) => findAt('AccountingSupplierParty/Party'),
  supplier: ({ findAt }) => findAt('AccountingSupplierParty'),
  sellerAddress: ({ findAt }) => findAt('AccountingSupplierParty/Party/PostalAddress'),
  sellerContact: ({ findAt }) => findAt('AccountingSupplierParty/Party/Contact'),
  sellerEndpoint: ({ findAt }) => findAt('AccountingSupplierParty/Party/EndpointID'),
  buyer: ({ findAt }) => findAt('AccountingCustomerParty/Party'),
  buyerAddress: ({ findAt }) => findAt('AccountingCustomerParty/Party/PostalAddress'),
  buyerEndpoint: ({ findAt }) => findAt('AccountingCustomerParty/Party/EndpointID'),
  payee: ({ findAt }) => findAt('PayeeParty'),
  representative: ({ findAt }) => findAt('TaxRepresentativeParty'),
  representativeAddress: ({ findAt }) => findAt('TaxRepresentativeParty/PostalAddress'),
  deliveryAddress: ({ findAt }) => findAt('Delivery/DeliveryLocation/Address'),
  deliveryLocationId: ({ findAt }) => findAt('Delivery/DeliveryLocation/ID'),
  period: ({ findAt }) => findAt('InvoicePeriod'),
  precedingInvoice: ({ findAt }) => findAt('//BillingReference'),
  supportingDocument: ({ findAt }) => findAt('//AdditionalDocumentReference'),
  note: ({ findAt }) => findAt('Note'),
  payment: ({ findAt }) => findAt('PaymentMeans'),
  paymentCode: ({ findAt }) => findAt('//PaymentMeans/PaymentMeansCode'),
  payeeAccount: ({ findAt }) => findAt('PaymentMeans/PayeeFinancialAccount'),
  cardNumber: ({ findAt }) => findAt('PaymentMeans/CardAccount/PrimaryAccountNumberID'),
  totals: ({ findAt }) => findAt('LegalMonetaryTotal'),
  /** The document, if it has no totals. */
  totalsOrDocument: ({ findAt, root }) => [findAt('LegalMonetaryTotal')[0] ?? root],
  payable: ({ findAt }) => findAt('LegalMonetaryTotal/PayableAmount'),
  taxTotal: ({ findAt }) => findAt('TaxTotal'),
  /** In the document currency, and in the seller's accounting currency. */
  detailedTaxTotal: ({ findAt }) => findAt('TaxTotal').filter(isDetailed),
  plainTaxTotal: ({ findAt }) => findAt('TaxTotal').filter((total) => !isDetailed(total)),
  subtotal: ({ findAt }) => findAt('TaxTotal/TaxSubtotal'),
  documentAllowance: ({ findAt }) => filterAllowances(findAt('AllowanceCharge')),
  documentCharge: ({ findAt }) => filterCharges(findAt('AllowanceCharge')),
  line: (document) => listLines(document),
  linePeriod: (document) => listLines(document, '/InvoicePeriod'),
  lineAllowance: (document) => filterAllowances(listLines(document, '/AllowanceCharge')),
  lineCharge: (document) => filterCharges(listLines(document, '/AllowanceCharge')),
  price: (document) => listLines(document, '/Price'),
  priceAllowance: (document) => listLines(document, '/Price/AllowanceCharge'),
  lineCategory: (document) => listLines(document, '/Item/ClassifiedTaxCategory'),
  itemProperty: (document) => listLines(document, '/Item/AdditionalItemProperty'),
  standardItemId: (document) => listLines(document, '/Item/StandardItemIdentification/ID'),
  itemClassification: (document) => listLines(document, '/Item/CommodityClassification/ItemClassificationCode'),
  orderLine: (document) => listLines(document, '/OrderLineReference/LineID'),
  /** On the document and on its lines, not on prices. */
  allowanceOrCharge: (document) => [...document.findAt('AllowanceCharge'), ...listLines(document, '/AllowanceCharge')],
  anyAllowance: ({ findAt }) => findAt('//AllowanceCharge'),
  externalReference: ({ findAt }) => findAt('AdditionalDocumentReference/Attachment/ExternalReference'),
  vatIdentifier: ({ findAt }) => findAt('//PartyTaxScheme').filter(({ element }) => isVat(element)),
  typeCode: ({ findAt }) => [...findAt('InvoiceTypeCode'), ...findAt('CreditNoteTypeCode')],
  currency: ({ findAt }) => findAt('DocumentCurrencyCode'),
  taxCurrency: ({ findAt }) => findAt('TaxCurrencyCode'),
  amount: (document) => AMOUNTS.flatMap((name) => document.findAt(`//${name}`)),
  taxPointCode: ({ findAt }) => findAt('//InvoicePeriod/DescriptionCode'),
  objectId: ({ findAt }) => [...findAt('//AdditionalDocumentReference/ID'), ...findAt('//DocumentReference/ID')],
  partyId: ({ findAt }) => findAt('//PartyIdentification/ID'),
  legalId: ({ findAt }) => findAt('//PartyLegalEntity/CompanyID'),
  endpoint: ({ findAt }) => findAt('//EndpointID'),
  identifier: ({ findAt }) => [
    ...findAt('//EndpointID'),
    ...findAt('//PartyIdentification/ID'),
    ...findAt('//CompanyID'),
  ],
  country: ({ findAt }) => findAt('//Country/IdentificationCode'),
  originCountry: ({ findAt }) => findAt('//OriginCountry/IdentificationCode'),
  taxCategory: ({ findAt }) => findAt('//TaxCategory'),
  taxCategoryCode: ({ findAt }) => findAt('//TaxCategory/ID'),
  lineCategoryCode: ({ findAt }) => findAt('//ClassifiedTaxCategory/ID'),
  reasonCode: ({ findAt }) => findAt('//AllowanceCharge/AllowanceChargeReasonCode'),
  exemptionCode: ({ findAt }) => findAt('//TaxExemptionReasonCode'),
  quantity: ({ findAt }) => [
    ...findAt('//InvoicedQuantity'),
    ...findAt('//CreditedQuantity'),
    ...findAt('//BaseQuantity'),
  ],
  embeddedFile: ({ findAt }) => findAt('//EmbeddedDocumentBinaryObject'),
  number: ({ findAt }) => findAt('ID'),
  precedingNumber: ({ findAt }) => findAt('//BillingReference/InvoiceDocumentReference/ID'),
  precedingType: ({ findAt }) => findAt('//BillingReference/InvoiceDocumentReference/DocumentTypeCode'),
  attachmentKind: ({ findAt }) => findAt('AdditionalDocumentReference/DocumentDescription'),
  date: ({ findAt }) => DATES.flatMap((name) => findAt(`//${name}`)),
  empty: ({ indexByName }) =>
    [...indexByName().values()].flatMap((located) =>
      located.filter(({ element }) => element.children.length === 0 && element.text === ''),
    ),
} satisfies Readonly<Record<string, (document: CheckedDocument) => readonly Located[]>>;

export type Place = keyof typeof PLACES;

const AMOUNTS =
  'Amount BaseAmount PriceAmount TaxAmount TaxableAmount LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount AllowanceTotalAmount ChargeTotalAmount PrepaidAmount PayableRoundingAmount PayableAmount'.split(
    ' ',
  );

const DATES = 'IssueDate DueDate TaxPointDate StartDate EndDate ActualDeliveryDate'.split(' ');
