import { isZero, round } from '../../money.ts';
import { element, writeXml, type XmlNode } from '../../xml.ts';
import { isStructuredCommunication, formatStructuredCommunication } from '../../numbers/structured-communication.ts';
import { PEPPOL_CUSTOMIZATION, PEPPOL_PROFILE } from '../peppol.ts';
import { EXEMPTIONS } from './exemption-reasons.ts';
import type {
  UblAllowance,
  UblAttachment,
  UblDocument,
  UblLine,
  UblLineAllowance,
  UblPayment,
} from './ubl-document.ts';
import { ublParty } from './ubl-party.ts';
import { treatmentIn, ublTotals, type UblLineTotals, type UblTax, type UblTotals } from './ubl-totals.ts';
import { needed, said } from './words.ts';

const SCHEMA = 'urn:oasis:names:specification:ubl:schema:xsd:';

/**
 * Peppol BIS Billing 3: an invoice or a credit note that the network takes, elements in the order that the schema of UBL 2.1
 * asks for. What the document does not say is left out, since nothing in it may be empty.
 */
export function writeUbl(document: UblDocument): string {
  const isInvoice = document.type === 'invoice';
  const root = isInvoice ? 'Invoice' : 'CreditNote';
  const totals = ublTotals(document);
  const categories = new Set(totals.breakdown.map(({ category }) => category));
  // Whoever is outside the tax names no VAT number.
  const namesVat = !categories.has('O');
  const taxCurrency = otherCurrency(document);
  return writeXml(
    element(
      root,
      [
        element('cbc:CustomizationID', PEPPOL_CUSTOMIZATION),
        element('cbc:ProfileID', PEPPOL_PROFILE),
        element('cbc:ID', needed(document.number)),
        element('cbc:IssueDate', document.issueDate),
        isInvoice ? element('cbc:DueDate', dueDate(document)) : null,
        element(isInvoice ? 'cbc:InvoiceTypeCode' : 'cbc:CreditNoteTypeCode', isInvoice ? '380' : '381'),
        element('cbc:Note', said(document.note)),
        element('cbc:DocumentCurrencyCode', document.currency),
        element('cbc:TaxCurrencyCode', taxCurrency?.currency ?? null),
        element('cbc:BuyerReference', buyerReference(document)),
        period(document),
        element('cac:OrderReference', [element('cbc:ID', said(document.orderReference))]),
        element('cac:BillingReference', [precedingInvoice(document)]),
        element('cac:ContractDocumentReference', [element('cbc:ID', said(document.contractReference))]),
        ...(document.attachments ?? []).map(attachment),
        element('cac:AccountingSupplierParty', [ublParty(document.seller, namesVat)]),
        element('cac:AccountingCustomerParty', [ublParty(document.buyer, namesVat)]),
        delivery(document, categories.has('K')),
        payment(document),
        element('cac:PaymentTerms', [element('cbc:Note', paymentTerms(document))]),
        ...allowances(document),
        taxTotal(document, totals),
        taxCurrency && element('cac:TaxTotal', [amount('cbc:TaxAmount', taxCurrency.amount, taxCurrency.currency)]),
        legalTotal(document.currency, totals),
        ...document.lines.map((line, index) => invoiceLine(document, line, totals.lines[index]!, index)),
      ],
      {
        xmlns: `${SCHEMA}${root}-2`,
        'xmlns:cac': `${SCHEMA}CommonAggregateComponents-2`,
        'xmlns:cbc': `${SCHEMA}CommonBasicComponents-2`,
      },
    ),
  );
}

const amount = (name: string, value: string, currencyID: string): XmlNode => element(name, value, { currencyID });

const dueDate = ({ dueDate, issueDate }: UblDocument): string => dueDate ?? issueDate;

/** A credit note has no due date of its own that the rules would see: the terms tell it. */
const paymentTerms = (document: UblDocument): string | null =>
  said(document.paymentTerms) ?? (document.type === 'invoice' ? null : dueDate(document));

const buyerReference = ({ buyerReference, orderReference, number }: UblDocument): string | null =>
  said(buyerReference) ?? (said(orderReference) === null ? needed(number) : null);

type TaxInCurrency = NonNullable<UblDocument['taxInAccountingCurrency']>;

const otherCurrency = ({ currency, taxInAccountingCurrency: tax }: UblDocument): TaxInCurrency | null =>
  tax && tax.currency !== currency ? tax : null;

const period = ({ period }: UblDocument): XmlNode =>
  period
    ? element('cac:InvoicePeriod', [element('cbc:StartDate', period.from), element('cbc:EndDate', period.to)])
    : null;

const precedingInvoice = ({ precedingInvoice: preceding }: UblDocument): XmlNode =>
  preceding
    ? element('cac:InvoiceDocumentReference', [
        element('cbc:ID', needed(preceding.number)),
        element('cbc:IssueDate', preceding.issueDate),
      ])
    : null;

function attachment({ id, description, fileName, mimeType, base64 }: UblAttachment): XmlNode {
  return element('cac:AdditionalDocumentReference', [
    element('cbc:ID', needed(id)),
    element('cbc:DocumentDescription', said(description)),
    element('cac:Attachment', [
      element('cbc:EmbeddedDocumentBinaryObject', base64, { mimeCode: mimeType, filename: needed(fileName) }),
    ]),
  ]);
}

/** Goods that go to another member state say when and where to. */
function delivery({ delivery, period, issueDate, buyer }: UblDocument, isNeeded: boolean): XmlNode {
  const date = delivery?.date ?? (isNeeded && !period ? issueDate : null);
  const country = delivery?.country ?? (isNeeded ? buyer.address.country : null);
  return element('cac:Delivery', [
    element('cbc:ActualDeliveryDate', date),
    element('cac:DeliveryLocation', [
      element('cac:Address', [element('cac:Country', [element('cbc:IdentificationCode', country)])]),
    ]),
  ]);
}

const TRANSFERS: ReadonlySet<string> = new Set(['30', '58']);
const DIRECT_DEBITS: ReadonlySet<string> = new Set(['49', '59']);
/** Means that are left open, where what they need is not known. */
const ANY_MEANS = '1';

function payment(document: UblDocument): XmlNode {
  const asked = document.payment;
  if (!asked) return null;
  return element('cac:PaymentMeans', [
    element('cbc:PaymentMeansCode', means(asked)),
    document.type === 'credit_note' ? element('cbc:PaymentDueDate', document.dueDate) : null,
    element('cbc:PaymentID', reference(asked)),
    asked.iban === null
      ? null
      : element('cac:PayeeFinancialAccount', [
          element('cbc:ID', asked.iban),
          element('cbc:Name', said(asked.accountName)),
          element('cac:FinancialInstitutionBranch', [element('cbc:ID', said(asked.bic))]),
        ]),
    asked.mandate
      ? element('cac:PaymentMandate', [
          element('cbc:ID', needed(asked.mandate.id)),
          element('cac:PayerFinancialAccount', [element('cbc:ID', said(asked.mandate.payerIban))]),
        ])
      : null,
  ]);
}

function means({ means, iban, mandate }: UblPayment): string {
  const lacksAccount = TRANSFERS.has(means) && iban === null;
  const lacksMandate = DIRECT_DEBITS.has(means) && !mandate;
  return lacksAccount || lacksMandate ? ANY_MEANS : means;
}

function reference({ reference }: UblPayment): string | null {
  const words = said(reference);
  return words !== null && isStructuredCommunication(words) ? formatStructuredCommunication(words) : words;
}

/** Of the document as a whole. */
function allowances(document: UblDocument): XmlNode[] {
  const treatment = treatmentIn(document);
  const written = (isCharge: boolean) => (one: UblAllowance) =>
    allowanceCharge(one, isCharge, document.currency, [taxCategory('cac:TaxCategory', treatment(one))]);
  return [...(document.allowances ?? []).map(written(false)), ...(document.charges ?? []).map(written(true))];
}

function allowanceCharge(
  one: UblLineAllowance,
  isCharge: boolean,
  currency: string,
  more: readonly XmlNode[],
): XmlNode {
  return element('cac:AllowanceCharge', [
    element('cbc:ChargeIndicator', String(isCharge)),
    element('cbc:AllowanceChargeReason', needed(one.reason)),
    amount('cbc:Amount', round(one.amount), currency),
    ...more,
  ]);
}

function taxCategory(
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

function taxTotal(document: UblDocument, totals: UblTotals): XmlNode {
  const { currency } = document;
  return element('cac:TaxTotal', [
    amount('cbc:TaxAmount', totals.tax, currency),
    ...totals.breakdown.map((one) =>
      element('cac:TaxSubtotal', [
        amount('cbc:TaxableAmount', one.base, currency),
        amount('cbc:TaxAmount', one.tax, currency),
        taxCategory('cac:TaxCategory', one, exemption(document, one)),
      ]),
    ),
  ]);
}

function exemption({ exemptionReasons, language, lines }: UblDocument, { category }: UblTax): XmlNode[] {
  const usual = EXEMPTIONS[category];
  if (!usual) return [];
  // What is outside the tax and stands among other lines is written as exempt, and keeps its reason.
  const ownWords = said(exemptionReasons?.[category]);
  const outside = category === 'E' && lines.every((line) => line.category !== 'E') ? said(exemptionReasons?.O) : null;
  return [
    element('cbc:TaxExemptionReasonCode', usual.code),
    element('cbc:TaxExemptionReason', ownWords ?? outside ?? usual.words[language ?? 'en']),
  ];
}

function legalTotal(currency: string, totals: UblTotals): XmlNode {
  const total = (name: string, value: string): XmlNode => amount(name, value, currency);
  const whereAny = (name: string, value: string): XmlNode => (isZero(value) ? null : total(name, value));
  return element('cac:LegalMonetaryTotal', [
    total('cbc:LineExtensionAmount', totals.lineTotal),
    total('cbc:TaxExclusiveAmount', totals.taxExclusive),
    total('cbc:TaxInclusiveAmount', totals.taxInclusive),
    whereAny('cbc:AllowanceTotalAmount', totals.allowanceTotal),
    whereAny('cbc:ChargeTotalAmount', totals.chargeTotal),
    whereAny('cbc:PrepaidAmount', totals.prepaid),
    whereAny('cbc:PayableRoundingAmount', totals.rounding),
    total('cbc:PayableAmount', totals.payable),
  ]);
}

function invoiceLine(document: UblDocument, line: UblLine, totals: UblLineTotals, index: number): XmlNode {
  const { currency } = document;
  const isInvoice = document.type === 'invoice';
  const unitCode = line.unit;
  return element(isInvoice ? 'cac:InvoiceLine' : 'cac:CreditNoteLine', [
    element('cbc:ID', String(index + 1)),
    element(isInvoice ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity', totals.quantity, { unitCode }),
    amount('cbc:LineExtensionAmount', totals.net, currency),
    element('cac:OrderLineReference', [element('cbc:LineID', said(line.orderLine))]),
    ...(line.allowances ?? []).map((one) => allowanceCharge(one, false, currency, [])),
    ...(line.charges ?? []).map((one) => allowanceCharge(one, true, currency, [])),
    element('cac:Item', [
      element('cbc:Description', said(line.description)),
      element('cbc:Name', needed(line.name)),
      element('cac:SellersItemIdentification', [element('cbc:ID', said(line.sellerItemId))]),
      taxCategory('cac:ClassifiedTaxCategory', totals),
    ]),
    element('cac:Price', [
      amount('cbc:PriceAmount', totals.unitPrice, currency),
      element('cbc:BaseQuantity', totals.baseQuantity, { unitCode }),
    ]),
  ]);
}
