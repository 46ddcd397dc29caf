import { subtract } from '../../money.ts';
import { elementAt, elementsAt, textAt, type XmlElement } from '../../xml.ts';
import { isCreditNoteType } from './document-types.ts';
import type {
  WrittenAllowance,
  WrittenIdentifier,
  WrittenInvoice,
  WrittenLine,
  WrittenParty,
  WrittenPayment,
  WrittenTax,
  WrittenTotals,
} from './invoice.ts';
import {
  amountAt,
  amountOf,
  categoryOf,
  dateOf,
  decimalOf,
  firstTextAt,
  lineAt,
  MAX,
  rateOf,
  textsAt,
} from './values.ts';

/**
 * Cross Industry Invoice in every profile of Factur-X and ZUGFeRD 2, and the earlier one of ZUGFeRD 1. Between the two, parts
 * were named anew and stayed where they were: an element is sought under each of its names.
 */
export function readCii(root: XmlElement): WrittenInvoice {
  const document = firstOf(root, 'ExchangedDocument', 'HeaderExchangedDocument');
  const transaction = firstOf(root, 'SupplyChainTradeTransaction', 'SpecifiedSupplyChainTradeTransaction');
  const agreement = firstOf(transaction, 'ApplicableHeaderTradeAgreement', 'ApplicableSupplyChainTradeAgreement');
  const settlement = firstOf(transaction, 'ApplicableHeaderTradeSettlement', 'ApplicableSupplyChainTradeSettlement');
  const typeCode = textAt(document, 'TypeCode');
  const currency = textAt(settlement, 'InvoiceCurrencyCode') ?? currencyOfTotals(settlement);
  const lines = elementsAt(transaction, 'IncludedSupplyChainTradeLineItem').filter(isPriced).map(line);
  const breakdown = elementsAt(settlement, 'ApplicableTradeTax').map(tax);
  const stated = totals(settlement, currency);
  return {
    typeCode,
    isCreditNote: isCreditNoteType(typeCode),
    number: lineAt(document, 'ID', MAX.code),
    issueDate: dateOf(dateTextAt(document, 'IssueDateTime')),
    dueDate: dateOf(dateTextAt(settlement, 'SpecifiedTradePaymentTerms/DueDateDateTime')),
    currency,
    notes: [
      ...textsAt(document, 'IncludedNote/Content'),
      ...textsAt(settlement, 'SpecifiedTradePaymentTerms/Description'),
    ],
    seller: party(elementAt(agreement, 'SellerTradeParty')),
    buyer: party(elementAt(agreement, 'BuyerTradeParty')),
    payee: lineAt(settlement, 'PayeeTradeParty/Name', MAX.name),
    payments: payments(settlement),
    lines,
    allowances: [
      ...elementsAt(settlement, 'SpecifiedTradeAllowanceCharge').map(allowance),
      ...elementsAt(settlement, 'SpecifiedLogisticsServiceCharge').map(logisticsCharge),
    ],
    breakdown,
    totals: lines.length + breakdown.length === 0 ? withImpliedPrepayment(stated) : stated,
  };
}

function firstOf(from: XmlElement | undefined, ...names: readonly string[]): XmlElement | undefined {
  return from?.children.find(({ name }) => names.includes(name));
}

/** Dates are wrapped in an element that tells their format. */
const dateTextAt = (from: XmlElement | undefined, path: string): string | null =>
  firstTextAt(from, `${path}/DateTimeString`, `${path}/DateString`, `${path}/DateTime`, path);

function party(from: XmlElement | undefined): WrittenParty {
  const address = elementAt(from, 'PostalTradeAddress');
  const contact = elementAt(from, 'DefinedTradeContact');
  const registrations = identifiersAt(from, 'SpecifiedTaxRegistration/ID');
  const isVat = ({ scheme }: WrittenIdentifier): boolean => scheme === 'VA';
  return {
    name: lineAt(from, 'Name', MAX.name),
    tradingName: lineAt(from, 'SpecifiedLegalOrganization/TradingBusinessName', MAX.name),
    vatNumbers: registrations.filter(isVat).map(({ id }) => id),
    identifiers: [
      ...identifiersAt(from, 'SpecifiedLegalOrganization/ID'),
      ...identifiersAt(from, 'GlobalID'),
      ...identifiersAt(from, 'ID'),
      ...registrations.filter((registration) => !isVat(registration)),
    ],
    endpoint: identifiersAt(from, 'URIUniversalCommunication/URIID')[0] ?? null,
    address:
      ['LineOne', 'LineTwo', 'LineThree']
        .map((name) => lineAt(address, name, MAX.address))
        .filter((part) => part !== null)
        .join(', ') || null,
    postalCode: lineAt(address, 'PostcodeCode', MAX.code),
    city: lineAt(address, 'CityName', MAX.name),
    country: textAt(address, 'CountryID')?.toUpperCase() ?? null,
    email: lineAt(contact, 'EmailURIUniversalCommunication/URIID', MAX.name),
    phone: lineAt(contact, 'TelephoneUniversalCommunication/CompleteNumber', MAX.code),
  };
}

function identifiersAt(from: XmlElement | undefined, path: string): WrittenIdentifier[] {
  return elementsAt(from, path)
    .slice(0, 20)
    .filter(({ text }) => text !== '')
    .map(({ text, attributes }) => ({ scheme: attributes['schemeID'] ?? null, id: text }));
}

function payments(settlement: XmlElement | undefined): WrittenPayment[] {
  // One reference for all accounts that may be paid to.
  const references = textsAt(settlement, 'PaymentReference');
  const means = elementsAt(settlement, 'SpecifiedTradeSettlementPaymentMeans').slice(0, 50);
  const written = means.map((from) => ({
    means: textAt(from, 'TypeCode'),
    account: firstTextAt(
      from,
      'PayeePartyCreditorFinancialAccount/IBANID',
      'PayeePartyCreditorFinancialAccount/ProprietaryID',
    ),
    bic: textAt(from, 'PayeeSpecifiedCreditorFinancialInstitution/BICID'),
    references: [...references, ...textsAt(from, 'Information'), ...textsAt(from, 'ID')],
    payerAccount: textAt(from, 'PayerPartyDebtorFinancialAccount/IBANID'),
  }));
  if (written.length > 0 || references.length === 0) return written;
  return [{ means: null, account: null, bic: null, references, payerAccount: null }];
}

/** Lines that only explain others have no amount; those of a group repeat what its members say. */
function isPriced(from: XmlElement): boolean {
  const role = firstTextAt(
    from,
    'AssociatedDocumentLineDocument/LineStatusReasonCode',
    'AssociatedDocumentLineDocument/LineStatusCode',
  );
  return role !== 'GROUP' && role !== 'INFORMATION';
}

function line(from: XmlElement): WrittenLine {
  const agreement = firstOf(from, 'SpecifiedLineTradeAgreement', 'SpecifiedSupplyChainTradeAgreement');
  const delivery = firstOf(from, 'SpecifiedLineTradeDelivery', 'SpecifiedSupplyChainTradeDelivery');
  const settlement = firstOf(from, 'SpecifiedLineTradeSettlement', 'SpecifiedSupplyChainTradeSettlement');
  const price = elementAt(agreement, 'NetPriceProductTradePrice');
  const sum = firstOf(
    settlement,
    'SpecifiedTradeSettlementLineMonetarySummation',
    'SpecifiedTradeSettlementMonetarySummation',
  );
  const tax = elementAt(settlement, 'ApplicableTradeTax');
  return {
    description:
      lineAt(from, 'SpecifiedTradeProduct/Name', MAX.description) ??
      lineAt(from, 'SpecifiedTradeProduct/Description', MAX.description) ??
      lineAt(from, 'AssociatedDocumentLineDocument/IncludedNote/Content', MAX.description),
    quantity: decimalOf(textAt(delivery, 'BilledQuantity')),
    price: decimalOf(textAt(price, 'ChargeAmount')),
    baseQuantity: decimalOf(textAt(price, 'BasisQuantity')),
    category: categoryOf(textAt(tax, 'CategoryCode')),
    rate: rateOf(firstTextAt(tax, 'RateApplicablePercent', 'ApplicablePercent')),
    net: amountAt(sum, 'LineTotalAmount'),
  };
}

function allowance(from: XmlElement): WrittenAllowance {
  const tax = elementAt(from, 'CategoryTradeTax');
  return {
    isCharge: firstTextAt(from, 'ChargeIndicator/Indicator', 'ChargeIndicator') === 'true',
    reason: lineAt(from, 'Reason', MAX.description),
    amount: amountAt(from, 'ActualAmount'),
    category: categoryOf(textAt(tax, 'CategoryCode')),
    rate: rateOf(firstTextAt(tax, 'RateApplicablePercent', 'ApplicablePercent')),
  };
}

/** Freight and the like, which extended profiles write apart. */
function logisticsCharge(from: XmlElement): WrittenAllowance {
  const tax = elementAt(from, 'AppliedTradeTax');
  return {
    isCharge: true,
    reason: lineAt(from, 'Description', MAX.description),
    amount: amountAt(from, 'AppliedAmount'),
    category: categoryOf(textAt(tax, 'CategoryCode')),
    rate: rateOf(firstTextAt(tax, 'RateApplicablePercent', 'ApplicablePercent')),
  };
}

function tax(from: XmlElement): WrittenTax {
  return {
    category: categoryOf(textAt(from, 'CategoryCode')),
    rate: rateOf(firstTextAt(from, 'RateApplicablePercent', 'ApplicablePercent')),
    base: amountAt(from, 'BasisAmount'),
    tax: amountAt(from, 'CalculatedAmount'),
  };
}

/** The sums of the document; both syntaxes name them like those of a line. */
const summation = (settlement: XmlElement | undefined): XmlElement | undefined =>
  firstOf(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation', 'SpecifiedTradeSettlementMonetarySummation');

const currencyOfTotals = (settlement: XmlElement | undefined): string | null =>
  elementAt(summation(settlement), 'GrandTotalAmount')?.attributes['currencyID'] ?? null;

function totals(settlement: XmlElement | undefined, currency: string | null): WrittenTotals {
  const sum = summation(settlement);
  const taxes = elementsAt(sum, 'TaxTotalAmount');
  // The other one is in the currency of the seller's accounts.
  const own = taxes.find(({ attributes }) => attributes['currencyID'] === currency) ?? taxes[0];
  return {
    net: amountAt(sum, 'TaxBasisTotalAmount'),
    vat: own === undefined ? null : amountOf(own.text),
    gross: amountAt(sum, 'GrandTotalAmount'),
    prepaid: amountAt(sum, 'TotalPrepaidAmount'),
    rounding: amountAt(sum, 'RoundingAmount'),
    payable: amountAt(sum, 'DuePayableAmount'),
  };
}

/** The smallest profile has no place for what was paid in advance: less is due than the total, and that is all it says. */
function withImpliedPrepayment(stated: WrittenTotals): WrittenTotals {
  const { gross, payable, prepaid } = stated;
  if (gross === null || payable === null || prepaid !== null) return stated;
  return { ...stated, prepaid: subtract(gross, payable) };
}
