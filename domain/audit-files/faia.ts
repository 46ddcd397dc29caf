import type { PlainDate } from '../dates.ts';
import type { Layer, VatEffect } from '../ledger/entry-events.ts';
import { toFileCurrency } from '../ledger/vat-currency.ts';
import {
  absolute,
  add,
  divide,
  isNegative,
  isZero,
  multiply,
  negate,
  subtract,
  ZERO,
  type Amount,
  type SignedAmount,
} from '../money.ts';
import { element, type XmlNode } from '../xml.ts';

/**
 * Luxembourg audit file (fichier audit informatisé AED, version 2.01, reduced version B: the books without the invoices).
 * Each part is written separately. Texts are truncated to the lengths of its schema.
 */

/** Opening amounts belong to the opening balances; entries that zero income and expenses would hide their totals. */
export const FAIA_LAYERS = ['movement'] as const satisfies readonly Layer[];

/** Maximum text lengths in the schema. */
const [CODE, SHORT, MIDDLE, NAME, LONG] = [9, 18, 35, 70, 256];
/** Placeholder for an element that the schema requires and the books do not have. */
const NOTHING = '-';
const VAT = 'TVA';

function truncate(text: string | null, most: number): string {
  const trimmed = (text ?? '').trim();
  // Length in UTF-16 units is never less than the number of characters.
  return trimmed.length <= most ? trimmed : [...trimmed].slice(0, most).join('');
}
const buildOptional = (name: string, text: string | null, most: number): XmlNode => element(name, truncate(text, most));
const buildRequired = (name: string, text: string | null, most: number): XmlNode =>
  element(name, truncate(text, most) || NOTHING);
const buildAmount = (name: string, value: Amount, foreign: readonly XmlNode[] = []): XmlNode =>
  element(name, [element('Amount', value), ...foreign]);

/** `when` is `Opening` or `Closing`; the element name depends on the side of the balance. */
const buildBalance = (when: string, value: SignedAmount): XmlNode =>
  isNegative(value)
    ? element(`${when}CreditBalance`, negate(value))
    : element(`${when}DebitBalance`, isZero(value) ? '0.00' : value);

export interface FaiaAddress {
  readonly street: string | null;
  readonly house_number: string | null;
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly country: string | null;
}

export interface FaiaCompany extends FaiaAddress {
  readonly name: string;
  readonly registration: string | null;
  readonly vat_number: string | null;
  readonly contact: { readonly name: string | null; readonly phone: string | null; readonly email: string | null };
  readonly ibans: readonly string[];
  readonly currency: string;
}

const buildAddress = ({ street, house_number, postal_code, city, country }: FaiaAddress): XmlNode =>
  element('Address', [
    buildOptional('StreetName', street, NAME),
    buildOptional('Number', house_number, SHORT),
    buildRequired('City', city, MIDDLE),
    buildRequired('PostalCode', postal_code, SHORT),
    country?.length === 2 ? element('Country', country) : null,
    element('AddressType', 'StreetAddress'),
  ]);

const buildTaxRegistration = (number: string | null): XmlNode =>
  number === null
    ? null
    : element('TaxRegistration', [buildRequired('TaxRegistrationNumber', number, MIDDLE), element('TaxType', VAT)]);

const buildBankAccounts = (ibans: readonly string[]): readonly XmlNode[] =>
  ibans.map((iban) => element('BankAccount', [buildRequired('IBANNumber', iban, MIDDLE)]));

export interface FaiaSpan {
  readonly from: PlainDate;
  readonly to: PlainDate;
  readonly madeOn: PlainDate;
}

export function buildFaiaHeader(company: FaiaCompany, { from, to, madeOn }: FaiaSpan): XmlNode {
  const { contact } = company;
  const [first, ...others] = (contact.name ?? company.name).trim().split(/\s+/);
  const last = others.join(' ');
  return element('Header', [
    element('AuditFileVersion', '2.01'),
    element('AuditFileCountry', 'LU'),
    element('AuditFileDateCreated', madeOn),
    element('SoftwareCompanyName', 'Grandlivre'),
    element('SoftwareID', 'Grandlivre'),
    element('SoftwareVersion', '1.2.0'),
    element('Company', [
      buildRequired('RegistrationNumber', company.registration, MIDDLE),
      buildRequired('Name', company.name, NAME),
      buildAddress(company),
      element('Contact', [
        element('ContactPerson', [
          buildRequired('FirstName', last === '' ? null : first!, MIDDLE),
          buildRequired('LastName', last === '' ? first! : last, NAME),
        ]),
        buildRequired('Telephone', contact.phone, SHORT),
        buildOptional('Email', contact.email, NAME),
      ]),
      buildTaxRegistration(company.vat_number),
      ...buildBankAccounts(company.ibans),
    ]),
    element('DefaultCurrencyCode', company.currency),
    element('SelectionCriteria', [element('SelectionStartDate', from), element('SelectionEndDate', to)]),
    element('TaxAccountingBasis', 'Invoice Accounting'),
  ]);
}

const ACCOUNT_TYPES: Readonly<Record<string, string>> = {
  asset: 'Actif',
  liability: 'Passif',
  equity: 'Passif',
  income: 'Produit',
  expense: 'Charge',
  off_balance: 'Hors bilan',
};

export interface FaiaAccount {
  readonly number: string;
  readonly label: string;
  readonly type: string;
  readonly opening: SignedAmount;
  readonly closing: SignedAmount;
}

export const buildFaiaAccount = ({ number, label, type, opening, closing }: FaiaAccount): XmlNode =>
  element('Account', [
    buildRequired('AccountID', number, NAME),
    buildRequired('AccountDescription', label, LONG),
    element('AccountType', ACCOUNT_TYPES[type] ?? NOTHING),
    buildBalance('Opening', opening),
    buildBalance('Closing', closing),
  ]);

export interface FaiaParty extends FaiaAddress {
  readonly type: string;
  readonly code: string;
  readonly name: string;
  readonly enterprise_number: string | null;
  readonly vat_number: string | null;
  readonly ibans: readonly string[];
}

const buildPartyId = (type: string | null, code: string | null): XmlNode =>
  buildOptional(type === 'supplier' ? 'SupplierID' : 'CustomerID', code, MIDDLE);

export const buildFaiaParty = (party: FaiaParty): XmlNode =>
  element(party.type === 'supplier' ? 'Supplier' : 'Customer', [
    buildOptional('RegistrationNumber', party.enterprise_number, MIDDLE),
    buildRequired('Name', party.name, NAME),
    buildAddress(party),
    buildTaxRegistration(party.vat_number),
    ...buildBankAccounts(party.ibans),
    buildPartyId(party.type, party.code),
  ]);

export interface FaiaTaxCode {
  readonly id: number;
  readonly code: string;
  readonly label: string;
  readonly rate: string;
}

/** At most nine characters: a longer code is replaced by its id after `#`, which starts no code, and described in full. */
export const getFaiaTaxCode = ({ id, code }: Pick<FaiaTaxCode, 'id' | 'code'>): string =>
  code.length <= CODE ? code : `#${id}`;

export const buildFaiaTaxTable = (codes: readonly FaiaTaxCode[]): XmlNode =>
  element('TaxTable', [
    element('TaxTableEntry', [
      element('TaxType', VAT),
      element('Description', 'Taxe sur la valeur ajoutée'),
      ...codes.map((code) =>
        element('TaxCodeDetails', [
          element('TaxCode', getFaiaTaxCode(code)),
          buildRequired('Description', `${code.code} ${code.label}`, LONG),
          element('TaxPercentage', code.rate),
          element('Country', 'LU'),
        ]),
      ),
    ]),
  ]);

const JOURNAL_TYPES: Readonly<Record<string, string>> = {
  purchase: 'ACHAT',
  purchase_credit: 'AVOIR-ACH',
  sale: 'VENTE',
  sale_credit: 'AVOIR-VTE',
  miscellaneous: 'DIVERS',
  cash: 'CAISSE',
  bank: 'BANQUE',
};

export const buildFaiaJournal = (journal: {
  readonly code: string;
  readonly label: string;
  readonly type: string;
}): readonly XmlNode[] => [
  buildRequired('JournalID', journal.code, SHORT),
  buildRequired('Description', journal.label, LONG),
  element('Type', JOURNAL_TYPES[journal.type] ?? 'DIVERS'),
];

export interface FaiaTransaction {
  readonly called: string;
  /** Counted from one within its fiscal year. */
  readonly period: number;
  readonly year: string;
  readonly document_date: PlainDate;
  readonly entry_date: PlainDate;
  readonly recorded_on: PlainDate;
  readonly label: string | null;
}

/** Elements that precede the lines. */
export const buildFaiaTransaction = (entry: FaiaTransaction): readonly XmlNode[] => [
  buildRequired('TransactionID', entry.called, NAME),
  element('Period', String(entry.period)),
  element('PeriodYear', entry.year),
  element('TransactionDate', entry.document_date),
  buildRequired('Description', entry.label ?? entry.called, LONG),
  element('SystemEntryDate', entry.recorded_on),
  element('GLPostingDate', entry.entry_date),
];

export interface FaiaLine {
  readonly line_number: number;
  readonly account_number: string;
  readonly reference: string | null;
  readonly party_type: string | null;
  readonly party_code: string | null;
  readonly label: string;
  readonly debit: Amount;
  readonly credit: Amount;
  /** Null: the default currency. The amount has the sign of debit minus credit. */
  readonly currency: { readonly code: string; readonly amount: SignedAmount } | null;
  readonly tax: FaiaTaxCode | null;
  /** The line holds tax itself; it is not the base of a tax. */
  readonly holdsTax: boolean;
  /** VAT effects of the entry, by code. */
  readonly effects: readonly VatEffect[] | null;
}

export const buildFaiaLine = (line: FaiaLine): XmlNode =>
  element('Line', [
    element('RecordID', String(line.line_number)),
    buildRequired('AccountID', line.account_number, NAME),
    buildOptional('SourceDocumentID', line.reference, MIDDLE),
    buildPartyId(line.party_type, line.party_code),
    buildRequired('Description', line.label, LONG),
    isZero(line.credit)
      ? buildAmount('DebitAmount', line.debit, buildForeignAmount(line))
      : buildAmount('CreditAmount', line.credit, buildForeignAmount(line)),
    buildTaxInformation(line),
  ]);

const RATE_PLACES = 8;

/**
 * Amount in another currency. The rate of the schema is what one unit of it is worth in the default currency: the amount
 * times the rate is the amount in the default currency. Rates of the books are quoted the other way round.
 */
function buildForeignAmount({ currency, debit, credit }: FaiaLine): readonly XmlNode[] {
  if (currency === null || isZero(currency.amount)) return [];
  const amount = absolute(currency.amount);
  const rate = divide(isZero(credit) ? debit : credit, amount, RATE_PLACES);
  return [
    element('CurrencyCode', currency.code),
    element('CurrencyAmount', amount),
    ...(isZero(rate) ? [] : [element('ExchangeRate', rate)]),
  ];
}

/** Tax is reported once, on the line that holds it; on the line of the base only if no other line holds it. */
function buildTaxInformation({ tax, holdsTax, effects, debit, credit }: FaiaLine): XmlNode {
  if (tax === null) return null;
  const own = isZero(credit) ? debit : credit;
  const found = effects?.find(({ vat_code_id }) => vat_code_id === tax.id);
  const effect = found && toFileCurrency(found);
  if (!holdsTax && effect && !(isZero(effect.due) && isZero(effect.deductible))) return null;
  const included = holdsTax ? own : computeIncludedTax(own, effect);
  return element('TaxInformation', [
    element('TaxType', VAT),
    element('TaxCode', getFaiaTaxCode(tax)),
    element('TaxPercentage', tax.rate),
    element('TaxBase', holdsTax ? absolute(effect?.base ?? '0.00') : subtract(own, included)),
    buildAmount('TaxAmount', included),
  ]);
}

/** Tax that is not deducted is part of the cost, in proportion. */
function computeIncludedTax(cost: Amount, effect: Pick<VatEffect, 'base' | 'non_deductible'> | undefined): Amount {
  if (!effect || isZero(effect.non_deductible)) return ZERO;
  const [base, tax] = [absolute(effect.base), absolute(effect.non_deductible)];
  return divide(multiply(cost, tax), add(base, tax), 2);
}

/** `FAIA-LU15027442-20260101-20261231` */
export const buildFaiaFileName = (company: Pick<FaiaCompany, 'vat_number' | 'name'>, { from, to }: FaiaSpan): string =>
  ['FAIA', company.vat_number ?? company.name, from.replaceAll('-', ''), to.replaceAll('-', '')].join('-');
