/** Countries of ISO 3166-1, what the Union's VAT calls them, and what they pay with. */
import { readLabels, readOptional, readTable } from '../data-table.ts';
import { LANGUAGES, type Labels } from '../language.ts';
import table from './data/countries.json' with { type: 'json' };

export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  readonly alpha3: string;
  /** Three digits, as text: the leading zeros count. */
  readonly numeric: string;
  readonly names: Labels;
  /** A member state of the Union. Territories with a code of their own are not, whatever their ties. */
  readonly isEu: boolean;
  /** What VAT numbers that VIES knows begin with; null where it knows none. */
  readonly vatPrefix: string | null;
  /** Code of the currency used there; null where there is none of its own. */
  readonly currency: string | null;
}

const EU_MEMBERS: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/**
 * Prefixes that are not the code of the country. Northern Ireland stays in the Union's VAT for goods, and Monaco
 * belongs to that of France.
 */
const OTHER_PREFIXES: ReadonlyMap<string, string> = new Map([
  ['GR', 'EL'],
  ['GB', 'XI'],
  ['MC', 'FR'],
]);

const COLUMNS = ['code', 'alpha3', 'numeric', 'currency', ...LANGUAGES] as const;

export const countries: readonly Country[] = readTable(table, COLUMNS).map((row) => ({
  code: row.code,
  alpha3: row.alpha3,
  numeric: row.numeric,
  names: readLabels(row),
  isEu: EU_MEMBERS.has(row.code),
  vatPrefix: OTHER_PREFIXES.get(row.code) ?? (EU_MEMBERS.has(row.code) ? row.code : null),
  currency: readOptional(row.currency),
}));

const byCode = new Map(countries.map((country) => [country.code, country]));

export function findCountry(code: string): Country | undefined {
  return byCode.get(code);
}
