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
import { amountAt, categoryOf, dateOf, decimalOf, firstTextAt, lineAt, MAX, rateOf, textsAt } from './values.ts';

/** UBL 2.1, invoice and credit note: of Peppol BIS Billing 3, of another specification, or of none. */
export function readUbl(root: XmlElement): WrittenInvoice {
  const isCreditNoteRoot = root.name === 'CreditNote';
  const typeCode = firstTextAt(root, 'InvoiceTypeCode', 'CreditNoteTypeCode');
  const currency = textAt(root, 'DocumentCurrencyCode') ?? currencyOfTotals(root);
  const seller = elementAt(root, 'AccountingSupplierParty/Party');
  return {
    typeCode,
    isCreditNote: isCreditNoteRoot || isCreditNoteType(typeCode),
    number: lineAt(root, 'ID', MAX.code),
    issueDate: dateOf(textAt(root, 'IssueDate')),
    // Credit notes have no due date of their own: it stands with the payment.
    dueDate: dateOf(firstTextAt(root, 'DueDate', 'PaymentMeans/PaymentDueDate', 'PaymentTerms/PaymentDueDate')),
    currency,
    notes: [...textsAt(root, 'Note'), ...textsAt(root, 'PaymentTerms/Note')],
    seller: party(seller),
    buyer: party(elementAt(root, 'AccountingCustomerParty/Party')),
    payee: lineAt(root, 'PayeeParty/PartyName/Name', MAX.name),
    payments: elementsAt(root, 'PaymentMeans').slice(0, 50).map(payment),
    lines: elementsAt(root, isCreditNoteRoot ? 'CreditNoteLine' : 'InvoiceLine').map(line),
    allowances: elementsAt(root, 'AllowanceCharge').map(allowance),
    breakdown: taxTotal(root, currency)
      .flatMap((total) => elementsAt(total, 'TaxSubtotal'))
      .map(tax),
    totals: totals(root, currency),
  };
}

const currencyOfTotals = (root: XmlElement): string | null =>
  elementAt(root, 'LegalMonetaryTotal/PayableAmount')?.attributes['currencyID'] ?? null;

/** Documents before Peppol name the tax in the language of their country. */
const VAT = /^(VAT|TVA|BTW|MWST|UST)$/i;

function party(from: XmlElement | undefined): WrittenParty {
  const address = elementAt(from, 'PostalAddress');
  const taxSchemes = elementsAt(from, 'PartyTaxScheme');
  const vat = taxSchemes.filter((scheme) => VAT.test(textAt(scheme, 'TaxScheme/ID') ?? 'VAT'));
  return {
    name: lineAt(from, 'PartyLegalEntity/RegistrationName', MAX.name) ?? lineAt(from, 'PartyName/Name', MAX.name),
    tradingName: lineAt(from, 'PartyName/Name', MAX.name),
    vatNumbers: vat.flatMap((scheme) => textsAt(scheme, 'CompanyID')),
    identifiers: [
      ...identifiersAt(from, 'PartyLegalEntity/CompanyID'),
      ...identifiersAt(from, 'PartyIdentification/ID'),
      ...taxSchemes.filter((scheme) => !vat.includes(scheme)).flatMap((scheme) => identifiersAt(scheme, 'CompanyID')),
    ],
    endpoint: identifiersAt(from, 'EndpointID')[0] ?? null,
    address: joined(
      lineAt(address, 'StreetName', MAX.address),
      lineAt(address, 'BuildingNumber', MAX.code),
      lineAt(address, 'AdditionalStreetName', MAX.address),
      lineAt(address, 'AddressLine/Line', MAX.address),
    ),
    postalCode: lineAt(address, 'PostalZone', MAX.code),
    city: lineAt(address, 'CityName', MAX.name),
    country: textAt(address, 'Country/IdentificationCode')?.toUpperCase() ?? null,
    email: lineAt(from, 'Contact/ElectronicMail', MAX.name),
    phone: lineAt(from, 'Contact/Telephone', MAX.code),
  };
}

/** A street with its number, then what is added to it. */
function joined(street: string | null, number: string | null, ...more: readonly (string | null)[]): string | null {
  const first = [street, number].filter((part) => part !== null).join(' ');
  return [first, ...more].filter((part) => part !== null && part !== '').join(', ') || null;
}

function identifiersAt(from: XmlElement | undefined, path: string): WrittenIdentifier[] {
  return elementsAt(from, path)
    .slice(0, 20)
    .filter(({ text }) => text !== '')
    .map(({ text, attributes }) => ({ scheme: attributes['schemeID'] ?? null, id: text }));
}

function payment(from: XmlElement): WrittenPayment {
  return {
    means: textAt(from, 'PaymentMeansCode'),
    account: textAt(from, 'PayeeFinancialAccount/ID'),
    bic: firstTextAt(
      from,
      'PayeeFinancialAccount/FinancialInstitutionBranch/ID',
      'PayeeFinancialAccount/FinancialInstitutionBranch/FinancialInstitution/ID',
    ),
    references: [...textsAt(from, 'PaymentID'), ...textsAt(from, 'InstructionID'), ...textsAt(from, 'InstructionNote')],
    payerAccount: firstTextAt(from, 'PaymentMandate/PayerFinancialAccount/ID', 'PayerFinancialAccount/ID'),
  };
}

function line(from: XmlElement): WrittenLine {
  const price = elementAt(from, 'Price');
  const category = elementAt(from, 'Item/ClassifiedTaxCategory') ?? elementAt(from, 'TaxTotal/TaxSubtotal/TaxCategory');
  return {
    description:
      lineAt(from, 'Item/Name', MAX.description) ??
      lineAt(from, 'Item/Description', MAX.description) ??
      lineAt(from, 'Note', MAX.description),
    quantity: decimalOf(firstTextAt(from, 'InvoicedQuantity', 'CreditedQuantity')),
    price: decimalOf(textAt(price, 'PriceAmount')),
    baseQuantity: decimalOf(textAt(price, 'BaseQuantity')),
    category: categoryOf(textAt(category, 'ID')),
    rate: rateOf(textAt(category, 'Percent')),
    net: amountAt(from, 'LineExtensionAmount'),
  };
}

function allowance(from: XmlElement): WrittenAllowance {
  const category = elementAt(from, 'TaxCategory');
  return {
    isCharge: textAt(from, 'ChargeIndicator') === 'true',
    reason: lineAt(from, 'AllowanceChargeReason', MAX.description),
    amount: amountAt(from, 'Amount'),
    category: categoryOf(textAt(category, 'ID')),
    rate: rateOf(textAt(category, 'Percent')),
  };
}

/** The total with the breakdown, in the currency of the document; another one may stand in that of the seller's accounts. */
function taxTotal(root: XmlElement, currency: string | null): XmlElement[] {
  const all = elementsAt(root, 'TaxTotal');
  const detailed = all.filter((total) => elementAt(total, 'TaxSubtotal'));
  if (detailed.length > 0) return detailed;
  const own = all.filter((total) => elementAt(total, 'TaxAmount')?.attributes['currencyID'] === currency);
  return (own.length > 0 ? own : [...all]).slice(0, 1);
}

function tax(from: XmlElement): WrittenTax {
  return {
    category: categoryOf(textAt(from, 'TaxCategory/ID')),
    rate: rateOf(firstTextAt(from, 'TaxCategory/Percent', 'Percent')),
    base: amountAt(from, 'TaxableAmount'),
    tax: amountAt(from, 'TaxAmount'),
  };
}

function totals(root: XmlElement, currency: string | null): WrittenTotals {
  const total = elementAt(root, 'LegalMonetaryTotal');
  return {
    net: amountAt(total, 'TaxExclusiveAmount'),
    vat: amountAt(taxTotal(root, currency)[0], 'TaxAmount'),
    gross: amountAt(total, 'TaxInclusiveAmount'),
    prepaid: amountAt(total, 'PrepaidAmount'),
    rounding: amountAt(total, 'PayableRoundingAmount'),
    payable: amountAt(total, 'PayableAmount'),
  };
}
