import { subtract } from '../../money.ts';
import { findElement, listElements, findText, type XmlElement } from '../../xml.ts';
import { isCreditNoteType } from './document-types.ts';
import type {
  WrittenAllowance,
  WrittenIdentifier,
  WrittenInvoice,
  WrittenLine,
  WrittenParty,
  WrittenPayment,
  WrittenReference,
  WrittenTax,
  WrittenTotals,
} from './invoice.ts';
import {
  parseAmountAt,
  parseAmount,
  parseCategory,
  parseDate,
  parseDecimal,
  readFirstTextAt,
  readLineAt,
  MAX,
  parseRate,
  readTextsAt,
} from './values.ts';

/**
 * Cross Industry Invoice in every profile of Factur-X and ZUGFeRD 2, and the earlier syntax of ZUGFeRD 1. Between the
 * two, elements were renamed but not moved: an element is looked up under each of its names.
 */
export function readCii(root: XmlElement): WrittenInvoice {
  const document = findFirst(root, 'ExchangedDocument', 'HeaderExchangedDocument');
  const transaction = findFirst(root, 'SupplyChainTradeTransaction', 'SpecifiedSupplyChainTradeTransaction');
  const agreement = findFirst(transaction, 'ApplicableHeaderTradeAgreement', 'ApplicableSupplyChainTradeAgreement');
  const settlement = findFirst(transaction, 'ApplicableHeaderTradeSettlement', 'ApplicableSupplyChainTradeSettlement');
  const typeCode = findText(document, 'TypeCode');
  const currency = findText(settlement, 'InvoiceCurrencyCode') ?? findTotalsCurrency(settlement);
  const lines = listElements(transaction, 'IncludedSupplyChainTradeLineItem').filter(isPriced).map(readLine);
  const breakdown = listElements(settlement, 'ApplicableTradeTax').map(readTax);
  const stated = readTotals(settlement, currency);
  return {
    typeCode,
    isCreditNote: isCreditNoteType(typeCode),
    number: readLineAt(document, 'ID', MAX.code),
    issueDate: parseDate(readDateText(document, 'IssueDateTime')),
    dueDate: parseDate(readDateText(settlement, 'SpecifiedTradePaymentTerms/DueDateDateTime')),
    currency,
    notes: [
      ...readTextsAt(document, 'IncludedNote/Content'),
      ...readTextsAt(settlement, 'SpecifiedTradePaymentTerms/Description'),
    ],
    terms: readTextsAt(settlement, 'SpecifiedTradePaymentTerms/Description'),
    precedingInvoices: listElements(settlement, 'InvoiceReferencedDocument').flatMap(readReference),
    seller: readParty(findElement(agreement, 'SellerTradeParty')),
    buyer: readParty(findElement(agreement, 'BuyerTradeParty')),
    payee: readLineAt(settlement, 'PayeeTradeParty/Name', MAX.name),
    payments: readPayments(settlement),
    lines,
    allowances: [
      ...listElements(settlement, 'SpecifiedTradeAllowanceCharge').map(readAllowance),
      ...listElements(settlement, 'SpecifiedLogisticsServiceCharge').map(readLogisticsCharge),
    ],
    breakdown,
    totals: lines.length + breakdown.length === 0 ? withImpliedPrepayment(stated) : stated,
  };
}

function findFirst(from: XmlElement | undefined, ...names: readonly string[]): XmlElement | undefined {
  return from?.children.find(({ name }) => names.includes(name));
}

/** Dates are wrapped in an element that states their format. */
const readDateText = (from: XmlElement | undefined, path: string): string | null =>
  readFirstTextAt(from, `${path}/DateTimeString`, `${path}/DateString`, `${path}/DateTime`, path);

function readReference(from: XmlElement): readonly WrittenReference[] {
  const number = readLineAt(from, 'IssuerAssignedID', MAX.code) ?? readLineAt(from, 'ID', MAX.code);
  const date = readDateText(from, 'FormattedIssueDateTime') ?? readDateText(from, 'IssueDateTime');
  return number === null ? [] : [{ number, date: parseDate(date) }];
}

function readParty(from: XmlElement | undefined): WrittenParty {
  const address = findElement(from, 'PostalTradeAddress');
  const contact = findElement(from, 'DefinedTradeContact');
  const registrations = readIdentifiers(from, 'SpecifiedTaxRegistration/ID');
  const isVat = ({ scheme }: WrittenIdentifier): boolean => scheme === 'VA';
  return {
    name: readLineAt(from, 'Name', MAX.name),
    tradingName: readLineAt(from, 'SpecifiedLegalOrganization/TradingBusinessName', MAX.name),
    vatNumbers: registrations.filter(isVat).map(({ id }) => id),
    identifiers: [
      ...readIdentifiers(from, 'SpecifiedLegalOrganization/ID'),
      ...readIdentifiers(from, 'GlobalID'),
      ...readIdentifiers(from, 'ID'),
      ...registrations.filter((registration) => !isVat(registration)),
    ],
    endpoint: readIdentifiers(from, 'URIUniversalCommunication/URIID')[0] ?? null,
    address:
      ['LineOne', 'LineTwo', 'LineThree']
        .map((name) => readLineAt(address, name, MAX.address))
        .filter((part) => part !== null)
        .join(', ') || null,
    postalCode: readLineAt(address, 'PostcodeCode', MAX.code),
    city: readLineAt(address, 'CityName', MAX.name),
    country: findText(address, 'CountryID')?.toUpperCase() ?? null,
    email: readLineAt(contact, 'EmailURIUniversalCommunication/URIID', MAX.name),
    phone: readLineAt(contact, 'TelephoneUniversalCommunication/CompleteNumber', MAX.code),
  };
}

function readIdentifiers(from: XmlElement | undefined, path: string): WrittenIdentifier[] {
  return listElements(from, path)
    .slice(0, 20)
    .filter(({ text }) => text !== '')
    .map(({ text, attributes }) => ({ scheme: attributes['schemeID'] ?? null, id: text }));
}

function readPayments(settlement: XmlElement | undefined): WrittenPayment[] {
  // One reference for all payment accounts.
  const references = readTextsAt(settlement, 'PaymentReference');
  const means = listElements(settlement, 'SpecifiedTradeSettlementPaymentMeans').slice(0, 50);
  const written = means.map((from) => ({
    means: findText(from, 'TypeCode'),
    account: readFirstTextAt(
      from,
      'PayeePartyCreditorFinancialAccount/IBANID',
      'PayeePartyCreditorFinancialAccount/ProprietaryID',
    ),
    bic: findText(from, 'PayeeSpecifiedCreditorFinancialInstitution/BICID'),
    references: [...references, ...readTextsAt(from, 'Information'), ...readTextsAt(from, 'ID')],
    payerAccount: findText(from, 'PayerPartyDebtorFinancialAccount/IBANID'),
  }));
  if (written.length > 0 || references.length === 0) return written;
  return [{ means: null, account: null, bic: null, references, payerAccount: null }];
}

/** Information lines have no amount; group lines repeat the amounts of their members. */
function isPriced(from: XmlElement): boolean {
  const role = readFirstTextAt(
    from,
    'AssociatedDocumentLineDocument/LineStatusReasonCode',
    'AssociatedDocumentLineDocument/LineStatusCode',
  );
  return role !== 'GROUP' && role !== 'INFORMATION';
}

function readLine(from: XmlElement): WrittenLine {
  const agreement = findFirst(from, 'SpecifiedLineTradeAgreement', 'SpecifiedSupplyChainTradeAgreement');
  const delivery = findFirst(from, 'SpecifiedLineTradeDelivery', 'SpecifiedSupplyChainTradeDelivery');
  const settlement = findFirst(from, 'SpecifiedLineTradeSettlement', 'SpecifiedSupplyChainTradeSettlement');
  const price = findElement(agreement, 'NetPriceProductTradePrice');
  const sum = findFirst(
    settlement,
    'SpecifiedTradeSettlementLineMonetarySummation',
    'SpecifiedTradeSettlementMonetarySummation',
  );
  const tax = findElement(settlement, 'ApplicableTradeTax');
  return {
    description:
      readLineAt(from, 'SpecifiedTradeProduct/Name', MAX.description) ??
      readLineAt(from, 'SpecifiedTradeProduct/Description', MAX.description) ??
      readLineAt(from, 'AssociatedDocumentLineDocument/IncludedNote/Content', MAX.description),
    quantity: parseDecimal(findText(delivery, 'BilledQuantity')),
    price: parseDecimal(findText(price, 'ChargeAmount')),
    baseQuantity: parseDecimal(findText(price, 'BasisQuantity')),
    category: parseCategory(findText(tax, 'CategoryCode')),
    rate: parseRate(readFirstTextAt(tax, 'RateApplicablePercent', 'ApplicablePercent')),
    net: parseAmountAt(sum, 'LineTotalAmount'),
  };
}

function readAllowance(from: XmlElement): WrittenAllowance {
  const tax = findElement(from, 'CategoryTradeTax');
  return {
    isCharge: readFirstTextAt(from, 'ChargeIndicator/Indicator', 'ChargeIndicator') === 'true',
    reasonCode: findText(from, 'ReasonCode'),
    reason: readLineAt(from, 'Reason', MAX.description),
    amount: parseAmountAt(from, 'ActualAmount'),
    category: parseCategory(findText(tax, 'CategoryCode')),
    rate: parseRate(readFirstTextAt(tax, 'RateApplicablePercent', 'ApplicablePercent')),
  };
}

/** Freight and similar charges, which extended profiles list separately. */
function readLogisticsCharge(from: XmlElement): WrittenAllowance {
  const tax = findElement(from, 'AppliedTradeTax');
  return {
    isCharge: true,
    reasonCode: null,
    reason: readLineAt(from, 'Description', MAX.description),
    amount: parseAmountAt(from, 'AppliedAmount'),
    category: parseCategory(findText(tax, 'CategoryCode')),
    rate: parseRate(readFirstTextAt(tax, 'RateApplicablePercent', 'ApplicablePercent')),
  };
}

function readTax(from: XmlElement): WrittenTax {
  return {
    category: parseCategory(findText(from, 'CategoryCode')),
    rate: parseRate(readFirstTextAt(from, 'RateApplicablePercent', 'ApplicablePercent')),
    base: parseAmountAt(from, 'BasisAmount'),
    tax: parseAmountAt(from, 'CalculatedAmount'),
  };
}

/** Totals of the document; in ZUGFeRD 1 the element has the same name as that of a line. */
const findSummation = (settlement: XmlElement | undefined): XmlElement | undefined =>
  findFirst(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation', 'SpecifiedTradeSettlementMonetarySummation');

const findTotalsCurrency = (settlement: XmlElement | undefined): string | null =>
  findElement(findSummation(settlement), 'GrandTotalAmount')?.attributes['currencyID'] ?? null;

function readTotals(settlement: XmlElement | undefined, currency: string | null): WrittenTotals {
  const sum = findSummation(settlement);
  const taxes = listElements(sum, 'TaxTotalAmount');
  // The other total is in the seller's accounting currency.
  const own = taxes.find(({ attributes }) => attributes['currencyID'] === currency) ?? taxes[0];
  const inEuros = currency === 'EUR' ? undefined : taxes.find(({ attributes }) => attributes['currencyID'] === 'EUR');
  return {
    net: parseAmountAt(sum, 'TaxBasisTotalAmount'),
    vat: own === undefined ? null : parseAmount(own.text),
    gross: parseAmountAt(sum, 'GrandTotalAmount'),
    prepaid: parseAmountAt(sum, 'TotalPrepaidAmount'),
    rounding: parseAmountAt(sum, 'RoundingAmount'),
    payable: parseAmountAt(sum, 'DuePayableAmount'),
    vatInEuros: inEuros === undefined ? null : parseAmount(inEuros.text),
  };
}

/** The smallest profile has no field for prepayments: it only states an amount due below the total. */
function withImpliedPrepayment(stated: WrittenTotals): WrittenTotals {
  const { gross, payable, prepaid } = stated;
  if (gross === null || payable === null || prepaid !== null) return stated;
  return { ...stated, prepaid: subtract(gross, payable) };
}
