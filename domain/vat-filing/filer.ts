import { formatStreetLine } from '../street-lines.ts';
import { readSetting, type SettingValues } from '../companies/settings.ts';
import type { VatRegime } from '../companies/vat-regimes.ts';
import type { Language } from '../language.ts';
import { normaliseVatNumber } from '../numbers/vat-number.ts';
import { NO_PROBLEMS, type Checked } from '../refusal.ts';
import { removeUnwritable } from '../xml.ts';

/** The filer and the represented company, as stated in the header of every file to an administration. */

export interface FilingCompany {
  readonly id: number;
  readonly name: string;
  readonly country_pack: string;
  readonly vat_regime: VatRegime;
  readonly locale: Language;
  readonly enterprise_number: string | null;
  readonly vat_number: string | null;
  readonly address: string | null;
  readonly street: string | null;
  readonly house_number: string | null;
  readonly box: string | null;
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly country: string;
  readonly settings: SettingValues;
}

export interface FilingParty {
  /** With the country prefix. */
  readonly vat_number: string;
  readonly name: string;
  readonly street: string | null;
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly country: string;
  readonly email: string | null;
  /** Digits only. */
  readonly phone: string | null;
}

export type Representative = { readonly [Name in keyof FilingParty]: string };

const LONGEST_PHONE = 20;
const LONGEST_TEXT = 200;

/** Text on a single line, cut to the maximum length. */
export const toSingleLine = (text: string, longest = LONGEST_TEXT): string =>
  [...removeUnwritable(text).replace(/\s+/g, ' ').trim()].slice(0, longest).join('').trim();

export function findTextSetting({ settings }: Pick<FilingCompany, 'settings'>, path: string): string | null {
  const value = settings[path];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** `+32 2 123 45 67` → `003221234567`; null if the number is not usable in a file. */
export function extractPhoneDigits(phone: string | null): string | null {
  const digits = phone?.replace(/^\s*\+/, '00').replace(/\D/g, '') ?? '';
  return digits === '' || digits.length > LONGEST_PHONE ? null : digits;
}

type Street = Pick<FilingCompany, 'street' | 'house_number' | 'box' | 'address'> & { readonly country: string | null };

export function formatStreet({ street, house_number, box, address, country }: Street): string | null {
  const line = formatStreetLine({ street, house_number, box }, country);
  const written = street === null ? (address?.split(/\r?\n/)[0] ?? '') : line;
  return written.trim() === '' ? null : toSingleLine(written);
}

function isFiledByRepresentative({ settings }: FilingCompany): boolean {
  const quality = readSetting(settings, 'vat.filer.quality');
  return quality === 'representative' || quality === 'agent';
}

/** Contact of the file: that of the filer, or of the declarant named in the settings. */
const findContact = (company: FilingCompany, what: 'email' | 'phone'): string | null =>
  (isFiledByRepresentative(company) ? null : findTextSetting(company, `vat.filer.${what}`)) ??
  findTextSetting(company, `vat.declarant.${what}`);

/** The declaring company, with the problems for which the administration would refuse the file. */
export function resolveDeclarant(company: FilingCompany): Checked<FilingParty> {
  const { country_pack, name } = company;
  // In Belgium the enterprise number is also the VAT number.
  const known = company.vat_number ?? (country_pack === 'BE' ? company.enterprise_number : null);
  const number = normaliseNumber(known, country_pack);
  const params = { company: name, country: country_pack };
  const isNational = number?.startsWith(country_pack) === true;
  const declarant = {
    vat_number: number ?? '',
    name: toSingleLine(name),
    street: formatStreet(company),
    postal_code: company.postal_code && toSingleLine(company.postal_code, 20),
    city: company.city && toSingleLine(company.city, 100),
    country: company.country,
    email: findContact(company, 'email'),
    phone: extractPhoneDigits(findContact(company, 'phone')),
  };
  return {
    value: declarant,
    problems: isNational ? NO_PROBLEMS : [{ code: 'filing_vat_number', field: 'vat_number', params }],
  };
}

/** Null if the company files for itself. If there is a representative, all its details are required. */
export function resolveRepresentative(company: FilingCompany): Checked<Representative | null> {
  if (!isFiledByRepresentative(company)) return { value: null, problems: NO_PROBLEMS };
  const getSetting = (name: string): string | null => findTextSetting(company, `vat.filer.${name}`);
  const found = {
    name: getSetting('name'),
    street: getSetting('address'),
    postal_code: getSetting('postal_code'),
    city: getSetting('city'),
    country: getSetting('country'),
    email: getSetting('email'),
    phone: extractPhoneDigits(getSetting('phone')),
    vat_number: normaliseNumber(
      getSetting('vat_number') ?? getSetting('enterprise_number'),
      getSetting('country') ?? 'BE',
    ),
  };
  const missing = Object.entries(found).filter(([, value]) => value === null);
  const problems = missing.map(([name]) => ({
    code: 'filer_incomplete',
    field: `vat.filer.${name === 'street' ? 'address' : name}`,
    params: { company: company.name },
  }));
  const getLine = (name: keyof typeof found): string => toSingleLine(found[name] ?? '');
  const representative = {
    vat_number: getLine('vat_number'),
    name: getLine('name'),
    street: getLine('street'),
    postal_code: getLine('postal_code'),
    city: getLine('city'),
    country: getLine('country'),
    email: getLine('email'),
    phone: getLine('phone'),
  };
  return { value: representative, problems };
}

/** The firm that files for its clients. */
export interface FilingFirm {
  readonly name: string;
  readonly country_code: string;
  readonly enterprise_number: string | null;
  readonly vat_number: string | null;
  readonly address: string | null;
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

/** The firm as the representative of its clients: all of its details are required. */
export function resolveFirmRepresentative(firm: FilingFirm): Checked<Representative> {
  const { country_code, enterprise_number, vat_number } = firm;
  const found = {
    name: firm.name,
    address: formatStreet({
      street: null,
      house_number: null,
      box: null,
      address: firm.address,
      country: country_code,
    }),
    postal_code: firm.postal_code,
    city: firm.city,
    email: firm.email,
    phone: extractPhoneDigits(firm.phone),
    enterprise_number: normaliseNumber(enterprise_number ?? vat_number, country_code),
  };
  const missing = Object.entries(found).filter(([, value]) => value === null || value.trim() === '');
  const getLine = (name: keyof typeof found): string => toSingleLine(found[name] ?? '');
  const representative = {
    vat_number: getLine('enterprise_number'),
    name: getLine('name'),
    street: getLine('address'),
    postal_code: getLine('postal_code'),
    city: getLine('city'),
    country: country_code,
    email: getLine('email'),
    phone: getLine('phone'),
  };
  return {
    value: representative,
    problems: missing.map(([name]) => ({ code: 'consignment_firm_incomplete', field: `firm.${name}` })),
  };
}

const normaliseNumber = (number: string | null, country: string): string | null =>
  number === null ? null : normaliseVatNumber(number, country);

/** The VAT number without its two-letter country code. */
export const withoutPrefix = (vatNumber: string): string => vatNumber.slice(2);
