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

/**
 * A SELECT of rows from one array per column, all of the same length, such as `{ id: '$1::bigint[]' }`. The arrays stand in
 * its list: as arguments of an `unnest` in FROM, each column would be stored apart and read again, which takes the server
 * twice as long for few rows and a quarter longer for many.
 */
export function buildSelectFromArrays(columns: Readonly<Record<string, string>>): string {
  return `SELECT ${Object.entries(columns)
    .map(([name, array]) => `unnest(${array}) AS ${name}`)
    .join(', ')}`;
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
