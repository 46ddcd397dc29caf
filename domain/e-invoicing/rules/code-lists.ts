import { readTable, readWords } from '../../data-table.ts';
import table from './data/code-lists.json' with { type: 'json' };

const NUMBERED = /^(?<prefix>.*?)(?<number>\d+)$/;

const listBetween = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Code lists used in documents. In the table, `F10..F99` stands for all codes from the first to the last. */
export interface CodeList {
  /** Its public name. */
  readonly title: string;
  /** The release that it was taken from. */
  readonly version: string;
  readonly codes: ReadonlySet<string>;
}

export const CODE_LISTS: ReadonlyMap<string, CodeList> = new Map(
  readTable(table, ['list', 'title', 'version', 'codes']).map(({ list, title, version, codes }) => [
    list,
    { title, version, codes: new Set(readWords(codes).flatMap(expandRange)) },
  ]),
);

/** Numbers keep the digits of the first; otherwise the last letters are counted. */
export function expandRange(word: string): readonly string[] {
  const [first = '', last] = word.split('..');
  if (last === undefined) return [first];
  const from = NUMBERED.exec(first)?.groups;
  const to = NUMBERED.exec(last)?.groups;
  if (from && to && from['prefix'] === to['prefix'])
    return listBetween(Number(from['number']), Number(to['number'])).map(
      (number) => `${from['prefix']}${String(number).padStart(from['number']!.length, '0')}`,
    );
  const prefix = first.slice(0, -1);
  if (!last.startsWith(prefix) || last.length !== first.length) throw new Error(`Not a range of codes: ${word}`);
  return listBetween(first.charCodeAt(prefix.length), last.charCodeAt(prefix.length)).map(
    (letter) => `${prefix}${String.fromCharCode(letter)}`,
  );
}

const getCodes = (list: string): ReadonlySet<string> => {
  const found = CODE_LISTS.get(list);
  if (!found) throw new Error(`There is no code list ${list}`);
  return found.codes;
};

export const INVOICE_TYPES = getCodes('invoice_types');
export const CREDIT_NOTE_TYPES = getCodes('credit_note_types');

/** Types accepted by the Peppol network for invoices and credit notes. */
export const PEPPOL_INVOICE_TYPES = getCodes('peppol_invoice_types');
export const PEPPOL_CREDIT_NOTE_TYPES = getCodes('peppol_credit_note_types');

/** Types of invoices that the customer issues. */
export const SELF_BILLED_INVOICE_TYPES = getCodes('self_billed_invoice_types');
export const SELF_BILLED_CREDIT_NOTE_TYPES = getCodes('self_billed_credit_note_types');

export const CURRENCIES = getCodes('currencies');

/** With the codes used here for Kosovo and Northern Ireland. */
export const COUNTRIES = getCodes('countries');

/** Codes for the tax point only. */
export const TAX_POINTS = getCodes('tax_points');

const QUALIFIERS = getCodes('reference_qualifiers');
export const isReferenceQualifier = (code: string): boolean => QUALIFIERS.has(code);

/** Subjects of notes, written between two number signs. */
const SUBJECTS = getCodes('note_subjects');
export const isNoteSubject = (code: string): boolean => SUBJECTS.has(code);

const REGISTERS = getCodes('registers');
export const isRegister = (code: string): boolean => REGISTERS.has(code);

export const ADDRESS_SCHEMES = getCodes('address_schemes');
/** The network delivers only to register numbers, not to mailboxes. */
export const PEPPOL_ADDRESS_SCHEMES = getCodes('peppol_address_schemes');

const CLASSIFICATIONS = getCodes('item_classifications');
export const isItemClassification = (code: string): boolean => CLASSIFICATIONS.has(code);

export const PAYMENT_MEANS = getCodes('payment_means');

/** Codes used by the standard only. */
export const TAX_CATEGORIES = getCodes('tax_categories');

export const ALLOWANCE_REASONS = getCodes('allowance_reasons');
export const PEPPOL_ALLOWANCE_REASONS = ALLOWANCE_REASONS;

export const CHARGE_REASONS = getCodes('charge_reasons');

/** Exemption reasons of the EU directive, by article, and of member states. */
const EXEMPTIONS = getCodes('exemption_reasons');
export const isExemptionCode = (code: string): boolean => EXEMPTIONS.has(code.toUpperCase());

/** Media types of attachments allowed in documents. */
export const MIME_TYPES = getCodes('mime_types');

/** Units of measure, and packages with the prefix X. */
const UNITS = getCodes('units');
const PACKAGES = getCodes('packages');
export const isUnit = (code: string): boolean => UNITS.has(code) || PACKAGES.has(code);
