import {
  countrySpecs,
  electronicFormatIBAN,
  extractIBAN,
  friendlyFormatIBAN,
  isSEPACountry,
  validateIBAN,
  ValidationErrorsIBAN,
} from 'ibantools';
import { z } from 'zod';
import type { Language } from '../../../domain/language.ts';
import { toBank } from '../../../domain/reference/banks/index.ts';
import { splitIban } from '../../../domain/reference/iban.ts';
import { ok } from '../../http/reply/reply.ts';
import { route } from '../../http/routing/route.ts';
import type { MessageKey } from '../../i18n/catalogue.ts';
import { translate, type MessageParams } from '../../i18n/translate.ts';
import { getLabelLanguage, LanguageQuery } from './answers.ts';

/** The longest IBAN has 34 characters; with spaces and dashes it can be longer. */
const MAX_WRITTEN_LENGTH = 100;
const MAX_LENGTH = 34;

const nullableText = z.string().nullable();

const IbanAnswer = z
  .object({
    iban: z.string().meta({ description: 'Without spaces, in upper case.' }),
    valid: z.boolean(),
    formatted: nullableText.meta({ description: 'In groups of four.' }),
    country: nullableText,
    check_digits: nullableText,
    bank_code: nullableText,
    branch_code: nullableText,
    account_number: nullableText,
    national_check_digits: nullableText,
    is_sepa: z.boolean().nullable().meta({ description: 'Whether the country is part of SEPA.' }),
    bank: z
      .object({ name: z.string(), bic: nullableText })
      .nullable()
      .meta({ description: 'For accounts in Belgium, France and Luxembourg, where the bank code is known.' }),
    problem: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .meta({ description: 'Why the IBAN is invalid.' }),
  })
  .meta({ id: 'IbanCheck' });

type IbanAnswer = z.output<typeof IbanAnswer>;

interface IbanProblem {
  readonly code: MessageKey;
  readonly params?: MessageParams;
}

const NOTHING_KNOWN = {
  formatted: null,
  country: null,
  check_digits: null,
  bank_code: null,
  branch_code: null,
  account_number: null,
  national_check_digits: null,
  is_sepa: null,
  bank: null,
} as const;

export const ibanRoutes = [
  route({
    method: 'get',
    area: 'meta',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    path: '/v1/reference/iban/{iban}',
    operationId: 'checkIban',
    summary: 'Validate an IBAN, and get its bank and BIC if known',
    params: z.object({ iban: z.string().meta({ examples: ['BE68539007547034'] }) }),
    query: LanguageQuery,
    example: { params: { iban: 'BE68539007547034' } },
    replies: { 200: IbanAnswer },
    handle: (request) => {
      const language = getLabelLanguage(request);
      // Account numbers are personal data: keep them out of caches.
      const headers = { 'Cache-Control': 'private, no-store', 'Content-Language': language };
      return ok(checkIban(request.params.iban, language), { headers });
    },
  }),
];

export function checkIban(written: string, language: Language): IbanAnswer {
  const compact = written.length > MAX_WRITTEN_LENGTH ? null : electronicFormatIBAN(written);
  const iban = (compact ?? '').slice(0, MAX_LENGTH);
  const problem = findProblem(compact ?? '');
  if (problem !== null) {
    const { code, params } = problem;
    return { iban, valid: false, ...NOTHING_KNOWN, problem: { code, message: translate(code, language, params) } };
  }
  const country = iban.slice(0, 2);
  const { bankCode, branchCode, accountNumber, nationalCheckDigits } = splitIbanParts(iban);
  const bank = bankCode === null ? undefined : toBank(country, bankCode);
  return {
    iban,
    valid: true,
    formatted: friendlyFormatIBAN(iban),
    country,
    check_digits: iban.slice(2, 4),
    bank_code: bankCode,
    branch_code: branchCode,
    account_number: accountNumber,
    national_check_digits: nationalCheckDigits,
    is_sepa: isSEPACountry(country),
    bank: bank === undefined ? null : { name: bank.name, bic: bank.bic },
    problem: null,
  };
}

/** Our own layouts where available; the library does not separate national check digits from the account number. */
function splitIbanParts(iban: string) {
  const parts = splitIban(iban);
  if (parts !== undefined) return parts;
  const { bankIdentifier, branchIdentifier, accountNumber } = extractIBAN(iban);
  return {
    bankCode: bankIdentifier ?? null,
    branchCode: branchIdentifier ?? null,
    accountNumber: accountNumber ?? null,
    nationalCheckDigits: null,
  };
}

/** Reports only the first problem, checking the general format first: later ones would follow from it. */
function findProblem(iban: string): IbanProblem | null {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban) || iban.length > MAX_LENGTH) return { code: 'iban_unreadable' };
  const country = iban.slice(0, 2);
  const { errorCodes } = validateIBAN(iban);
  const hasError = (error: ValidationErrorsIBAN) => errorCodes.includes(error);
  if (hasError(ValidationErrorsIBAN.NoIBANCountry)) return { code: 'iban_country_unknown', params: { country } };
  if (hasError(ValidationErrorsIBAN.WrongBBANLength)) {
    const expected = countrySpecs[country]?.chars ?? 0;
    return { code: 'iban_length_wrong', params: { country, expected, length: iban.length } };
  }
  if (hasError(ValidationErrorsIBAN.WrongBBANFormat)) return { code: 'iban_format_wrong', params: { country } };
  if (hasError(ValidationErrorsIBAN.WrongIBANChecksum)) return { code: 'iban_check_digits_wrong' };
  if (hasError(ValidationErrorsIBAN.WrongAccountBankBranchChecksum)) return { code: 'iban_national_check_wrong' };
  return errorCodes.length > 0 ? { code: 'iban_unreadable' } : null;
}
