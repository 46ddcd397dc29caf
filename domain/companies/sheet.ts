import { countryPack } from '../country-packs/index.ts';
import type { CountryPack } from '../country-packs/pack.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { CompanyChanges, CompanyDetails } from './company-events.ts';

/** The identity of a company as the public register tells it. What the register leaves out stays as it is. */

export interface RegisterSheet {
  readonly name: string;
  readonly vat_number?: string | null;
  readonly legal_form_code?: string | null;
  readonly legal_form?: string | null;
  /** An address as a whole: a part that is missing is empty. */
  readonly address?: Partial<Record<AddressPart, string | null>> | null;
  readonly latitude?: number | null;
  readonly longitude?: number | null;
  readonly nace_codes?: CompanyDetails['nace_codes'] | null;
}

type AddressPart = (typeof ADDRESS)[number] | 'country';
const ADDRESS = ['street', 'house_number', 'box', 'postal_code', 'city'] as const;

export interface RefreshCompanySheet {
  readonly type: 'RefreshCompanySheet';
  /** The number that the register was requested. */
  readonly enterpriseNumber: string;
  readonly sheet: RegisterSheet;
  readonly refreshedAt: string;
  readonly baseVersion: number | null;
}

type Identity = Pick<CompanyDetails, 'country_pack' | 'enterprise_number' | (typeof ADDRESS)[number]>;

/** The number to ask the register for, or why there is none. */
export function sheetSubject({
  enterprise_number: number,
}: Pick<CompanyDetails, 'enterprise_number'>): string | Refusal {
  return number ?? refuse('enterprise_number_missing', { field: 'enterprise_number' });
}

export function sheetChanges({ sheet, refreshedAt }: RefreshCompanySheet, company: Identity): CompanyChanges {
  const pack = countryPack(company.country_pack)!;
  return {
    name: sheet.name,
    ...vatNumberIn(sheet, pack),
    ...legalFormIn(sheet, pack),
    ...placeIn(sheet, company),
    ...(sheet.nace_codes && {
      nace_codes: sheet.nace_codes,
      main_nace_code: sheet.nace_codes.find(({ classification }) => classification === 'MAIN')?.code ?? null,
    }),
    company_sheet_at: refreshedAt,
  };
}

/** That the register tells none does not mean that there is none: a member of a VAT unit files under another. */
function vatNumberIn({ vat_number: given }: RegisterSheet, pack: CountryPack): CompanyChanges {
  const number = given ? pack.vatNumber.normalise(given) : null;
  return number === null ? {} : { vat_number: number };
}

/** A form that the country does not have is passed over: it would change what the file may do. */
function legalFormIn({ legal_form_code: code, legal_form: name }: RegisterSheet, pack: CountryPack): CompanyChanges {
  if (!code || !pack.legalForms.some((form) => form.code === code)) return {};
  // Without a name of its own the form gets that of the country, in the language of the file.
  return { legal_form_code: code, legal_form: name ?? null };
}

function placeIn({ address, latitude, longitude }: RegisterSheet, company: Identity): CompanyChanges {
  if (!address) return {};
  const parts = Object.fromEntries(ADDRESS.map((part) => [part, address[part] ?? null])) as Record<
    (typeof ADDRESS)[number],
    string | null
  >;
  const hasMoved = ADDRESS.some((part) => parts[part] !== company[part]);
  // Where a company was is not where it is.
  const point = (value: number | null | undefined) => (typeof value === 'number' ? value.toFixed(7) : null);
  const isPlaced = typeof latitude === 'number' && typeof longitude === 'number';
  return {
    ...parts,
    ...(address.country && { country: address.country }),
    address: lineOf(parts),
    ...((hasMoved || isPlaced) && { latitude: point(latitude), longitude: point(longitude) }),
  };
}

/** `Rue Haute 12/3, 1000 Bruxelles` */
function lineOf({ street, house_number, box, postal_code, city }: Record<(typeof ADDRESS)[number], string | null>) {
  const number = [house_number, box].filter(Boolean).join('/');
  const join = (separator: string, ...parts: readonly (string | null)[]) => parts.filter(Boolean).join(separator);
  return join(', ', join(' ', street, number), join(' ', postal_code, city)) || null;
}
