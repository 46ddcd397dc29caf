import { countrySpecs, electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import { isCurrencyCode } from '../../domain/currency/codes.ts';
import { normaliseBelgianNationalNumber } from '../../domain/numbers/belgian-national-number.ts';
import { normaliseCreditorIdentifier } from '../../domain/numbers/creditor-identifier.ts';
import { normaliseForeignVatNumber } from '../../domain/numbers/foreign-vat-number.ts';
import { normalisePeppolIdentifier } from '../../domain/numbers/peppol-identifier.ts';
import { normaliseStructuredCommunication } from '../../domain/numbers/structured-communication.ts';
import { hasCheckedPrefix, normaliseVatNumber } from '../../domain/numbers/vat-number.ts';
import type { TextFormat } from '../../domain/records/field.ts';
import { isEmailAddress } from '../http/input/fields.ts';
import { isCalendarDate } from '../http/reply/time.ts';
import type { MessageKey } from '../i18n/catalogue.ts';

/** Parser of a text format: returns the stored form, or null if the text is invalid. */
export interface FormatReader {
  readonly problem: MessageKey;
  readonly read: (text: string) => string | null;
}

const CODE = /^[A-Za-z0-9._/-]+$/;
const COMPANY_CODE = /^[A-Za-z0-9_-]+$/;
const COLOUR = /^#[0-9A-Fa-f]{6}$/;
const DIGITS = /^\d+$/;
/** Digits with at most one leading letter, as in national numbers. */
const NATIONAL_NUMBER = /^[A-Za-z]?\d[A-Za-z0-9\s./-]{3,24}$/;

const matchPattern = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : null);

export const formats: Readonly<Record<TextFormat | 'company_code' | 'url', FormatReader>> = {
  iban: {
    problem: 'iban_invalid',
    read(text) {
      const compact = electronicFormatIBAN(text);
      return compact !== null && isValidIBAN(compact) ? compact : null;
    },
  },
  bic: { problem: 'bic_invalid', read: (text) => (isValidBIC(text.toUpperCase()) ? text.toUpperCase() : null) },
  email: { problem: 'not_an_email', read: (text) => (isEmailAddress(text) ? text : null) },
  country: {
    problem: 'country_invalid',
    read(text) {
      const code = text.toUpperCase();
      // The list contains every country of ISO 3166-1, with or without IBANs.
      return Object.hasOwn(countrySpecs, code) ? code : null;
    },
  },
  vat_number: { problem: 'vat_number_invalid', read: readVatNumber },
  national_number: { problem: 'national_number_invalid', read: normaliseBelgianNationalNumber },
  // The country may be in another field, so only the record as a whole can be checked fully.
  national_vat_number: {
    problem: 'vat_number_invalid',
    read: (text) =>
      readVatNumber(text) ?? (NATIONAL_NUMBER.test(text) ? text.replace(/[\s./-]/g, '').toUpperCase() : null),
  },
  peppol_identifier: { problem: 'peppol_identifier_invalid', read: normalisePeppolIdentifier },
  digits: { problem: 'digits_only', read: matchPattern(DIGITS) },
  code: { problem: 'code_invalid', read: matchPattern(CODE) },
  company_code: { problem: 'company_code_invalid', read: matchPattern(COMPANY_CODE) },
  structured_communication: { problem: 'structured_communication_invalid', read: normaliseStructuredCommunication },
  currency: {
    problem: 'currency_unknown',
    read: (text) => (isCurrencyCode(text.toUpperCase()) ? text.toUpperCase() : null),
  },
  colour: { problem: 'colour_invalid', read: (text) => (COLOUR.test(text) ? text.toLowerCase() : null) },
  creditor_identifier: { problem: 'creditor_identifier_invalid', read: normaliseCreditorIdentifier },
  reminders: {
    problem: 'reminders_invalid',
    read: (text) => (['normal', 'never'].includes(text) || isCalendarDate(text) ? text : null),
  },
  url: { problem: 'not_a_url', read: (text) => (isWebAddress(text) ? text : null) },
};

function readVatNumber(text: string): string | null {
  return hasCheckedPrefix(text) ? normaliseVatNumber(text, null) : normaliseForeignVatNumber(text);
}

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  // `https://bank.example@evil.example` does not lead where it seems to.
  return ['http:', 'https:'].includes(protocol) && username === '' && password === '';
}
