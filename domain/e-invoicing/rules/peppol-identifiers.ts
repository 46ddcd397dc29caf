import { isBelgianEnterpriseNumber } from '../../numbers/belgian-enterprise-number.ts';
import type { XmlElement } from '../../xml.ts';
import { wellFormed } from './builders.ts';
import type { Place } from './places.ts';
import type { Rule, Severity } from './rule.ts';
import { toLabels } from './texts.ts';

/** Peppol, COMMON: register numbers with a public format and check digits, anywhere in a document. */

const toDigits = (text: string): number[] => Array.from(text, Number);

/** Weighted sum of the digits, from the right. */
const sumWeighted = (text: string, weightAt: (index: number) => number): number =>
  toDigits(text)
    .reverse()
    .reduce((total, digit, index) => total + digit * weightAt(index), 0);

/** GS1 check: weights three and one in turn, from the right. */
const isGln = (text: string): boolean =>
  /^\d{2,20}$/.test(text) &&
  sumWeighted(text.slice(0, -1), (index) => (index % 2 === 0 ? 3 : 1)) % 10 === (10 - Number(text.at(-1))) % 10;

/** Norway: weights two to seven from the right, modulus 11. */
export const isNorwegianNumber = (text: string): boolean => {
  if (!/^\d{9}$/.test(text) || Number(text) === 0) return false;
  const rest = sumWeighted(text.slice(0, -1), (index) => (index % 6) + 2) % 11;
  return (11 - rest) % 11 === Number(text.at(-1));
};

/** Luhn check. */
export const isSwedishNumber = (text: string): boolean => {
  if (!/^\d{10}$/.test(text)) return false;
  const doubleDigit = (digit: number): number => (digit > 4 ? 2 * digit - 9 : 2 * digit);
  const sum = toDigits(text)
    .reverse()
    .reduce((total, digit, index) => total + (index % 2 === 0 ? digit : doubleDigit(digit)), 0);
  return sum % 10 === 0;
};

/** Italy: tax code of a person, or company number. */
const isItalianTaxCode = (text: string): boolean =>
  /^[A-Z]{6}\d{2}[A-Z]\d{2}[0-9A-Z]{3}\d[A-Z]$/i.test(text) || /^\d{11}$/.test(text);

/** Luhn check of Italian VAT numbers; other numbers are not checked. */
const isItalianVatNumber = (text: string): boolean => {
  if (!/^IT/i.test(text)) return true;
  if (!/^IT\d{11}$/i.test(text)) return false;
  const sum = toDigits(text.slice(2)).reduce(
    (total, digit, index) => total + (index % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit),
    0,
  );
  return sum % 10 === 0;
};

const AUSTRALIAN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

const isAustralianNumber = (text: string): boolean => {
  if (!/^\d{11}$/.test(text)) return false;
  const sum = toDigits(text).reduce(
    (total, digit, index) => total + (index === 0 ? digit - 1 : digit) * AUSTRALIAN_WEIGHTS[index]!,
    0,
  );
  return sum % 89 === 0;
};

/** Netherlands: nine digits and a suffix, without check digits. */
const isDutchVatNumber = (text: string): boolean => /^NL\d{9}B\d{2}$/.test(text);

const DUTCH_VAT_NUMBER = toLabels(
  'numéro de TVA néerlandais',
  'Nederlands btw-nummer',
  'Dutch VAT number',
  'niederländische MwSt.-Nummer',
);
const ITALIAN_TAX_CODE = toLabels(
  'code fiscal italien',
  'Italiaanse belastingcode',
  'Italian tax code',
  'italienische Steuernummer',
);

interface Register {
  readonly id: string;
  readonly scheme: string;
  /** Where it is looked for; by default wherever a party is identified. */
  readonly place?: Place;
  readonly isValid: (text: string) => boolean;
  readonly name: ReturnType<typeof toLabels>;
  readonly severity?: Severity;
}

const REGISTERS: readonly Register[] = [
  {
    id: 'R040',
    scheme: '0088',
    isValid: isGln,
    name: toLabels(
      'code lieu-fonction (GLN)',
      'GLN-nummer',
      'Global Location Number (GLN)',
      'Global Location Number (GLN)',
    ),
  },
  {
    id: 'R041',
    scheme: '0192',
    isValid: isNorwegianNumber,
    name: toLabels(
      'numéro d’entreprise norvégien',
      'Noors ondernemingsnummer',
      'Norwegian organisation number',
      'norwegische Unternehmensnummer',
    ),
  },
  {
    id: 'R042',
    scheme: '0184',
    isValid: (text) => /^(DK)?\d{8}$/.test(text),
    name: toLabels(
      'numéro d’entreprise danois (CVR)',
      'Deens ondernemingsnummer (CVR)',
      'Danish company number (CVR)',
      'dänische Unternehmensnummer (CVR)',
    ),
  },
  {
    id: 'R043',
    scheme: '0208',
    isValid: isBelgianEnterpriseNumber,
    name: toLabels(
      'numéro d’entreprise belge',
      'Belgisch ondernemingsnummer',
      'Belgian enterprise number',
      'belgische Unternehmensnummer',
    ),
  },
  {
    id: 'R044',
    scheme: '0201',
    isValid: (text) => /^[0-9A-Z]{6}$/i.test(text),
    name: toLabels('code IPA italien', 'Italiaanse IPA-code', 'Italian IPA code', 'italienischer IPA-Code'),
    severity: 'warning',
  },
  {
    id: 'R045',
    scheme: '0210',
    isValid: isItalianTaxCode,
    name: ITALIAN_TAX_CODE,
    severity: 'warning',
  },
  {
    id: 'R046',
    scheme: '9907',
    place: 'endpoint',
    isValid: isItalianTaxCode,
    name: ITALIAN_TAX_CODE,
    severity: 'warning',
  },
  {
    id: 'R047',
    scheme: '0211',
    isValid: isItalianVatNumber,
    name: toLabels('numéro de TVA italien', 'Italiaans btw-nummer', 'Italian VAT number', 'italienische MwSt.-Nummer'),
    severity: 'warning',
  },
  {
    id: 'R049',
    scheme: '0007',
    isValid: isSwedishNumber,
    name: toLabels(
      'numéro d’entreprise suédois',
      'Zweeds ondernemingsnummer',
      'Swedish organisation number',
      'schwedische Unternehmensnummer',
    ),
  },
  {
    id: 'R050',
    scheme: '0151',
    isValid: isAustralianNumber,
    name: toLabels(
      'numéro d’entreprise australien (ABN)',
      'Australisch ondernemingsnummer (ABN)',
      'Australian Business Number (ABN)',
      'australische Unternehmensnummer (ABN)',
    ),
  },
  {
    id: 'R052',
    scheme: '0096',
    isValid: (text) => /^\d{10}$/.test(text),
    name: toLabels(
      'numéro d’établissement danois (P)',
      'Deens vestigingsnummer (P)',
      'Danish production unit number (P)',
      'dänische Betriebsstättennummer (P)',
    ),
  },
  {
    id: 'R053',
    scheme: '0198',
    isValid: (text) => /^DK\d{8}$/.test(text),
    name: toLabels('numéro SE danois', 'Deens SE-nummer', 'Danish SE number', 'dänische SE-Nummer'),
  },
  // Warnings in this release of the rules, announced to become fatal.
  {
    id: 'R054',
    scheme: '0106',
    isValid: (text) => /^\d{8}$/.test(text),
    name: toLabels(
      'numéro KVK néerlandais',
      'Nederlands KvK-nummer',
      'Dutch chamber of commerce number (KVK)',
      'niederländische KVK-Nummer',
    ),
    severity: 'warning',
  },
  {
    id: 'R055',
    scheme: '0190',
    isValid: (text) => /^\d{20}$/.test(text),
    name: toLabels(
      'numéro OIN néerlandais',
      'Nederlands OIN',
      'Dutch organisation number (OIN)',
      'niederländische OIN',
    ),
    severity: 'warning',
  },
  { id: 'R056-1', scheme: '9944', isValid: isDutchVatNumber, name: DUTCH_VAT_NUMBER, severity: 'warning' },
  {
    id: 'R057',
    scheme: '0217',
    isValid: (text) => /^\d{12}$/.test(text),
    name: toLabels(
      'numéro d’établissement néerlandais',
      'Nederlands vestigingsnummer',
      'Dutch establishment number',
      'niederländische Niederlassungsnummer',
    ),
    severity: 'warning',
  },
];

const REGISTER_RULES: readonly Rule[] = REGISTERS.map(({ id, scheme, place = 'identifier', isValid, name, severity }) =>
  wellFormed(
    `PEPPOL-COMMON-${id}`,
    place,
    (identifier: XmlElement) => identifier.attributes['schemeID'] !== scheme || isValid(identifier.text),
    name,
    severity,
  ),
);

const SCHEMES: ReadonlySet<string> = new Set(REGISTERS.map(({ scheme }) => scheme));

/** A number that names a register is only checked by the rule of that register. */
const hasOwnRule = ({ attributes }: XmlElement): boolean => SCHEMES.has(attributes['schemeID'] ?? '');

export const IDENTIFIER_RULES: readonly Rule[] = [
  ...REGISTER_RULES,
  wellFormed(
    'PEPPOL-COMMON-R056-2',
    'vatIdentifier',
    ({ children }) => {
      const number = children.find(({ name }) => name === 'CompanyID');
      return !number?.text.startsWith('NL') || hasOwnRule(number) || isDutchVatNumber(number.text);
    },
    DUTCH_VAT_NUMBER,
    'warning',
  ),
];
