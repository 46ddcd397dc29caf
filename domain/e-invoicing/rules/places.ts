import type { CheckedDocument, Located } from './checked-document.ts';
import { isCharge } from './conditions.ts';

/** Where rules are held: names for elements of the document. */
const lines = ({ at, isInvoice }: CheckedDocument, below = ''): readonly Located[] =>
  at(`${isInvoice ? 'InvoiceLine' : 'CreditNoteLine'}${below}`);

const charges = (located: readonly Located[]): readonly Located[] => located.filter(({ element }) => isCharge(element));
const allowances = (located: readonly Located[]): readonly Located[] =>
  located.filter(({ element }) => !isCharge(element));

const isDetailed = ({ element }: Located): boolean => element.children.some(({ name }) => name === 'TaxSubtotal');

export const PLACES = {
  document: ({ root }) => [root],
  seller: ({ at }) => at('AccountingSupplierParty/Party'),
  sellerAddress: ({ at }) => at('AccountingSupplierParty/Party/PostalAddress'),
  sellerEndpoint: ({ at }) => at('AccountingSupplierParty/Party/EndpointID'),
  buyer: ({ at }) => at('AccountingCustomerParty/Party'),
  buyerAddress: ({ at }) => at('AccountingCustomerParty/Party/PostalAddress'),
  buyerEndpoint: ({ at }) => at('AccountingCustomerParty/Party/EndpointID'),
  payee: ({ at }) => at('PayeeParty'),
  representative: ({ at }) => at('TaxRepresentativeParty'),
  representativeAddress: ({ at }) => at('TaxRepresentativeParty/PostalAddress'),
  deliveryAddress: ({ at }) => at('Delivery/DeliveryLocation/Address'),
  deliveryLocationId: ({ at }) => at('Delivery/DeliveryLocation/ID'),
  period: ({ at }) => at('InvoicePeriod'),
  precedingInvoice: ({ at }) => at('BillingReference'),
  supportingDocument: ({ at }) => at('AdditionalDocumentReference'),
  payment: ({ at }) => at('PaymentMeans'),
  card: ({ at }) => at('PaymentMeans/CardAccount'),
  totals: ({ at }) => at('LegalMonetaryTotal'),
  payable: ({ at }) => at('LegalMonetaryTotal/PayableAmount'),
  taxTotal: ({ at }) => at('TaxTotal'),
  /** In the currency of the document, and in that of the seller's accounts. */
  detailedTaxTotal: ({ at }) => at('TaxTotal').filter(isDetailed),
  plainTaxTotal: ({ at }) => at('TaxTotal').filter((total) => !isDetailed(total)),
  subtotal: ({ at }) => at('TaxTotal/TaxSubtotal'),
  documentAllowance: ({ at }) => allowances(at('AllowanceCharge')),
  documentCharge: ({ at }) => charges(at('AllowanceCharge')),
  line: (document) => lines(document),
  linePeriod: (document) => lines(document, '/InvoicePeriod'),
  lineAllowance: (document) => allowances(lines(document, '/AllowanceCharge')),
  lineCharge: (document) => charges(lines(document, '/AllowanceCharge')),
  price: (document) => lines(document, '/Price'),
  priceAllowance: (document) => lines(document, '/Price/AllowanceCharge'),
  lineCategory: (document) => lines(document, '/Item/ClassifiedTaxCategory'),
  itemProperty: (document) => lines(document, '/Item/AdditionalItemProperty'),
  standardItemId: (document) => lines(document, '/Item/StandardItemIdentification/ID'),
  itemClassification: (document) => lines(document, '/Item/CommodityClassification/ItemClassificationCode'),
  orderLine: (document) => lines(document, '/OrderLineReference/LineID'),
  /** Of the document and of its lines, not of prices. */
  allowanceOrCharge: (document) => [...document.at('AllowanceCharge'), ...lines(document, '/AllowanceCharge')],
  vatIdentifier: ({ at }) => at('//PartyTaxScheme').filter(({ element }) => isVatScheme(element)),
  typeCode: ({ at }) => [...at('InvoiceTypeCode'), ...at('CreditNoteTypeCode')],
  currency: ({ at }) => at('DocumentCurrencyCode'),
  taxCurrency: ({ at }) => at('TaxCurrencyCode'),
  amount: (document) => AMOUNTS.flatMap((name) => document.at(`//${name}`)),
  taxPointCode: ({ at }) => at('//InvoicePeriod/DescriptionCode'),
  objectId: ({ at }) => [...at('AdditionalDocumentReference'), ...at('//DocumentReference')],
  partyId: ({ at }) => at('//PartyIdentification/ID'),
  legalId: ({ at }) => at('//PartyLegalEntity/CompanyID'),
  endpoint: ({ at }) => at('//EndpointID'),
  identifier: ({ at }) => [...at('//EndpointID'), ...at('//PartyIdentification/ID'), ...at('//CompanyID')],
  country: ({ at }) => at('//Country/IdentificationCode'),
  originCountry: ({ at }) => at('//OriginCountry/IdentificationCode'),
  taxCategory: ({ at }) => at('//TaxCategory'),
  reasonCode: ({ at }) => at('//AllowanceCharge/AllowanceChargeReasonCode'),
  exemptionCode: ({ at }) => at('//TaxExemptionReasonCode'),
  quantity: ({ at }) => [...at('//InvoicedQuantity'), ...at('//CreditedQuantity'), ...at('//BaseQuantity')],
  embeddedFile: ({ at }) => at('//EmbeddedDocumentBinaryObject'),
  date: ({ at }) => DATES.flatMap((name) => at(`//${name}`)),
  empty: ({ byName }) =>
    [...byName().values()].flatMap((located) =>
      located.filter(({ element }) => element.children.length === 0 && element.text === ''),
    ),
} satisfies Readonly<Record<string, (document: CheckedDocument) => readonly Located[]>>;

export type Place = keyof typeof PLACES;

const isVatScheme = (scheme: Located['element']): boolean =>
  scheme.children.some(
    ({ name, children }) => name === 'TaxScheme' && children.some(({ name, text }) => name === 'ID' && text === 'VAT'),
  );

const AMOUNTS =
  'Amount BaseAmount PriceAmount TaxAmount TaxableAmount LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount AllowanceTotalAmount ChargeTotalAmount PrepaidAmount PayableRoundingAmount PayableAmount'.split(
    ' ',
  );

const DATES = 'IssueDate DueDate TaxPointDate StartDate EndDate ActualDeliveryDate'.split(' ');
