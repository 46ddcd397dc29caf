import type { SettingValues } from '../companies/settings.ts';
import type { VatRegime } from '../companies/vat-regimes.ts';
import type { Language } from '../language.ts';
import { normaliseVatNumber } from '../numbers/vat-number.ts';
import type { Problem } from '../refusal.ts';
import { writable } from '../xml.ts';

/** Who files, and for whom: what the head of every file to an administration says. */

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
  /** With the prefix of its country. */
  readonly vat_number: string;
  readonly name: string;
  readonly street: string | null;
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly country: string;
  readonly email: string | null;
  /** Digits alone. */
  readonly phone: string | null;
}

export type Representative = { readonly [Name in keyof FilingParty]: string };

const LONGEST_PHONE = 20;
const LONGEST_TEXT = 200;

/** As files have it: on one line, and not endless. */
export const lineOf = (text: string, longest = LONGEST_TEXT): string =>
  [...writable(text).replace(/\s+/g, ' ').trim()].slice(0, longest).join('').trim();

export function settingOf({ settings }: Pick<FilingCompany, 'settings'>, path: string): string | null {
  const value = settings[path];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** `+32 2 123 45 67` → `003221234567`; null for what no file takes. */
export function phoneDigits(phone: string | null): string | null {
  const digits = phone?.replace(/^\s*\+/, '00').replace(/\D/g, '') ?? '';
  return digits === '' || digits.length > LONGEST_PHONE ? null : digits;
}

type Street = Pick<FilingCompany, 'street' | 'house_number' | 'box' | 'address'>;

export function streetOf({ street, house_number, box, address }: Street): string | null {
  const line = [street, house_number, box && `/ ${box}`].filter(Boolean).join(' ');
  const written = street === null ? (address?.split(/\r?\n/)[0] ?? '') : line;
  return written.trim() === '' ? null : lineOf(written);
}

const isRepresentative = (company: FilingCompany): boolean =>
  settingOf(company, 'vat.filer.quality')?.toLowerCase() === 'representative';

/** The contact of a file: that of whoever files, or of the declarant that the settings name. */
const contactOf = (company: FilingCompany, what: 'email' | 'phone'): string | null =>
  (isRepresentative(company) ? null : settingOf(company, `vat.filer.${what}`)) ??
  settingOf(company, `vat.declarant.${what}`);

/** The company that files, in the words of its country. Problems are those that the administration would refuse the file for. */
export function declarantOf(company: FilingCompany, problems: Problem[]): FilingParty {
  const { country_pack, name } = company;
  // In Belgium both are one number.
  const known = company.vat_number ?? (country_pack === 'BE' ? company.enterprise_number : null);
  const number = numberOf(known, country_pack);
  if (number?.startsWith(country_pack) !== true)
    problems.push({
      code: 'filing_vat_number',
      field: 'vat_number',
      params: { company: name, country: country_pack },
    });
  return {
    vat_number: number ?? '',
    name: lineOf(name),
    street: streetOf(company),
    postal_code: company.postal_code && lineOf(company.postal_code, 20),
    city: company.city && lineOf(company.city, 100),
    country: company.country,
    email: contactOf(company, 'email'),
    phone: phoneDigits(contactOf(company, 'phone')),
  };
}

/** Null where nobody files for the company. Once there is one, files want to know everything about it. */
export function representativeOf(company: FilingCompany, problems: Problem[]): Representative | null {
  if (!isRepresentative(company)) return null;
  const setting = (name: string): string | null => settingOf(company, `vat.filer.${name}`);
  const found = {
    name: setting('name'),
    street: setting('address'),
    postal_code: setting('postal_code'),
    city: setting('city'),
    country: setting('country'),
    email: setting('email'),
    phone: phoneDigits(setting('phone')),
    vat_number: numberOf(setting('vat_number') ?? setting('enterprise_number'), setting('country') ?? 'BE'),
  };
  for (const [name, value] of Object.entries(found))
    if (value === null)
      problems.push({
        code: 'filer_incomplete',
        field: `vat.filer.${name === 'street' ? 'address' : name}`,
        params: { company: company.name },
      });
  const text = (name: keyof typeof found): string => lineOf(found[name] ?? '');
  return {
    vat_number: text('vat_number'),
    name: text('name'),
    street: text('street'),
    postal_code: text('postal_code'),
    city: text('city'),
    country: text('country'),
    email: text('email'),
    phone: text('phone'),
  };
}

const numberOf = (number: string | null, country: string): string | null =>
  number === null ? null : normaliseVatNumber(number, country);

/** Behind the two letters of its country. */
export const withoutPrefix = (vatNumber: string): string => vatNumber.slice(2);
