import { isZero, round } from '../../money.ts';
import { element, writeXml, type XmlNode } from '../../xml.ts';
import {
  EN16931_CUSTOMIZATION,
  PEPPOL_CUSTOMIZATION,
  PEPPOL_PROFILE,
  SELF_BILLING_CUSTOMIZATION,
  SELF_BILLING_PROFILE,
} from '../peppol.ts';
import { isSelfBilled } from '../read/document-types.ts';
import {
  chooseMeansCode,
  findExemption,
  findTaxInOtherCurrency,
  formatPaymentReference,
  getBuyerReference,
  getDelivery,
  getDueDate,
  getTypeCode,
  listNotes,
  TAX_POINT_CODES,
} from './shared-parts.ts';
import type {
  PrecedingInvoice,
  UblAllowance,
  UblAttachment,
  UblDocument,
  UblLine,
  UblLineAllowance,
} from './ubl-document.ts';
import { buildUblParty } from './ubl-party.ts';
import {
  createTreatmentResolver,
  computeUblTotals,
  type UblLineTotals,
  type UblTax,
  type UblTotals,
} from './ubl-totals.ts';
import { trimOrDash, trimToNull } from './words.ts';

const SCHEMA = 'urn:oasis:names:specification:ubl:schema:xsd:';

/**
 * Writes a Peppol BIS Billing 3 invoice or credit note, with the elements in the order of the UBL 2.1 schema. Missing
 * values are left out, because no element may be empty.
 */
export function writeUbl(document: UblDocument): string {
  const isInvoice = document.type === 'invoice';
  const root = isInvoice ? 'Invoice' : 'CreditNote';
  const totals = computeUblTotals(document);
  const categories = new Set(totals.breakdown.map(({ category }) => category));
  // A document outside the scope of VAT must not mention VAT numbers.
  const namesVat = !categories.has('O');
  const taxCurrency = findTaxInOtherCurrency(document);
  return writeXml(
    element(
      root,
      [
        ...buildSpecification(document),
        element('cbc:ID', trimOrDash(document.number)),
        element('cbc:IssueDate', document.issueDate),
        isInvoice ? element('cbc:DueDate', getDueDate(document)) : null,
        element(`cbc:${root}TypeCode`, getTypeCode(document)),
        ...listNotes(document).map(({ subject, text }) =>
          element('cbc:Note', subject === null ? text : `#${subject}#${text}`),
        ),
        element('cbc:DocumentCurrencyCode', document.currency),
        element('cbc:TaxCurrencyCode', taxCurrency?.currency ?? null),
        element('cbc:BuyerReference', getBuyerReference(document)),
        buildPeriod(document),
        element('cac:OrderReference', [element('cbc:ID', trimToNull(document.orderReference))]),
        ...(document.precedingInvoices ?? []).map(buildPrecedingInvoice),
        element('cac:ContractDocumentReference', [element('cbc:ID', trimToNull(document.contractReference))]),
        ...(document.attachments ?? []).map(buildAttachment),
        element('cac:AccountingSupplierParty', [buildUblParty(document.seller, namesVat)]),
        element('cac:AccountingCustomerParty', [buildUblParty(document.buyer, namesVat)]),
        buildDelivery(document, categories.has('K')),
        buildPaymentMeans(document),
        element('cac:PaymentTerms', [element('cbc:Note', getPaymentTerms(document))]),
        ...buildDocumentAllowances(document),
        buildTaxTotal(document, totals),
        taxCurrency &&
          element('cac:TaxTotal', [buildAmount('cbc:TaxAmount', taxCurrency.amount, taxCurrency.currency)]),
        buildLegalTotal(document.currency, totals),
        ...document.lines.map((line, index) => buildInvoiceLine(document, line, totals.lines[index]!, index)),
      ],
      {
        xmlns: `${SCHEMA}${root}-2`,
        'xmlns:cac': `${SCHEMA}CommonAggregateComponents-2`,
        'xmlns:cbc': `${SCHEMA}CommonBasicComponents-2`,
      },
    ),
  );
}

/** Invoices that the customer issues have a specification of their own in Peppol. */
function buildSpecification(document: UblDocument): readonly XmlNode[] {
  const { french } = document;
  const isOfBuyer = isSelfBilled(getTypeCode(document));
  const customization = isOfBuyer ? SELF_BILLING_CUSTOMIZATION : PEPPOL_CUSTOMIZATION;
  const profile = isOfBuyer ? SELF_BILLING_PROFILE : PEPPOL_PROFILE;
  return [
    element('cbc:CustomizationID', french ? EN16931_CUSTOMIZATION : customization),
    element('cbc:ProfileID', french ? french.businessProcess : profile),
  ];
}

const buildAmount = (name: string, value: string, currencyID: string): XmlNode => element(name, value, { currencyID });

/** A credit note has no due date element, so the payment terms carry the date. */
const getPaymentTerms = (document: UblDocument): string | null =>
  trimToNull(document.paymentTerms) ?? (document.type === 'invoice' ? null : getDueDate(document));

const buildPeriod = ({ period, taxPoint }: UblDocument): XmlNode =>
  element('cac:InvoicePeriod', [
    element('cbc:StartDate', period?.from ?? null),
    element('cbc:EndDate', period?.to ?? null),
    element('cbc:DescriptionCode', taxPoint ? TAX_POINT_CODES[taxPoint].ubl : null),
  ]);

const buildPrecedingInvoice = ({ number, issueDate }: PrecedingInvoice): XmlNode =>
  element('cac:BillingReference', [
    element('cac:InvoiceDocumentReference', [
      element('cbc:ID', trimOrDash(number)),
      element('cbc:IssueDate', issueDate),
    ]),
  ]);

function buildAttachment({ id, description, fileName, mimeType, base64 }: UblAttachment): XmlNode {
  return element('cac:AdditionalDocumentReference', [
    element('cbc:ID', trimOrDash(id)),
    element('cbc:DocumentDescription', trimToNull(description)),
    element('cac:Attachment', [
      element('cbc:EmbeddedDocumentBinaryObject', base64, { mimeCode: mimeType, filename: trimOrDash(fileName) }),
    ]),
  ]);
}

function buildDelivery(document: UblDocument, isNeeded: boolean): XmlNode {
  const { date, country, address } = getDelivery(document, isNeeded);
  return element('cac:Delivery', [
    element('cbc:ActualDeliveryDate', date),
    element('cac:DeliveryLocation', [
      element('cac:Address', [
        element('cbc:StreetName', trimToNull(address?.street)),
        element('cbc:AdditionalStreetName', trimToNull(address?.additional)),
        element('cbc:CityName', trimToNull(address?.city)),
        element('cbc:PostalZone', trimToNull(address?.postalCode)),
        element('cac:AddressLine', [element('cbc:Line', trimToNull(address?.more))]),
        element('cac:Country', [element('cbc:IdentificationCode', country)]),
      ]),
    ]),
  ]);
}

function buildPaymentMeans(document: UblDocument): XmlNode {
  const asked = document.payment;
  if (!asked) return null;
  return element('cac:PaymentMeans', [
    element('cbc:PaymentMeansCode', chooseMeansCode(asked)),
    document.type === 'credit_note' ? element('cbc:PaymentDueDate', document.dueDate) : null,
    element('cbc:PaymentID', formatPaymentReference(asked)),
    asked.iban === null
      ? null
      : element('cac:PayeeFinancialAccount', [
          element('cbc:ID', asked.iban),
          element('cbc:Name', trimToNull(asked.accountName)),
          element('cac:FinancialInstitutionBranch', [element('cbc:ID', trimToNull(asked.bic))]),
        ]),
    asked.mandate
      ? element('cac:PaymentMandate', [
          element('cbc:ID', trimOrDash(asked.mandate.id)),
          element('cac:PayerFinancialAccount', [element('cbc:ID', trimToNull(asked.mandate.payerIban))]),
        ])
      : null,
  ]);
}

/** Allowances and charges at document level. */
function buildDocumentAllowances(document: UblDocument): XmlNode[] {
  const treatment = createTreatmentResolver(document);
  const toAllowanceCharge = (isCharge: boolean) => (one: UblAllowance) =>
    buildAllowanceCharge(one, isCharge, document.currency, [buildTaxCategory('cac:TaxCategory', treatment(one))]);
  return [
    ...(document.allowances ?? []).map(toAllowanceCharge(false)),
    ...(document.charges ?? []).map(toAllowanceCharge(true)),
  ];
}

function buildAllowanceCharge(
  one: UblLineAllowance,
  isCharge: boolean,
  currency: string,
  more: readonly XmlNode[],
): XmlNode {
  return element('cac:AllowanceCharge', [
    element('cbc:ChargeIndicator', String(isCharge)),
    element('cbc:AllowanceChargeReasonCode', one.reasonCode ?? null),
    element('cbc:AllowanceChargeReason', trimOrDash(one.reason)),
    buildAmount('cbc:Amount', round(one.amount), currency),
    ...more,
  ]);
}

function buildTaxCategory(
  name: string,
  { category, rate }: Pick<UblTax, 'category' | 'rate'>,
  exemption: readonly XmlNode[] = [],
): XmlNode {
  return element(name, [
    element('cbc:ID', category),
    element('cbc:Percent', rate),
    ...exemption,
    element('cac:TaxScheme', [element('cbc:ID', 'VAT')]),
  ]);
}

function buildTaxTotal(document: UblDocument, totals: UblTotals): XmlNode {
  const { currency } = document;
  return element('cac:TaxTotal', [
    buildAmount('cbc:TaxAmount', totals.tax, currency),
    ...totals.breakdown.map((one) =>
      element('cac:TaxSubtotal', [
        buildAmount('cbc:TaxableAmount', one.base, currency),
        buildAmount('cbc:TaxAmount', one.tax, currency),
        buildTaxCategory('cac:TaxCategory', one, buildExemption(document, one)),
      ]),
    ),
  ]);
}

function buildExemption(document: UblDocument, tax: UblTax): XmlNode[] {
  const exemption = findExemption(document, tax);
  if (!exemption) return [];
  return [element('cbc:TaxExemptionReasonCode', exemption.code), element('cbc:TaxExemptionReason', exemption.words)];
}

function buildLegalTotal(currency: string, totals: UblTotals): XmlNode {
  const buildTotal = (name: string, value: string): XmlNode => buildAmount(name, value, currency);
  const buildNonZeroTotal = (name: string, value: string): XmlNode => (isZero(value) ? null : buildTotal(name, value));
  return element('cac:LegalMonetaryTotal', [
    buildTotal('cbc:LineExtensionAmount', totals.lineTotal),
    buildTotal('cbc:TaxExclusiveAmount', totals.taxExclusive),
    buildTotal('cbc:TaxInclusiveAmount', totals.taxInclusive),
    buildNonZeroTotal('cbc:AllowanceTotalAmount', totals.allowanceTotal),
    buildNonZeroTotal('cbc:ChargeTotalAmount', totals.chargeTotal),
    buildNonZeroTotal('cbc:PrepaidAmount', totals.prepaid),
    buildNonZeroTotal('cbc:PayableRoundingAmount', totals.rounding),
    buildTotal('cbc:PayableAmount', totals.payable),
  ]);
}

function buildInvoiceLine(document: UblDocument, line: UblLine, totals: UblLineTotals, index: number): XmlNode {
  const { currency } = document;
  const isInvoice = document.type === 'invoice';
  const unitCode = line.unit;
  return element(isInvoice ? 'cac:InvoiceLine' : 'cac:CreditNoteLine', [
    element('cbc:ID', String(index + 1)),
    element(isInvoice ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity', totals.quantity, { unitCode }),
    buildAmount('cbc:LineExtensionAmount', totals.net, currency),
    element('cac:OrderLineReference', [element('cbc:LineID', trimToNull(line.orderLine))]),
    ...(line.allowances ?? []).map((one) => buildAllowanceCharge(one, false, currency, [])),
    ...(line.charges ?? []).map((one) => buildAllowanceCharge(one, true, currency, [])),
    element('cac:Item', [
      element('cbc:Description', trimToNull(line.description)),
      element('cbc:Name', trimOrDash(line.name)),
      element('cac:SellersItemIdentification', [element('cbc:ID', trimToNull(line.sellerItemId))]),
      buildTaxCategory('cac:ClassifiedTaxCategory', totals),
    ]),
    element('cac:Price', [
      buildAmount('cbc:PriceAmount', totals.unitPrice, currency),
      element('cbc:BaseQuantity', totals.baseQuantity, { unitCode }),
    ]),
  ]);
}
