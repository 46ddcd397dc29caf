import type { PlainDate } from '../dates.ts';
import type { Layer, VatEffect } from '../ledger/entry-events.ts';
import { absolute, isNegative, isZero, negate, percent, type Amount, type SignedAmount } from '../money.ts';
import { element, type XmlNode } from '../xml.ts';

/**
 * The audit file of Luxembourg (fichier audit informatisé AED, version 2.01, reduced version B: the books without the invoices), whose
 * parts are written one by one. Texts are cut to the lengths of its schema.
 */

/** What opens the year stands in the opening balances, and the zeroing of income and expenses would hide what they were. */
export const FAIA_LAYERS = ['movement'] as const satisfies readonly Layer[];

/** Lengths of texts in the schema. */
const [CODE, SHORT, MIDDLE, NAME, LONG] = [9, 18, 35, 70, 256];
/** Where the schema wants something and the books have nothing. */
const NOTHING = '-';
const VAT = 'TVA';

function cut(text: string | null, most: number): string {
  const trimmed = (text ?? '').trim();
  // What is not longer by its halves of characters is not longer by its characters.
  return trimmed.length <= most ? trimmed : [...trimmed].slice(0, most).join('');
}
const optional = (name: string, text: string | null, most: number): XmlNode => element(name, cut(text, most));
const required = (name: string, text: string | null, most: number): XmlNode =>
  element(name, cut(text, most) || NOTHING);
const amount = (name: string, value: Amount): XmlNode => element(name, [element('Amount', value)]);
/** `Opening`, `Closing`: on the side where it stands. */
const balance = (when: string, value: SignedAmount): XmlNode =>
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

const address = ({ street, house_number, postal_code, city, country }: FaiaAddress): XmlNode =>
  element('Address', [
    optional('StreetName', street, NAME),
    optional('Number', house_number, SHORT),
    required('City', city, MIDDLE),
    required('PostalCode', postal_code, SHORT),
    country?.length === 2 ? element('Country', country) : null,
    element('AddressType', 'StreetAddress'),
  ]);

const taxRegistration = (number: string | null): XmlNode =>
  number === null
    ? null
    : element('TaxRegistration', [required('TaxRegistrationNumber', number, MIDDLE), element('TaxType', VAT)]);

const bankAccounts = (ibans: readonly string[]): readonly XmlNode[] =>
  ibans.map((iban) => element('BankAccount', [required('IBANNumber', iban, MIDDLE)]));

export interface FaiaSpan {
  readonly from: PlainDate;
  readonly to: PlainDate;
  readonly madeOn: PlainDate;
}

export function faiaHeader(company: FaiaCompany, { from, to, madeOn }: FaiaSpan): XmlNode {
  const { contact } = company;
  const [first, ...others] = (contact.name ?? company.name).trim().split(/\s+/);
  const last = others.join(' ');
  return element('Header', [
    element('AuditFileVersion', '2.01'),
    element('AuditFileCountry', 'LU'),
    element('AuditFileDateCreated', madeOn),
    element('SoftwareCompanyName', 'Grandlivre'),
    element('SoftwareID', 'Grandlivre'),
    element('SoftwareVersion', '1.0.0'),
    element('Company', [
      required('RegistrationNumber', company.registration, MIDDLE),
      required('Name', company.name, NAME),
      address(company),
      element('Contact', [
        element('ContactPerson', [
          required('FirstName', last === '' ? null : first!, MIDDLE),
          required('LastName', last === '' ? first! : last, NAME),
        ]),
        required('Telephone', contact.phone, SHORT),
        optional('Email', contact.email, NAME),
      ]),
      taxRegistration(company.vat_number),
      ...bankAccounts(company.ibans),
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

export const faiaAccount = ({ number, label, type, opening, closing }: FaiaAccount): XmlNode =>
  element('Account', [
    required('AccountID', number, NAME),
    required('AccountDescription', label, LONG),
    element('AccountType', ACCOUNT_TYPES[type] ?? NOTHING),
    balance('Opening', opening),
    balance('Closing', closing),
  ]);

export interface FaiaParty extends FaiaAddress {
  readonly type: string;
  readonly code: string;
  readonly name: string;
  readonly enterprise_number: string | null;
  readonly vat_number: string | null;
  readonly ibans: readonly string[];
}

const partyId = (type: string | null, code: string | null): XmlNode =>
  optional(type === 'supplier' ? 'SupplierID' : 'CustomerID', code, MIDDLE);

export const faiaParty = (party: FaiaParty): XmlNode =>
  element(party.type === 'supplier' ? 'Supplier' : 'Customer', [
    optional('RegistrationNumber', party.enterprise_number, MIDDLE),
    required('Name', party.name, NAME),
    address(party),
    taxRegistration(party.vat_number),
    ...bankAccounts(party.ibans),
    partyId(party.type, party.code),
  ]);

export interface FaiaTaxCode {
  readonly id: number;
  readonly code: string;
  readonly label: string;
  readonly rate: string;
}

/** Nine characters at most: a longer code is told by its number, which no code begins like, and described in full. */
export const faiaTaxCode = ({ id, code }: Pick<FaiaTaxCode, 'id' | 'code'>): string =>
  code.length <= CODE ? code : `#${id}`;

export const faiaTaxTable = (codes: readonly FaiaTaxCode[]): XmlNode =>
  element('TaxTable', [
    element('TaxTableEntry', [
      element('TaxType', VAT),
      element('Description', 'Taxe sur la valeur ajoutée'),
      ...codes.map((code) =>
        element('TaxCodeDetails', [
          element('TaxCode', faiaTaxCode(code)),
          required('Description', `${code.code} ${code.label}`, LONG),
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

export const faiaJournal = (journal: {
  readonly code: string;
  readonly label: string;
  readonly type: string;
}): readonly XmlNode[] => [
  required('JournalID', journal.code, SHORT),
  required('Description', journal.label, LONG),
  element('Type', JOURNAL_TYPES[journal.type] ?? 'DIVERS'),
];

export interface FaiaTransaction {
  readonly called: string;
  /** Counted from one in its fiscal year. */
  readonly period: number;
  readonly year: string;
  readonly document_date: PlainDate;
  readonly entry_date: PlainDate;
  readonly recorded_on: PlainDate;
  readonly label: string | null;
}

/** What stands before the lines. */
export const faiaTransaction = (entry: FaiaTransaction): readonly XmlNode[] => [
  required('TransactionID', entry.called, NAME),
  element('Period', String(entry.period)),
  element('PeriodYear', entry.year),
  element('TransactionDate', entry.document_date),
  required('Description', entry.label ?? entry.called, LONG),
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
  readonly tax: FaiaTaxCode | null;
  /** The line holds tax, and does not bear it. */
  readonly holdsTax: boolean;
  /** What the codes of its entry come to. */
  readonly effects: readonly VatEffect[] | null;
}

export const faiaLine = (line: FaiaLine): XmlNode =>
  element('Line', [
    element('RecordID', String(line.line_number)),
    required('AccountID', line.account_number, NAME),
    optional('SourceDocumentID', line.reference, MIDDLE),
    partyId(line.party_type, line.party_code),
    required('Description', line.label, LONG),
    isZero(line.credit) ? amount('DebitAmount', line.debit) : amount('CreditAmount', line.credit),
    taxInformation(line),
  ]);

function taxInformation({ tax, holdsTax, effects, debit, credit }: FaiaLine): XmlNode {
  if (tax === null) return null;
  const own = isZero(credit) ? debit : credit;
  const effect = effects?.find(({ vat_code_id }) => vat_code_id === tax.id);
  const base = holdsTax ? absolute(effect?.base ?? '0.00') : own;
  return element('TaxInformation', [
    element('TaxType', VAT),
    element('TaxCode', faiaTaxCode(tax)),
    element('TaxPercentage', tax.rate),
    element('TaxBase', base),
    amount('TaxAmount', holdsTax ? own : percent(own, tax.rate)),
  ]);
}

/** `FAIA-LU15027442-20260101-20261231` */
export const faiaFileName = (company: Pick<FaiaCompany, 'vat_number' | 'name'>, { from, to }: FaiaSpan): string =>
  ['FAIA', company.vat_number ?? company.name, from.replaceAll('-', ''), to.replaceAll('-', '')].join('-');
