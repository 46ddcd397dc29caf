import de from '../../../locales/de/e-invoicing-places.json' with { type: 'json' };
import en from '../../../locales/en/e-invoicing-places.json' with { type: 'json' };
import fr from '../../../locales/fr/e-invoicing-places.json' with { type: 'json' };
import nl from '../../../locales/nl/e-invoicing-places.json' with { type: 'json' };
import { combineLanguages, type Language } from '../../language.ts';

/** Names of places in documents, in each language. */
const WORDS = combineLanguages({ de, en, fr, nl });

type Word = keyof typeof WORDS;

/** Elements of both syntaxes by what they are to a reader; others are left out. */
const ELEMENTS: Readonly<Record<Exclude<Word, 'document'>, string>> = {
  line: 'InvoiceLine CreditNoteLine IncludedSupplyChainTradeLineItem',
  seller: 'AccountingSupplierParty SellerTradeParty',
  buyer: 'AccountingCustomerParty BuyerTradeParty',
  payee: 'PayeeParty PayeeTradeParty',
  representative: 'TaxRepresentativeParty SellerTaxRepresentativeTradeParty',
  delivery: 'Delivery ApplicableHeaderTradeDelivery',
  address: 'PostalAddress Address PostalTradeAddress',
  country: 'Country CountryID OriginCountry OriginTradeCountry',
  contact: 'Contact DefinedTradeContact',
  taxNumber: 'PartyTaxScheme SpecifiedTaxRegistration',
  legalNumber: 'PartyLegalEntity SpecifiedLegalOrganization',
  identifier: 'PartyIdentification GlobalID StandardItemIdentification',
  endpoint: 'EndpointID URIUniversalCommunication',
  name: 'PartyName',
  payment: 'PaymentMeans SpecifiedTradeSettlementPaymentMeans',
  account: 'PayeeFinancialAccount PayerFinancialAccount PayeePartyCreditorFinancialAccount',
  card: 'CardAccount ApplicableTradeSettlementFinancialCard',
  mandate: 'PaymentMandate DirectDebitMandateID',
  terms: 'PaymentTerms SpecifiedTradePaymentTerms',
  allowance: 'AllowanceCharge SpecifiedTradeAllowanceCharge AppliedTradeAllowanceCharge',
  tax: 'TaxTotal',
  breakdown: 'TaxSubtotal ApplicableTradeTax',
  category: 'TaxCategory ClassifiedTaxCategory CategoryTradeTax CategoryCode',
  rate: 'Percent RateApplicablePercent',
  exemption: 'TaxExemptionReason TaxExemptionReasonCode ExemptionReason ExemptionReasonCode',
  totals: 'LegalMonetaryTotal SpecifiedTradeSettlementHeaderMonetarySummation',
  item: 'Item SpecifiedTradeProduct',
  property: 'AdditionalItemProperty ApplicableProductCharacteristic',
  classification: 'CommodityClassification DesignatedProductClassification',
  price: 'Price NetPriceProductTradePrice GrossPriceProductTradePrice',
  quantity: 'InvoicedQuantity CreditedQuantity BaseQuantity BilledQuantity BasisQuantity',
  period: 'InvoicePeriod BillingSpecifiedPeriod',
  order: 'OrderReference OrderLineReference BuyerOrderReferencedDocument',
  contract: 'ContractDocumentReference ContractReferencedDocument',
  project: 'ProjectReference SpecifiedProcuringProject',
  precedingInvoice: 'BillingReference InvoiceReferencedDocument',
  supportingDocument: 'AdditionalDocumentReference AdditionalReferencedDocument',
  attachment: 'Attachment AttachmentBinaryObject',
  number: 'ID LineID IssuerAssignedID CompanyID',
  issueDate: 'IssueDate IssueDateTime',
  dueDate: 'DueDate PaymentDueDate DueDateDateTime',
  date: 'StartDate EndDate TaxPointDate ActualDeliveryDate OccurrenceDateTime StartDateTime EndDateTime',
  type: 'InvoiceTypeCode CreditNoteTypeCode',
  note: 'Note IncludedNote',
  currency: 'DocumentCurrencyCode TaxCurrencyCode InvoiceCurrencyCode',
  reference: 'BuyerReference PaymentID PaymentReference',
  specification: 'CustomizationID GuidelineSpecifiedDocumentContextParameter',
  process: 'ProfileID BusinessProcessSpecifiedDocumentContextParameter',
  amount: 'Amount BaseAmount PriceAmount ChargeAmount ActualAmount',
  taxAmount: 'TaxAmount CalculatedAmount TaxTotalAmount',
  base: 'TaxableAmount BasisAmount',
  net: 'LineExtensionAmount TaxExclusiveAmount LineTotalAmount TaxBasisTotalAmount',
  gross: 'TaxInclusiveAmount GrandTotalAmount',
  payable: 'PayableAmount DuePayableAmount',
  prepaid: 'PrepaidAmount TotalPrepaidAmount',
  pdfMetadata: 'pdf:metadata',
  pdfAttachment: 'pdf:attachment',
};

const WORD_OF: ReadonlyMap<string, Word> = new Map(
  Object.entries(ELEMENTS).flatMap(([word, names]) => names.split(' ').map((name) => [name, word as Word])),
);

const SEGMENT = /^(?:(?:cac|cbc|ram|rsm|udt|qdt):)?(?<name>[\w:]+?)(?:\[(?<number>\d+)\])?$/;

/** A path in words, such as `line 2, price` for `/Invoice/cac:InvoiceLine[2]/cac:Price`. */
export function describePlace(where: string, language: Language): string {
  const words = where.split('/').flatMap((segment) => {
    const { name, number } = SEGMENT.exec(segment)?.groups ?? {};
    const word = name === undefined ? undefined : WORD_OF.get(name);
    if (word === undefined) return [];
    return [number === undefined ? WORDS[word][language] : `${WORDS[word][language]} ${number}`];
  });
  return words.length === 0 ? WORDS.document[language] : words.join(', ');
}
