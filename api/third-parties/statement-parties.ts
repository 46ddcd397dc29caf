import { countryPack } from '../../domain/country-packs/index.ts';
import type { Language } from '../../domain/language.ts';
import { countries } from '../../domain/reference/countries.ts';
import type { thirdParties } from '../../domain/third-parties/third-party.ts';
import type { FileStore } from '../../outside/files/index.ts';
import type { CompanyIdentity } from '../../projections/companies/queries.ts';
import type { ShownRow } from '../../projections/records/queries.ts';
import { textOf, type Cell, type Fact, type Party } from '../exports/document.ts';
import { wordsIn, type StatementWord } from './statement-labels.ts';

/** Who writes to whom, as the head of a letter shows it. */

type Columns = Readonly<Record<string, unknown>>;
const columnOf = (row: Columns, name: string): string | null => (row[name] as string | null | undefined) ?? null;

export function companyParty(row: CompanyIdentity, language: Language) {
  const pack = countryPack(columnOf(row, 'country_pack') ?? '');
  const enterprise = columnOf(row, 'enterprise_number');
  const vat = columnOf(row, 'vat_number');
  const details = {
    name: columnOf(row, 'name')!,
    enterprise_number: enterprise && (pack?.enterpriseNumber.format(enterprise) ?? enterprise),
    vat_number: vat && (pack?.vatNumber.format(vat) ?? vat),
  };
  const address = addressOf(row);
  const party: Party = {
    name: details.name,
    address,
    identifiers: [
      ...identifier('enterprise_number', details.enterprise_number, language, CALLED[pack?.code ?? '']),
      // Letters of a Belgian company name the court in whose register it is.
      ...identifier('rpm_district', districtOf(row), language),
      ...identifier('vat_number', details.vat_number, language),
    ],
  };
  return { party, details: { ...details, address: address.map(textOf) } };
}

function districtOf({ settings }: CompanyIdentity): string | null {
  const district = settings['legal.rpm_district'];
  return typeof district === 'string' ? district : null;
}

export function thirdPartyParty(row: ShownRow<typeof thirdParties>, company: CompanyIdentity, language: Language) {
  const country = columnOf(row, 'country');
  // Within the country nobody writes its name on a letter.
  const abroad = country === null || country === columnOf(company, 'country') ? [] : [countryTerm(country, language)];
  const vat = columnOf(row, 'vat_number');
  const name = columnOf(row, 'name')!;
  const address = [...addressOf(row), ...abroad];
  const party: Party = { name, address, identifiers: identifier('vat_number', vat, language) };
  const details = {
    id: row.id,
    type: row.type,
    code: columnOf(row, 'code')!,
    name,
    address: address.map(textOf),
    vat_number: vat,
  };
  return { party, details };
}

/** What the number of an enterprise is called in all languages, where it has a name of its own. */
const CALLED: Readonly<Record<string, string>> = { FR: 'SIREN', LU: 'RCS' };

function identifier(
  key: StatementWord,
  value: string | null,
  language: Language,
  label: string = wordsIn(language)(key),
): Fact[] {
  return value === null ? [] : [{ key, label, kind: 'text', value }];
}

/** The parts where they are known, else the address as it was typed. */
function addressOf(row: Columns): Cell[] {
  const part = (name: string) => columnOf(row, name);
  const box = part('box');
  const street = [part('street'), part('house_number'), box && `/ ${box}`].filter(Boolean).join(' ');
  const town = [part('postal_code'), part('city')].filter(Boolean).join(' ');
  const parts = [street, town].filter((line) => line !== '');
  if (part('street') !== null || part('address') === null) return parts;
  return part('address')!
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function countryTerm(code: string, language: Language): Cell {
  return { term: code, text: countries.find((country) => country.code === code)?.names[language] ?? code };
}

/** What a PDF can hold: drawings and WebP it cannot, and then the name alone stands there. */
const PRINTABLE = /^([0-9a-f]{64})\.(?:png|jpe?g)$/;

export async function logoOf(row: Columns, files: FileStore): Promise<Uint8Array | null> {
  const sha256 = PRINTABLE.exec(columnOf(row, 'logo_file') ?? '')?.[1];
  return sha256 === undefined ? null : files.read('logos', sha256);
}
