import type { ReadElement } from '../xml/read-xml.ts';

/** Which cells of a workbook hold dates. A spreadsheet stores a date as a number, and says so only in its format. */

/** Numbers of built-in formats that show a day. */
const BUILT_IN_DATES: ReadonlySet<number> = new Set([
  14,
  15,
  16,
  17,
  22,
  ...range(27, 31),
  36,
  ...range(50, 54),
  57,
  58,
]);
const FIRST_OWN_FORMAT = 164;

/** Whether a cell with this style number shows a date, by style number. */
export function readDateStyles(styles: ReadElement | null): readonly boolean[] {
  const own = new Map<number, string>();
  for (const { attributes } of listMembers(styles, 'numFmts', 'numFmt'))
    own.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
  return listMembers(styles, 'cellXfs', 'xf').map(({ attributes }) => {
    const number = Number(attributes['numFmtId'] ?? 0);
    const code = own.get(number);
    return code === undefined ? number < FIRST_OWN_FORMAT && BUILT_IN_DATES.has(number) : isDateFormat(code);
  });
}

/** A year, or a day with a month; texts, colours and durations are not part of the date. */
function isDateFormat(code: string): boolean {
  const plain = code
    .slice(0, 255)
    .replace(/"[^"]*"|\[[^\]]*\]|\\.|_./g, '')
    .toLowerCase();
  return plain.includes('y') || (plain.includes('d') && plain.includes('m'));
}

const DAY_MS = 86_400_000;
const LAST_DAY = 2_958_465;
/** Spreadsheets count a day that never was: 29 February 1900. */
const MISSING_DAY = 60;
const DAYS_FROM_1900_TO_1904 = 1462;

/** The day of a serial number, such as 46053 for 2026-01-31; null for a number that is no day. */
export function toPlainDate(serial: number, startsIn1904 = false): string | null {
  const day = Math.floor(serial) + (startsIn1904 ? DAYS_FROM_1900_TO_1904 : 0);
  if (!(day >= 1 && day <= LAST_DAY) || day === MISSING_DAY) return null;
  const days = day < MISSING_DAY ? day + 1 : day;
  return new Date(Date.UTC(1899, 11, 30) + days * DAY_MS).toISOString().slice(0, 10);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

const listMembers = (root: ReadElement | null, list: string, member: string): readonly ReadElement[] =>
  root?.children.find(({ name }) => name === list)?.children.filter(({ name }) => name === member) ?? [];
