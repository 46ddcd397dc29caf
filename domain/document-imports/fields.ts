import type { ExtractedSheet } from './sheet.ts';

/** What a sheet says, field by field: how certain each value is and where on the pages it was read. */

/** Left, top, width and height in ten-thousandths of the page as displayed. */
export type FieldBox = readonly [left: number, top: number, width: number, height: number];
export const BOX_UNIT = 10_000;

export interface ReadField {
  /** As in the sheet, such as `lines.0.amount_net`. */
  readonly path: string;
  /** From 0 to 1, with two decimals. */
  readonly confidence: string;
  /** Null if the value is not written on a page, such as in a structured invoice. */
  readonly page: number | null;
  readonly box: FieldBox | null;
}

const PARTY = [
  'name',
  'vat_number',
  'enterprise_number',
  'address',
  'postal_code',
  'city',
  'country',
  'email',
  'phone',
  'iban',
  'bic',
] as const;
const OWN = ['number', 'date', 'due_date', 'structured_communication', 'currency'] as const;
const LINE = ['description', 'quantity', 'unit_price', 'vat_rate', 'amount_net', 'amount_vat', 'amount_gross'] as const;
const TOTALS = ['net', 'vat', 'gross', 'prepaid'] as const;

export type LineField = (typeof LINE)[number];

/** Every value of a sheet that a document states, by path. */
export function listFieldValues({
  counterparty,
  lines,
  totals,
  payment,
  ...own
}: ExtractedSheet): ReadonlyMap<string, string> {
  const values: (readonly [string, string | null])[] = [
    ...PARTY.map((name) => [`counterparty.${name}`, counterparty[name]] as const),
    ...OWN.map((name) => [name, own[name]] as const),
    ...lines.flatMap((line, index) => LINE.map((name) => [`lines.${index}.${name}`, line[name]] as const)),
    ...TOTALS.map((name) => [`totals.${name}`, totals[name]] as const),
    ['payment.iban', payment.iban],
    ['payment.bic', payment.bic],
  ];
  return new Map(values.filter((pair): pair is readonly [string, string] => pair[1] !== null && pair[1] !== ''));
}

/** Leaves out fields whose value was replaced since it was read. */
export function keepUnchangedFields(
  fields: readonly ReadField[],
  before: ExtractedSheet,
  after: ExtractedSheet,
): readonly ReadField[] {
  if (before === after) return fields;
  const [read, now] = [listFieldValues(before), listFieldValues(after)];
  return fields.filter(({ path }) => read.get(path) === now.get(path));
}

/**
 * The fields of a sheet as it is now. What a user entered is certain and stands on no page; what was read elsewhere
 * than on a page is as certain as the whole sheet.
 */
export function describeFields(
  sheet: ExtractedSheet,
  /** The sheet before it was corrected; null if it was not. */
  readSheet: ExtractedSheet | null,
  located: readonly ReadField[],
): readonly ReadField[] {
  const before = readSheet && listFieldValues(readSheet);
  const places = new Map(located.map((field) => [field.path, field]));
  return Array.from(listFieldValues(sheet), ([path, value]): ReadField => {
    if (before && before.get(path) !== value) return { path, confidence: '1.00', page: null, box: null };
    return places.get(path) ?? { path, confidence: (readSheet ?? sheet).confidence, page: null, box: null };
  });
}
