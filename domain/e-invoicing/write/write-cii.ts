import type { PlainDate } from '../../dates.ts';
import { isZero, round } from '../../money.ts';
import { element, emptyElement, writeXml, type XmlNode } from '../../xml.ts';
import { EN16931_CUSTOMIZATION } from '../peppol.ts';
import { buildCiiParty } from './cii-party.ts';
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
import {
  computeUblTotals,
  createTreatmentResolver,
  type UblLineTotals,
  type UblTax,
  type UblTotals,
} from './ubl-totals.ts';
import { trimOrDash, trimToNull } from './words.ts';

const STANDARD = 'urn:un:unece:uncefact:data:standard:';

/**
 * Writes an EN 16931 invoice or credit note as a Cross Industry Invoice, with the elements in the order of its schema
 * (D16B). It says what the UBL of the same document says.
 */
export function writeCii(document: UblDocument): string {
  const totals = computeUblTotals(document);
  return writeXml(
    element(
      'rsm:CrossIndustryInvoice',
      [
        element('rsm:ExchangedDocumentContext', [
          element('ram:BusinessProcessSpecifiedDocumentContextParameter', [
            element('ram:ID', document.french?.businessProcess ?? null),
          ]),
          element('ram:GuidelineSpecifiedDocumentContextParameter', [element('ram:ID', EN16931_CUSTOMIZATION)]),
        ]),
        element('rsm:ExchangedDocument', [
          element('ram:ID', trimOrDash(document.number)),
          element('ram:TypeCode', getTypeCode(document)),
          buildDate('ram:IssueDateTime', document.issueDate),
          ...listNotes(document).map(({ subject, text }) =>
            element('ram:IncludedNote', [element('ram:Content', text), element('ram:SubjectCode', subject)]),
          ),
        ]),
        element('rsm:SupplyChainTradeTransaction', [
          ...document.lines.map((line, index) => buildLine(line, totals.lines[index]!, index)),
          buildAgreement(document, totals),
          buildDelivery(document, totals),
          buildSettlement(document, totals),
        ]),
      ],
      {
        'xmlns:rsm': `${STANDARD}CrossIndustryInvoice:100`,
        'xmlns:ram': `${STANDARD}ReusableAggregateBusinessInformationEntity:100`,
        'xmlns:qdt': `${STANDARD}QualifiedDataType:100`,
        'xmlns:udt': `${STANDARD}UnqualifiedDataType:100`,
      },
    ),
  );
}

/** Code of dates without a time: year, month and day. */
const DAY = { format: '102' };
const toCompactDate = (date: PlainDate): string => date.replaceAll('-', '');

const buildDate = (name: string, date: PlainDate | null): XmlNode =>
  date === null ? null : element(name, [element('udt:DateTimeString', toCompactDate(date), DAY)]);

function buildLine(line: UblLine, totals: UblLineTotals, index: number): XmlNode {
  const unitCode = line.unit;
  return element('ram:IncludedSupplyChainTradeLineItem', [
    element('ram:AssociatedDocumentLineDocument', [element('ram:LineID', String(index + 1))]),
    element('ram:SpecifiedTradeProduct', [
      element('ram:SellerAssignedID', trimToNull(line.sellerItemId)),
      element('ram:Name', trimOrDash(line.name)),
      element('ram:Description', trimToNull(line.description)),
    ]),
    element('ram:SpecifiedLineTradeAgreement', [
      element('ram:BuyerOrderReferencedDocument', [element('ram:LineID', trimToNull(line.orderLine))]),
      element('ram:NetPriceProductTradePrice', [
        element('ram:ChargeAmount', totals.unitPrice),
        element('ram:BasisQuantity', totals.baseQuantity, { unitCode }),
      ]),
    ]),
    element('ram:SpecifiedLineTradeDelivery', [element('ram:BilledQuantity', totals.quantity, { unitCode })]),
    element('ram:SpecifiedLineTradeSettlement', [
      buildCategory('ram:ApplicableTradeTax', totals),
      ...(line.allowances ?? []).map((one) => buildAllowanceCharge(one, false)),
      ...(line.charges ?? []).map((one) => buildAllowanceCharge(one, true)),
      element('ram:SpecifiedTradeSettlementLineMonetarySummation', [element('ram:LineTotalAmount', totals.net)]),
    ]),
  ]);
}

const buildCategory = (name: string, { category, rate }: Pick<UblTax, 'category' | 'rate'>): XmlNode =>
  element(name, [
    element('ram:TypeCode', 'VAT'),
    element('ram:CategoryCode', category),
    element('ram:RateApplicablePercent', rate),
  ]);

function buildAllowanceCharge(one: UblLineAllowance, isCharge: boolean, tax: XmlNode = null): XmlNode {
  return element('ram:SpecifiedTradeAllowanceCharge', [
    element('ram:ChargeIndicator', [element('udt:Indicator', String(isCharge))]),
    element('ram:ActualAmount', round(one.amount)),
    element('ram:ReasonCode', one.reasonCode ?? null),
    element('ram:Reason', trimOrDash(one.reason)),
    tax,
  ]);
}

/** A document outside the scope of VAT must not mention VAT numbers. */
const hasCategory = ({ breakdown }: UblTotals, wanted: UblTax['category']): boolean =>
  breakdown.some(({ category }) => category === wanted);

function buildAgreement(document: UblDocument, totals: UblTotals): XmlNode {
  const namesVat = !hasCategory(totals, 'O');
  return element('ram:ApplicableHeaderTradeAgreement', [
    element('ram:BuyerReference', getBuyerReference(document)),
    buildCiiParty('ram:SellerTradeParty', document.seller, namesVat),
    buildCiiParty('ram:BuyerTradeParty', document.buyer, namesVat),
    buildReference('ram:BuyerOrderReferencedDocument', document.orderReference),
    buildReference('ram:ContractReferencedDocument', document.contractReference),
    ...(document.attachments ?? []).map(buildAttachment),
  ]);
}

const buildReference = (name: string, id: string | null | undefined): XmlNode =>
  element(name, [element('ram:IssuerAssignedID', trimToNull(id))]);

/** Code of a supporting document. */
const SUPPORTING = '916';

function buildAttachment({ id, description, fileName, mimeType, base64 }: UblAttachment): XmlNode {
  return element('ram:AdditionalReferencedDocument', [
    element('ram:IssuerAssignedID', trimOrDash(id)),
    element('ram:TypeCode', SUPPORTING),
    element('ram:Name', trimToNull(description)),
    element('ram:AttachmentBinaryObject', base64, { mimeCode: mimeType, filename: trimOrDash(fileName) }),
  ]);
}

/** The schema wants the element even if there is nothing to say. */
function buildDelivery(document: UblDocument, totals: UblTotals): XmlNode {
  const { date, country, address } = getDelivery(document, hasCategory(totals, 'K'));
  const name = 'ram:ApplicableHeaderTradeDelivery';
  const content = [
    element('ram:ShipToTradeParty', [
      element('ram:PostalTradeAddress', [
        element('ram:PostcodeCode', trimToNull(address?.postalCode)),
        element('ram:LineOne', trimToNull(address?.street)),
        element('ram:LineTwo', trimToNull(address?.additional)),
        element('ram:LineThree', trimToNull(address?.more)),
        element('ram:CityName', trimToNull(address?.city)),
        element('ram:CountryID', country),
      ]),
    ]),
    element('ram:ActualDeliverySupplyChainEvent', [buildDate('ram:OccurrenceDateTime', date)]),
  ];
  return element(name, content) ?? emptyElement(name, {});
}

function buildSettlement(document: UblDocument, totals: UblTotals): XmlNode {
  const { payment, period } = document;
  const treatment = createTreatmentResolver(document);
  const buildWithTax = (isCharge: boolean) => (one: UblAllowance) =>
    buildAllowanceCharge(one, isCharge, buildCategory('ram:CategoryTradeTax', treatment(one)));
  return element('ram:ApplicableHeaderTradeSettlement', [
    element('ram:PaymentReference', payment && formatPaymentReference(payment)),
    element('ram:TaxCurrencyCode', findTaxInOtherCurrency(document)?.currency ?? null),
    element('ram:InvoiceCurrencyCode', document.currency),
    buildPaymentMeans(document),
    ...totals.breakdown.map((tax) => buildTax(document, tax)),
    period
      ? element('ram:BillingSpecifiedPeriod', [
          buildDate('ram:StartDateTime', period.from),
          buildDate('ram:EndDateTime', period.to),
        ])
      : null,
    ...(document.allowances ?? []).map(buildWithTax(false)),
    ...(document.charges ?? []).map(buildWithTax(true)),
    element('ram:SpecifiedTradePaymentTerms', [
      element('ram:Description', trimToNull(document.paymentTerms)),
      buildDate('ram:DueDateDateTime', getDueDate(document)),
      element('ram:DirectDebitMandateID', trimToNull(payment?.mandate?.id)),
    ]),
    buildSummation(document, totals),
    ...(document.precedingInvoices ?? []).map(buildPrecedingInvoice),
  ]);
}

function buildPaymentMeans({ payment }: UblDocument): XmlNode {
  if (!payment) return null;
  return element('ram:SpecifiedTradeSettlementPaymentMeans', [
    element('ram:TypeCode', chooseMeansCode(payment)),
    element('ram:PayerPartyDebtorFinancialAccount', [element('ram:IBANID', trimToNull(payment.mandate?.payerIban))]),
    element('ram:PayeePartyCreditorFinancialAccount', [
      element('ram:IBANID', payment.iban),
      payment.iban === null ? null : element('ram:AccountName', trimToNull(payment.accountName)),
    ]),
    payment.iban === null
      ? null
      : element('ram:PayeeSpecifiedCreditorFinancialInstitution', [element('ram:BICID', trimToNull(payment.bic))]),
  ]);
}

function buildTax(document: UblDocument, tax: UblTax): XmlNode {
  const exemption = findExemption(document, tax);
  return element('ram:ApplicableTradeTax', [
    element('ram:CalculatedAmount', tax.tax),
    element('ram:TypeCode', 'VAT'),
    element('ram:ExemptionReason', exemption?.words ?? null),
    element('ram:BasisAmount', tax.base),
    element('ram:CategoryCode', tax.category),
    element('ram:ExemptionReasonCode', exemption?.code ?? null),
    element('ram:DueDateTypeCode', document.taxPoint ? TAX_POINT_CODES[document.taxPoint].cii : null),
    element('ram:RateApplicablePercent', tax.rate),
  ]);
}

function buildSummation(document: UblDocument, totals: UblTotals): XmlNode {
  const other = findTaxInOtherCurrency(document);
  const buildNonZero = (name: string, value: string): XmlNode => (isZero(value) ? null : element(name, value));
  return element('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
    element('ram:LineTotalAmount', totals.lineTotal),
    buildNonZero('ram:ChargeTotalAmount', totals.chargeTotal),
    buildNonZero('ram:AllowanceTotalAmount', totals.allowanceTotal),
    element('ram:TaxBasisTotalAmount', totals.taxExclusive),
    element('ram:TaxTotalAmount', totals.tax, { currencyID: document.currency }),
    other && element('ram:TaxTotalAmount', other.amount, { currencyID: other.currency }),
    buildNonZero('ram:RoundingAmount', totals.rounding),
    element('ram:GrandTotalAmount', totals.taxInclusive),
    buildNonZero('ram:TotalPrepaidAmount', totals.prepaid),
    element('ram:DuePayableAmount', totals.payable),
  ]);
}

function buildPrecedingInvoice({ number, issueDate }: PrecedingInvoice): XmlNode {
  return element('ram:InvoiceReferencedDocument', [
    element('ram:IssuerAssignedID', trimOrDash(number)),
    issueDate === null
      ? null
      : element('ram:FormattedIssueDateTime', [element('qdt:DateTimeString', toCompactDate(issueDate), DAY)]),
  ]);
}
