import { countrySpecs } from 'ibantools';
import type { z } from 'zod';
import { LANGUAGES } from '../../../domain/language.ts';
import type { Field } from '../../../domain/records/field.ts';
import type { Problem } from '../../../domain/refusal.ts';
import { listProblems } from '../../http/input/problems.ts';
import { buildInputSchema } from '../schemas.ts';
import { normaliseName, type Column } from './columns.ts';
import { VALUE_NAMES } from './words.ts';

/** Value of a cell, validated like a request field after spreadsheet conventions are removed. */
export type CellValue =
  | { readonly value: z.output<z.ZodType>; readonly problems?: undefined }
  | { readonly problems: readonly Problem[] };

/** A leading apostrophe marks text that a spreadsheet would otherwise take for a formula. */
const GUARDED = /^'(?=[=+\-@\t])/;
/** Notation by which spreadsheets preserve leading zeros: `="0477472701"`. */
const QUOTED_NUMBER = /^="([^"]*)"$/;

/** The text of a cell; null when it is empty. @returns a problem for a formula, which has no meaning outside its sheet */
export function extractText(cell: string): string | null | Problem {
  const text = (QUOTED_NUMBER.exec(cell.trim())?.[1] ?? cell).trim().replace(GUARDED, '');
  if (text === '') return null;
  return text.startsWith('=') && !cell.trim().startsWith("'") ? { code: 'import_formula' } : text;
}

export function readCell({ field, title, isLookup }: Column, text: string): CellValue {
  if (isLookup) return { value: text };
  const parsed = getSchema(field).safeParse(toRequestValue(field, text), { reportInput: true });
  if (parsed.success) return { value: parsed.data };
  return { problems: listProblems(parsed.error, title).map((problem) => ({ ...problem, field: title })) };
}

const schemas = new Map<Field, z.ZodType>();

function getSchema(field: Field): z.ZodType {
  let schema = schemas.get(field);
  if (!schema) schemas.set(field, (schema = buildInputSchema(field)));
  return schema;
}

/** The value in the notation of a request. */
function toRequestValue(field: Field, text: string): unknown {
  switch (field.kind) {
    case 'boolean':
      return BOOLEANS.get(normaliseName(text)) ?? text;
    case 'choice':
      return field.values.includes(text) ? text : (field.values.find((value) => matchesName(value, text)) ?? text);
    case 'list':
      return text
        .split(/[,;|\n]/)
        .map((item) => item.trim())
        .filter((item) => item !== '');
    case 'decimal':
      return text.replace(',', '.');
    case 'text':
      return field.format === 'country' ? (findCountryCode(text) ?? text) : text;
    default:
      return text;
  }
}

const TRUE = ['1', 'true', 'yes', 'y', 'x', 'oui', 'o', 'vrai', 'ja', 'j', 'waar', 'wahr'];
const FALSE = ['0', 'false', 'no', 'n', 'non', 'faux', 'nee', 'nein', 'onwaar', 'falsch'];
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...TRUE.map((word) => [word, true] as const),
  ...FALSE.map((word) => [word, false] as const),
]);

/** Words that users write for values of the API, besides their names. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  supplier: ['f', 's', 'l'],
  customer: ['c', 'k'],
  asset: ['aktiv'],
  liability: ['passiv', 'dette', 'schuld'],
  equity: ['fonds propres'],
  expense: ['charges', 'kosten'],
  income: ['produits', 'opbrengsten', 'revenue'],
  off_balance: ['ausserbilanziell'],
};

function matchesName(value: string, text: string): boolean {
  const word = normaliseName(text);
  const names = Object.values<string>(VALUE_NAMES[value] ?? {});
  return [value, ...names, ...(CALLED[value] ?? [])].some((name) => normaliseName(name) === word);
}

let countries: ReadonlyMap<string, string> | null = null;

/** `Belgique`, `België`, `Belgium` and `Belgien` are BE. */
function findCountryCode(text: string): string | undefined {
  if (text.length === 2) return undefined;
  countries ??= new Map(
    LANGUAGES.flatMap((language) => {
      const names = new Intl.DisplayNames(language, { type: 'region' });
      return Object.keys(countrySpecs).map((code) => [normaliseName(names.of(code) ?? code), code] as const);
    }),
  );
  return countries.get(normaliseName(text));
}
