/** Formats rows as CSV and escapes cells that could be taken for formulas. */
export function formatCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\ufeff${rows.map((cells) => cells.map(formatCell).join(';')).join('\r\n')}\r\n`;
}

const AMOUNT = /^-?\d+(?:\.\d+)?$/;

function formatCell(value: string | number): string {
  const text = String(value);
  const safe = /^[=+\-@\t\r]/.test(text) && !AMOUNT.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
