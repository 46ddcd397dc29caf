/** A sheet for other programs: what could be taken for a formula is told to be a text. */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  return `\ufeff${rows.map((cells) => cells.map(cellOf).join(';')).join('\r\n')}\r\n`;
}

const AMOUNT = /^-?\d+(?:\.\d+)?$/;

function cellOf(value: string | number): string {
  const text = String(value);
  const safe = /^[=+\-@\t\r]/.test(text) && !AMOUNT.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
