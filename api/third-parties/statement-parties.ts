import { formatStreetLine } from '../../domain/street-lines.ts';
import { findCountryPack } from '../../domain/country-packs/index.ts';
import type { Language } from '../../domain/language.ts';
import { countries } from '../../domain/reference/countries.ts';
import type { thirdParties } from '../../domain/third-parties/third-party.ts';
import type { FileStore } from '../../outside/files/index.ts';
import type { CompanyIdentity } from '../../projections/companies/queries.ts';
import type { ShownRow } from '../../projections/records/queries.ts';
import { getCellText, type Cell, type Fact, type Party } from '../exports/document.ts';
import { createStatementLabels, type StatementWord } from './statement-labels.ts';

/** Sender and recipient as shown in a letterhead. */

type Columns = Readonly<Record<string, unknown>>;
const getColumn = (row: Columns, name: string): string | null => (row[name] as string | null | undefined) ?? null;

export function toCompanyParty(row: CompanyIdentity, language: Language) {
  const pack = findCountryPack(getColumn(row, 'country_pack') ?? '');
  const enterprise = getColumn(row, 'enterprise_number');
  const vat = getColumn(row, 'vat_number');
  const details = {
    name: getColumn(row, 'name')!,
    enterprise_number: enterprise && (pack?.enterpriseNumber.format(enterprise) ?? enterprise),
    vat_number: vat && (pack?.vatNumber.format(vat) ?? vat),
  };
  const address = buildAddress(row, getColumn(row, 'country') ?? pack?.code ?? null);
  const party: Party = {
    name: details.name,
    address,
    identifiers: [
      ...buildIdentifier('enterprise_number', details.enterprise_number, language, CALLED[pack?.code ?? '']),
      // Letters of a Belgian company must name the court of its register.
      ...buildIdentifier('rpm_district', getRpmDistrict(row), language),
      ...buildIdentifier('vat_number', details.vat_number, language),
    ],
  };
  return { party, details: { ...details, address: address.map(getCellText) } };
}

function getRpmDistrict({ settings }: CompanyIdentity): string | null {
  const district = settings['legal.rpm_district'];
  return typeof district === 'string' ? district : null;
}

export function toThirdPartyParty(row: ShownRow<typeof thirdParties>, company: CompanyIdentity, language: Language) {
  const country = getColumn(row, 'country');
  // Domestic letters omit the country.
  const abroad =
    country === null || country === getColumn(company, 'country') ? [] : [toCountryTerm(country, language)];
  const vat = getColumn(row, 'vat_number');
  const name = getColumn(row, 'name')!;
  const address = [...buildAddress(row, country ?? getColumn(company, 'country')), ...abroad];
  const party: Party = { name, address, identifiers: buildIdentifier('vat_number', vat, language) };
  const details = {
    id: row.id,
    type: row.type,
    code: getColumn(row, 'code')!,
    name,
    address: address.map(getCellText),
    vat_number: vat,
  };
  return { party, details };
}

/** Names of the enterprise number that are the same in all languages. */
const CALLED: Readonly<Record<string, string>> = { FR: 'SIREN', LU: 'RCS' };

function buildIdentifier(
  key: StatementWord,
  value: string | null,
  language: Language,
  label: string = createStatementLabels(language)(key),
): Fact[] {
  return value === null ? [] : [{ key, label, kind: 'text', value }];
}

/** Built from the address parts if known, else the address as typed. */
function buildAddress(row: Columns, country: string | null): Cell[] {
  const getPart = (name: string) => getColumn(row, name);
  const parts = { street: getPart('street'), house_number: getPart('house_number'), box: getPart('box') };
  const street = formatStreetLine(parts, country);
  const town = [getPart('postal_code'), getPart('city')].filter(Boolean).join(' ');
  const lines = [street, town].filter((line) => line !== '');
  if (getPart('street') !== null || getPart('address') === null) return lines;
  return getPart('address')!
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function toCountryTerm(code: string, language: Language): Cell {
  return { term: code, text: countries.find((country) => country.code === code)?.names[language] ?? code };
}

/** Image formats that a PDF can embed; for SVG and WebP only the name is printed. */
const PRINTABLE = /^([0-9a-f]{64})\.(?:png|jpe?g)$/;

export async function readLogo(row: Columns, files: FileStore): Promise<Uint8Array | null> {
  const sha256 = PRINTABLE.exec(getColumn(row, 'logo_file') ?? '')?.[1];
  return sha256 === undefined ? null : files.read('logos', sha256);
}
