import { toBookDate, type PlainDate } from '../../../domain/dates.ts';

/** `2026-01-05T10:00:00.000000Z`: the only timestamp format in responses. */
export function formatTimestamp(instant: Date | string): string {
  if (typeof instant !== 'string') return `${instant.toISOString().slice(0, -1)}000Z`;
  if (instant.length === 10) return toZeroTime(instant);
  if (instant.length === 27 && instant.charCodeAt(26) === 90 && instant.charCodeAt(19) === 46) return instant;
  // ISO 8601 in UTC, or the PostgreSQL format in UTC: up to six fractional digits are kept exactly.
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,6})\d*)?(?:Z|\+00(?::?00)?)$/.exec(instant);
  if (parts) return `${parts[1]}T${parts[2]}.${(parts[3] ?? '').padEnd(6, '0')}Z`;
  return formatTimestamp(new Date(instant));
}

/** Formats a plain date like the record dates of the API: a timestamp with a zero time. */
export const toZeroTime = (plainDate: string): string => `${plainDate}T00:00:00.000000Z`;

/** The current date of the books; every route reads the clock here. */
export const getBookToday = (): PlainDate => toBookDate(new Date());

const TIMESTAMP = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?$/i;

/** Parses an ISO 8601 timestamp to milliseconds; UTC if it has no zone; undefined if invalid. */
export function parseTimestamp(text: string): number | undefined {
  const parts = TIMESTAMP.exec(text);
  if (!parts || !isCalendarDate(text.slice(0, 10))) return undefined;
  if (Number(parts[4]) > 23 || Number(parts[5]) > 59 || Number(parts[6] ?? 0) > 59) return undefined;
  const milliseconds = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** True for `YYYY-MM-DD` that exists in the calendar. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8, 10));
  if (month < 1 || month > 12 || day < 1) return false;
  const leapDay = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0;
  return day <= DAYS[month - 1]! + leapDay;
}
