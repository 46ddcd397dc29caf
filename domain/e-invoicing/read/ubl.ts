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
  parseAmount,
  parseAmountAt,
  parseCategory,
  parseDate,
  parseDecimal,
  readFirstTextAt,
  readLineAt,
  MAX,
  parseRate,
  readTextsAt,
} from './values.ts';

/** UBL 2.1 invoice and credit note: Peppol BIS Billing 3 or any other specification. */
export function readUbl(root: XmlElement): WrittenInvoice {
  const isCreditNoteRoot = root.name === 'CreditNote';
  const typeCode = readFirstTextAt(root, 'InvoiceTypeCode', 'CreditNoteTypeCode');
  const currency = findText(root, 'DocumentCurrencyCode') ?? findTotalsCurrency(root);
  const seller = findElement(root, 'AccountingSupplierParty/Party');
  return {
    typeCode,
    isCreditNote: isCreditNoteRoot || isCreditNoteType(typeCode),
    number: readLineAt(root, 'ID', MAX.code),
    issueDate: parseDate(findText(root, 'IssueDate')),
    // Credit notes have no separate due date: it is part of the payment.
    dueDate: parseDate(readFirstTextAt(root, 'DueDate', 'PaymentMeans/PaymentDueDate', 'PaymentTerms/PaymentDueDate')),
    currency,
    notes: [...readTextsAt(root, 'Note'), ...readTextsAt(root, 'PaymentTerms/Note')],
    terms: readTextsAt(root, 'PaymentTerms/Note'),
    precedingInvoices: listElements(root, 'BillingReference/InvoiceDocumentReference').flatMap(readReference),
    seller: readParty(seller),
    buyer: readParty(findElement(root, 'AccountingCustomerParty/Party')),
    payee: readLineAt(root, 'PayeeParty/PartyName/Name', MAX.name),
    payments: listElements(root, 'PaymentMeans').slice(0, 50).map(readPayment),
    lines: listElements(root, isCreditNoteRoot ? 'CreditNoteLine' : 'InvoiceLine').map(readLine),
    allowances: listElements(root, 'AllowanceCharge').map(readAllowance),
    breakdown: findTaxTotals(root, currency)
      .flatMap((total) => listElements(total, 'TaxSubtotal'))
      .map(readTax),
    totals: readTotals(root, currency),
  };
}

function readReference(from: XmlElement): readonly WrittenReference[] {
  const number = readLineAt(from, 'ID', MAX.code);
  return number === null ? [] : [{ number, date: parseDate(findText(from, 'IssueDate')) }];
}

const findTotalsCurrency = (root: XmlElement): string | null =>
  findElement(root, 'LegalMonetaryTotal/PayableAmount')?.attributes['currencyID'] ?? null;

/** Documents from before Peppol name the tax in the national language. */
const VAT = /^(VAT|TVA|BTW|MWST|UST)$/i;

function readParty(from: XmlElement | undefined): WrittenParty {
  const address = findElement(from, 'PostalAddress');
  const taxSchemes = listElements(from, 'PartyTaxScheme');
  const vat = taxSchemes.filter((scheme) => VAT.test(findText(scheme, 'TaxScheme/ID') ?? 'VAT'));
  return {
    name:
      readLineAt(from, 'PartyLegalEntity/RegistrationName', MAX.name) ?? readLineAt(from, 'PartyName/Name', MAX.name),
    tradingName: readLineAt(from, 'PartyName/Name', MAX.name),
    vatNumbers: vat.flatMap((scheme) => readTextsAt(scheme, 'CompanyID')),
    identifiers: [
      ...readIdentifiers(from, 'PartyLegalEntity/CompanyID'),
      ...readIdentifiers(from, 'PartyIdentification/ID'),
      ...taxSchemes.filter((scheme) => !vat.includes(scheme)).flatMap((scheme) => readIdentifiers(scheme, 'CompanyID')),
    ],
    endpoint: readIdentifiers(from, 'EndpointID')[0] ?? null,
    address: joinAddress(
      readLineAt(address, 'StreetName', MAX.address),
      readLineAt(address, 'BuildingNumber', MAX.code),
      readLineAt(address, 'AdditionalStreetName', MAX.address),
      readLineAt(address, 'AddressLine/Line', MAX.address),
    ),
    postalCode: readLineAt(address, 'PostalZone', MAX.code),
    city: readLineAt(address, 'CityName', MAX.name),
    country: findText(address, 'Country/IdentificationCode')?.toUpperCase() ?? null,
    email: readLineAt(from, 'Contact/ElectronicMail', MAX.name),
    phone: readLineAt(from, 'Contact/Telephone', MAX.code),
  };
}

/** Street and number, then additions. */
function joinAddress(street: string | null, number: string | null, ...more: readonly (string | null)[]): string | null {
  const first = [street, number].filter((part) => part !== null).join(' ');
  return [first, ...more].filter((part) => part !== null && part !== '').join(', ') || null;
}

function readIdentifiers(from: XmlElement | undefined, path: string): WrittenIdentifier[] {
  return listElements(from, path)
    .slice(0, 20)
    .filter(({ text }) => text !== '')
    .map(({ text, attributes }) => ({ scheme: attributes['schemeID'] ?? null, id: text }));
}

function readPayment(from: XmlElement): WrittenPayment {
  return {
    means: findText(from, 'PaymentMeansCode'),
    account: findText(from, 'PayeeFinancialAccount/ID'),
    bic: readFirstTextAt(
      from,
      'PayeeFinancialAccount/FinancialInstitutionBranch/ID',
      'PayeeFinancialAccount/FinancialInstitutionBranch/FinancialInstitution/ID',
    ),
    references: [
      ...readTextsAt(from, 'PaymentID'),
      ...readTextsAt(from, 'InstructionID'),
      ...readTextsAt(from, 'InstructionNote'),
    ],
    payerAccount: readFirstTextAt(from, 'PaymentMandate/PayerFinancialAccount/ID', 'PayerFinancialAccount/ID'),
  };
}

function readLine(from: XmlElement): WrittenLine {
  const price = findElement(from, 'Price');
  const category =
    findElement(from, 'Item/ClassifiedTaxCategory') ?? findElement(from, 'TaxTotal/TaxSubtotal/TaxCategory');
  return {
    description:
      readLineAt(from, 'Item/Name', MAX.description) ??
      readLineAt(from, 'Item/Description', MAX.description) ??
      readLineAt(from, 'Note', MAX.description),
    quantity: parseDecimal(readFirstTextAt(from, 'InvoicedQuantity', 'CreditedQuantity')),
    price: parseDecimal(findText(price, 'PriceAmount')),
    baseQuantity: parseDecimal(findText(price, 'BaseQuantity')),
    category: parseCategory(findText(category, 'ID')),
    rate: parseRate(findText(category, 'Percent')),
    net: parseAmountAt(from, 'LineExtensionAmount'),
  };
}

function readAllowance(from: XmlElement): WrittenAllowance {
  const category = findElement(from, 'TaxCategory');
  return {
    isCharge: findText(from, 'ChargeIndicator') === 'true',
    reasonCode: findText(from, 'AllowanceChargeReasonCode'),
    reason: readLineAt(from, 'AllowanceChargeReason', MAX.description),
    amount: parseAmountAt(from, 'Amount'),
    category: parseCategory(findText(category, 'ID')),
    rate: parseRate(findText(category, 'Percent')),
  };
}

/** Total with the breakdown, in the document currency; there may be another one in the seller's accounting currency. */
function findTaxTotals(root: XmlElement, currency: string | null): XmlElement[] {
  const all = listElements(root, 'TaxTotal');
  const detailed = all.filter((total) => findElement(total, 'TaxSubtotal'));
  if (detailed.length > 0) return detailed;
  const own = all.filter((total) => findElement(total, 'TaxAmount')?.attributes['currencyID'] === currency);
  return (own.length > 0 ? own : [...all]).slice(0, 1);
}

/** The total in the accounting currency has no breakdown. */
const findTaxInEuros = (root: XmlElement): XmlElement | undefined =>
  listElements(root, 'TaxTotal')
    .flatMap((total) => findElement(total, 'TaxAmount') ?? [])
    .find(({ attributes }) => attributes['currencyID'] === 'EUR');

function readTax(from: XmlElement): WrittenTax {
  return {
    category: parseCategory(findText(from, 'TaxCategory/ID')),
    rate: parseRate(readFirstTextAt(from, 'TaxCategory/Percent', 'Percent')),
    base: parseAmountAt(from, 'TaxableAmount'),
    tax: parseAmountAt(from, 'TaxAmount'),
  };
}

function readTotals(root: XmlElement, currency: string | null): WrittenTotals {
  const total = findElement(root, 'LegalMonetaryTotal');
  return {
    net: parseAmountAt(total, 'TaxExclusiveAmount'),
    vat: parseAmountAt(findTaxTotals(root, currency)[0], 'TaxAmount'),
    gross: parseAmountAt(total, 'TaxInclusiveAmount'),
    prepaid: parseAmountAt(total, 'PrepaidAmount'),
    rounding: parseAmountAt(total, 'PayableRoundingAmount'),
    payable: parseAmountAt(total, 'PayableAmount'),
    vatInEuros: currency === 'EUR' ? null : parseAmount(findTaxInEuros(root)?.text ?? null),
  };
}
