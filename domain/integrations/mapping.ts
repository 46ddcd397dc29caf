import type { Json, JsonRecord } from '../json.ts';
import type { Problem } from '../refusal.ts';

/** Maps the rows of a source to the fields of sales. */

export const TRANSFORMS = ['date', 'decimal', 'upper', 'lookup'] as const;
export type Transform = (typeof TRANSFORMS)[number];

/** Fields of a sale, followed by those of its lines. */
export const SALE_FIELDS = [
  ...['number', 'document_date', 'due_date', 'is_credit_note', 'currency', 'structured_communication'],
  ...['customer', 'customer_name', 'customer_vat_number', 'customer_country'],
  ...['description', 'quantity', 'unit_price', 'amount_net', 'account', 'vat_code'],
] as const;
export type SaleField = (typeof SALE_FIELDS)[number];

export type MappedField = {
  /** Path with dots. `line.…` refers to the detail line. Null: no source, the default always applies. */
  readonly from: string | null;
  readonly to: string;
  readonly transform?: Transform | null;
  readonly default?: string | null;
};

/** Transforms that always apply to these fields. */
const ALWAYS: Readonly<Record<string, Transform>> = {
  document_date: 'date',
  due_date: 'date',
  quantity: 'decimal',
  unit_price: 'decimal',
  amount_net: 'decimal',
  customer: 'lookup',
};
const LOOKED_UP: readonly string[] = ['customer', 'account', 'vat_code'];
const NEEDED = ['number', 'document_date'] as const;
const MOST_FIELDS = 50;
const LONGEST_PATH = 200;
const LONGEST_DEFAULT = 255;

export function checkSaleMapping(value: Json, field: string): readonly Problem[] {
  if (!Array.isArray(value) || value.length === 0) return [{ code: 'integration_mapping_empty', field }];
  const mapping = value as readonly Json[];
  if (mapping.length > MOST_FIELDS) return [{ code: 'list_too_long', field, params: { max: MOST_FIELDS } }];
  const problems = mapping.flatMap((one, index) => checkMappingEntry(one, `${field}.${index}`));
  if (problems.length > 0) return problems;
  const targets = (mapping as readonly MappedField[]).map(({ to }) => to);
  const missing = [
    ...NEEDED.filter((name) => !targets.includes(name)),
    ...(targets.includes('customer') || targets.includes('customer_name') ? [] : ['customer']),
    ...(targets.includes('amount_net') || (targets.includes('quantity') && targets.includes('unit_price'))
      ? []
      : ['amount_net']),
  ];
  return [
    ...missing.map((name) => ({ code: 'integration_mapping_lacks', field, params: { name } })),
    ...targets.flatMap((name, index) =>
      targets.indexOf(name) === index
        ? []
        : [{ code: 'integration_mapping_twice', field: `${field}.${index}.to`, params: { name } }],
    ),
  ];
}

const isText = (value: Json | undefined, max: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= max && !/[\p{Cc}\p{Cs}]/u.test(value);

function checkMappingEntry(entry: Json, at: string): readonly Problem[] {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    return [{ code: 'not_an_object', field: at }];
  const { from = null, to, transform = null, default: usual = null, ...others } = entry as JsonRecord;
  const problems: Problem[] = Object.keys(others).map((name) => ({
    code: 'unknown_field',
    field: `${at}.${name}`,
    params: { hint: 'none', nearest: '' },
  }));
  const isTarget = SALE_FIELDS.some((name) => name === to);
  if (!isTarget) problems.push({ code: 'not_one_of', field: `${at}.to`, params: { values: SALE_FIELDS.join(', ') } });
  if (from !== null && !isText(from, LONGEST_PATH)) problems.push({ code: 'not_text', field: `${at}.from` });
  if (from === null && usual === null) problems.push({ code: 'required', field: `${at}.from` });
  if (usual !== null && !isText(usual, LONGEST_DEFAULT)) problems.push({ code: 'not_text', field: `${at}.default` });
  if (transform !== null && !TRANSFORMS.some((name) => name === transform))
    problems.push({ code: 'not_one_of', field: `${at}.transform`, params: { values: TRANSFORMS.join(', ') } });
  else if (isTarget && transform === 'lookup' && !LOOKED_UP.some((name) => name === to))
    problems.push({
      code: 'integration_lookup_impossible',
      field: `${at}.transform`,
      params: { fields: LOOKED_UP.join(', ') },
    });
  return problems;
}

export type MappedValues = Readonly<Partial<Record<SaleField, string>>>;

export interface Mapped {
  readonly values: MappedValues;
  readonly problems: readonly Problem[];
  /** Fields whose value must be looked up in the company file. */
  readonly lookedUp: ReadonlySet<string>;
}

const LONGEST_VALUE = 1000;

/** Maps one row, or one of its detail lines. */
export function mapSaleRow(row: Json, line: Json | null, mapping: readonly MappedField[]): Mapped {
  const problems: Problem[] = [];
  const values: Partial<Record<string, string>> = {};
  for (const { from, to, transform, default: usual } of mapping) {
    const found =
      from === null ? '' : toText(from.startsWith('line.') ? findValueAt(line, from.slice(5)) : findValueAt(row, from));
    const text = (found.trim() === '' ? (usual ?? '') : found).trim();
    if (text === '') continue;
    const read = text.length > LONGEST_VALUE ? null : applyTransform(text, ALWAYS[to] ?? transform ?? null);
    if (read === null)
      problems.push({ code: 'integration_value_unreadable', params: { field: to, value: text.slice(0, 80) } });
    else values[to] = read;
  }
  const lookedUp = mapping.filter(({ to, transform }) => (ALWAYS[to] ?? transform) === 'lookup').map(({ to }) => to);
  return { values, problems, lookedUp: new Set(lookedUp) };
}

/** Whether the row, or one of its detail lines, has at least one field that the mapping names. */
export function hasMappedField(row: Json, lines: readonly Json[], mapping: readonly MappedField[]): boolean {
  return mapping.some(({ from }) => {
    if (from === null) return false;
    if (!from.startsWith('line.')) return findValueAt(row, from) !== undefined;
    return lines.some((line) => findValueAt(line, from.slice(5)) !== undefined);
  });
}

/** A name that contains dots, such as a CSV heading, is tried as a whole first. */
export function findValueAt(value: Json | undefined, path: string): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const getOwnValue = (from: Json, name: string): Json | undefined =>
    typeof from === 'object' && from !== null && Object.hasOwn(from, name) ? (from as JsonRecord)[name] : undefined;
  const whole = getOwnValue(value, path);
  if (whole !== undefined) return whole;
  let found: Json | undefined = value;
  for (const name of path.split('.')) found = found === undefined ? undefined : getOwnValue(found, name);
  return found;
}

function toText(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function applyTransform(text: string, transform: Transform | null): string | null {
  switch (transform) {
    case 'date':
      return parseDate(text);
    case 'decimal':
      return parseDecimal(text);
    case 'upper':
      return text.toUpperCase();
    default:
      return text;
  }
}

const DATES: readonly (readonly [RegExp, readonly [year: number, month: number, day: number]])[] = [
  [/^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/, [1, 2, 3]],
  [/^(\d{4})(\d{2})(\d{2})$/, [1, 2, 3]],
  [/^(\d{4})\/(\d{1,2})\/(\d{1,2})$/, [1, 2, 3]],
  [/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/, [3, 2, 1]],
];

/** Day first, as is usual in these countries. */
function parseDate(text: string): string | null {
  for (const [pattern, [year, month, day]] of DATES) {
    const match = pattern.exec(text);
    if (!match) continue;
    const date = `${match[year]}-${match[month]!.padStart(2, '0')}-${match[day]!.padStart(2, '0')}`;
    const read = new Date(`${date}T00:00:00Z`);
    return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date) ? date : null;
  }
  return null;
}

/**
 * `1.234,56`, `1,234.56`, `1 234,56`, `1234.5`: if both separators occur, the last one marks the decimals. A separator
 * that occurs several times marks thousands. A single one marks the decimals.
 */
function parseDecimal(text: string): string | null {
  const compact = text.replaceAll(/[\s\u00a0\u202f’']|EUR|€/g, '');
  if (!/^[+-]?\d[\d.,]*$|^[+-]?[.,]\d+$/.test(compact)) return null;
  const last = Math.max(compact.lastIndexOf(','), compact.lastIndexOf('.'));
  if (last < 0) return normaliseNumber(compact);
  const sign = compact[last]!;
  const isThousands = compact.indexOf(sign) !== last;
  const whole = isThousands ? compact : compact.slice(0, last);
  const decimals = isThousands ? '' : compact.slice(last + 1);
  const digits = whole.replaceAll(/[.,]/g, '');
  // Thousands come in groups of three. Anything else is not a number.
  const groups = whole.replace(/^[+-]/, '').split(/[.,]/);
  if (groups.length > 1 && (groups.slice(1).some((group) => group.length !== 3) || groups[0]!.length > 3)) return null;
  return normaliseNumber(decimals === '' ? digits : `${digits}.${decimals}`);
}

const normaliseNumber = (text: string): string | null => {
  const bare = text.replace(/^\+/, '').replace(/^(-?)\./, '$10.');
  return /^-?\d{1,15}(?:\.\d{1,8})?$/.test(bare) ? bare : null;
};
