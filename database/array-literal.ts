/**
 * Formats a PostgreSQL array as text for `unnest($1::type[], …)`: one parameter per column for any number of rows. This
 * is several times cheaper than the conversion of the driver, which matters on the write path.
 */
export type ArrayElement = string | number | boolean | null | undefined;

export function formatArrayLiteral(elements: readonly ArrayElement[]): string {
  return formatColumnLiteral(elements, (element) => element);
}

/** The same for one value of each row. */
export function formatColumnLiteral<Row>(rows: readonly Row[], valueOf: (row: Row) => ArrayElement): string {
  let text = '{';
  for (let index = 0; index < rows.length; index += 1) {
    const element = valueOf(rows[index]!);
    if (index > 0) text += ',';
    if (element === null || element === undefined) text += 'NULL';
    else if (typeof element === 'string') text += quoteElement(element);
    else text += element;
  }
  return `${text}}`;
}

export function formatJsonElement(text: string | null): string {
  return text === null ? 'NULL' : JSON.stringify(text);
}

/** Joins elements that are already quoted. */
export function joinArrayElements(elements: readonly string[]): string {
  return `{${elements.join(',')}}`;
}

const SPECIAL = /["\\]/;
const ALL_SPECIAL = /["\\]/g;

function quoteElement(element: string): string {
  return SPECIAL.test(element) ? `"${element.replace(ALL_SPECIAL, '\\$&')}"` : `"${element}"`;
}
