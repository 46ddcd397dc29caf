/**
 * A PostgreSQL array as text, for `unnest($1::type[], …)`: one parameter a column however many rows. Several times
 * cheaper than the driver's own conversion, which the write path feels.
 */
export type ArrayElement = string | number | boolean | null | undefined;

export function arrayLiteral(elements: readonly ArrayElement[]): string {
  return columnLiteral(elements, (element) => element);
}

/** The same of one value of each row. */
export function columnLiteral<Row>(rows: readonly Row[], valueOf: (row: Row) => ArrayElement): string {
  let text = '{';
  for (let index = 0; index < rows.length; index += 1) {
    const element = valueOf(rows[index]!);
    if (index > 0) text += ',';
    if (element === null || element === undefined) text += 'NULL';
    else if (typeof element === 'string') text += quoted(element);
    else text += element;
  }
  return `${text}}`;
}

export function jsonElement(text: string | null): string {
  return text === null ? 'NULL' : JSON.stringify(text);
}

/** From elements that are quoted already. */
export function literalOf(elements: readonly string[]): string {
  return `{${elements.join(',')}}`;
}

const SPECIAL = /["\\]/;
const ALL_SPECIAL = /["\\]/g;

function quoted(element: string): string {
  return SPECIAL.test(element) ? `"${element.replace(ALL_SPECIAL, '\\$&')}"` : `"${element}"`;
}
