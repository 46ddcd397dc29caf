import { createFormat } from '../support/format.ts';
import type { Language, Say } from '../support/words.ts';

/** Formats record values for people. */

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isListOfFields = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every(isFields);

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
/** Codes and numbers may look like amounts, but amounts have two decimals. */
const AMOUNT = /^-?\d+\.\d\d$/;

interface Reader {
  readonly say: Say;
  readonly language: Language;
}

/** Formats a value for a table cell, without nested tables. */
export function formatValue(value: unknown, { say, language }: Reader): string {
  if (isEmpty(value)) return '–';
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map((one) => formatValue(one, { say, language })).join(', ');
  if (isFields(value))
    return Object.entries(value)
      .map(([name, one]) => `${name}: ${formatValue(one, { say, language })}`)
      .join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  const format = createFormat(language);
  if (DAY.test(value)) return format.day(value);
  if (MOMENT.test(value)) return format.moment(value);
  return AMOUNT.test(value) ? format.amount(value) : value;
}
