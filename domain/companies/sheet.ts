import { formatStreetLine } from '../street-lines.ts';
import { findCountryPack } from '../country-packs/index.ts';
import type { CountryPack } from '../country-packs/pack.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { CompanyChanges, CompanyDetails } from './company-events.ts';

/** Company identity from the public register. Fields missing in the register keep their value. */

export interface RegisterSheet {
  readonly name: string;
  readonly vat_number?: string | null;
  readonly legal_form_code?: string | null;
  readonly legal_form?: string | null;
  /** A complete address: missing parts are empty. */
  readonly address?: Partial<Record<AddressPart, string | null>> | null;
  readonly latitude?: number | null;
  readonly longitude?: number | null;
  readonly nace_codes?: CompanyDetails['nace_codes'] | null;
}

type AddressPart = (typeof ADDRESS)[number] | 'country';
const ADDRESS = ['street', 'house_number', 'box', 'postal_code', 'city'] as const;

export interface RefreshCompanySheet {
  readonly type: 'RefreshCompanySheet';
  /** Enterprise number sent to the register. */
  readonly enterpriseNumber: string;
  readonly sheet: RegisterSheet;
  readonly refreshedAt: string;
  readonly baseVersion: number | null;
}

type Identity = Pick<CompanyDetails, 'country_pack' | 'enterprise_number' | (typeof ADDRESS)[number]>;

/** Enterprise number to look up in the register, or the reason why there is none. */
export function getSheetSubject({
  enterprise_number: number,
}: Pick<CompanyDetails, 'enterprise_number'>): string | Refusal {
  return number ?? refuse('enterprise_number_missing', { field: 'enterprise_number' });
}

export function buildSheetChanges({ sheet, refreshedAt }: RefreshCompanySheet, company: Identity): CompanyChanges {
  const pack = findCountryPack(company.country_pack)!;
  return {
    name: sheet.name,
    ...readVatNumber(sheet, pack),
    ...readLegalForm(sheet, pack),
    ...readPlace(sheet, company),
    ...(sheet.nace_codes && {
      nace_codes: sheet.nace_codes,
      main_nace_code: sheet.nace_codes.find(({ classification }) => classification === 'MAIN')?.code ?? null,
    }),
    company_sheet_at: refreshedAt,
  };
}

/** A missing VAT number in the register does not mean that there is none: a member of a VAT unit files under another number. */
function readVatNumber({ vat_number: given }: RegisterSheet, pack: CountryPack): CompanyChanges {
  const number = given ? pack.vatNumber.normalise(given) : null;
  return number === null ? {} : { vat_number: number };
}

/** A legal form unknown in the country is ignored: it would change what the file may do. */
function readLegalForm({ legal_form_code: code, legal_form: name }: RegisterSheet, pack: CountryPack): CompanyChanges {
  if (!code || !pack.legalForms.some((form) => form.code === code)) return {};
  // Without its own name the form gets the name of the country pack, in the language of the file.
  return { legal_form_code: code, legal_form: name ?? null };
}

function readPlace({ address, latitude, longitude }: RegisterSheet, company: Identity): CompanyChanges {
  if (!address) return {};
  const parts = Object.fromEntries(ADDRESS.map((part) => [part, address[part] ?? null])) as Record<
    (typeof ADDRESS)[number],
    string | null
  >;
  const hasMoved = ADDRESS.some((part) => parts[part] !== company[part]);
  // Coordinates of an old address are dropped.
  const formatCoordinate = (value: number | null | undefined) => (typeof value === 'number' ? value.toFixed(7) : null);
  const isPlaced = typeof latitude === 'number' && typeof longitude === 'number';
  return {
    ...parts,
    ...(address.country && { country: address.country }),
    address: formatAddressLine(parts, address.country ?? company.country_pack),
    ...((hasMoved || isPlaced) && { latitude: formatCoordinate(latitude), longitude: formatCoordinate(longitude) }),
  };
}

/** `Rue Haute 12/3, 1000 Bruxelles` */
function formatAddressLine(
  { street, house_number, box, postal_code, city }: Record<(typeof ADDRESS)[number], string | null>,
  country: string,
): string | null {
  const number = [house_number, box].filter(Boolean).join('/') || null;
  const town = [postal_code, city].filter(Boolean).join(' ');
  return [formatStreetLine({ street, house_number: number }, country), town].filter(Boolean).join(', ') || null;
}
