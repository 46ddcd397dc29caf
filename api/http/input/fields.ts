import { z } from 'zod';
import { isCurrencyCode } from '../../../domain/currency/codes.ts';
import { getEndOfBookDay } from '../../../domain/dates.ts';
import { MAX_AMOUNT } from '../../../domain/money.ts';
import type { MessageKey } from '../../i18n/catalogue.ts';
import type { IssueParams } from './problems.ts';
import { formatTimestamp, isCalendarDate, parseTimestamp } from '../reply/time.ts';

/**
 * Building blocks of input schemas. Each accepts lenient input (`"12"` for 12, `1` for true), returns one exact form, and
 * reports errors with a key of the message catalogue. Null and absent values are "required" errors unless the field is
 * `.nullable()`, `.optional()` or `.nullish()`.
 */

class Wrong {
  readonly issue: IssueParams;
  constructor(key: MessageKey, params?: IssueParams['params']) {
    this.issue = { key, ...(params && { params }) };
  }
}

const REQUIRED = new Wrong('required');
const NOT_TEXT = new Wrong('not_text');
/** PostgreSQL cannot store NUL. Bodies are checked as a whole, but a query may still contain one. */
const UNUSABLE = new Wrong('unusable_characters');
const HIDDEN = new Wrong('hidden_characters');
/** Characters that display differently from their content: control characters and direction overrides. */
const HIDDEN_IN_A_LINE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
/** The same for longer texts, which may contain line breaks and tabs. */
const HIDDEN_IN_LINES = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u;
/** Up to this length a text is a name, a label or a code on one line. */
const LONGEST_LINE = 255;

type JsonSchema = Readonly<Record<string, unknown>>;
export type Field<T> = z.ZodPipe<z.ZodUnknown, z.ZodTransform<T, unknown>>;

/** A field based on a function that parses its value; `schema` is for the documentation. */
function field<T>(schema: JsonSchema, read: (value: unknown) => T | Wrong): Field<T> {
  return z
    .unknown()
    .transform((value, context): T => {
      const result = value === undefined || value === null ? REQUIRED : read(value);
      if (!(result instanceof Wrong)) return result;
      context.issues.push({ code: 'custom', input: value, params: { ...result.issue } });
      return z.NEVER;
    })
    .meta(schema);
}

/**
 * Fields never change, so those with the same limits are one: the routes have thousands of fields, and every start would
 * make each of them.
 */
function createOnce<Limits extends readonly unknown[], Made>(make: (...limits: Limits) => Made) {
  const made = new Map<string, Made>();
  return (...limits: Limits): Made => {
    const key = JSON.stringify(limits);
    let one = made.get(key);
    if (one === undefined) made.set(key, (one = make(...limits)));
    return one;
  };
}

/** Counts code points: an emoji is one. */
const isLonger = (text: string, max: number) => text.length > max && (text.length > 2 * max || [...text].length > max);
const isShorter = (text: string, min: number) => text.length < min || (text.length < 2 * min && [...text].length < min);

/** Text of 1 to `max` characters. */
export const text = createOnce((max: number, { min = 1 }: { readonly min?: number } = {}): Field<string> => {
  const tooLong = new Wrong('text_too_long', { max });
  const tooShort = new Wrong('text_too_short', { min });
  const hidden = max <= LONGEST_LINE ? HIDDEN_IN_A_LINE : HIDDEN_IN_LINES;
  return field({ type: 'string', minLength: min, maxLength: max }, (value) => {
    if (typeof value !== 'string') return NOT_TEXT;
    if (value === '') return REQUIRED;
    if (isLonger(value, max)) return tooLong;
    if (value.includes('\0')) return UNUSABLE;
    if (hidden.test(value)) return HIDDEN;
    return isShorter(value, min) ? tooShort : value;
  });
});

/** Text that may be absent or null; absent stays undefined, for PATCH. */
export const nullableText = createOnce((max: number) => text(max).nullish());

interface Range {
  readonly min?: number;
  readonly max?: number;
}

/** Effective bounds of a field, for the documentation. */
const describeBounds = (min: number, max: number) => ({
  ...(min > Number.MIN_SAFE_INTEGER && { minimum: min }),
  ...(max < Number.MAX_SAFE_INTEGER && { maximum: max }),
});

export const integer = createOnce(
  ({ min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER }: Range = {}): Field<number> => {
    const notAnInteger = new Wrong('not_an_integer');
    const tooSmall = new Wrong('number_too_small', { min });
    const tooLarge = new Wrong('number_too_large', { max });
    return field({ type: 'integer', ...describeBounds(min, max) }, (value) => {
      const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isInteger(number)) return notAnInteger;
      if (number < min) return tooSmall;
      return number > max ? tooLarge : number;
    });
  },
);

/** Id of a record. */
export const id = (): Field<number> => integer({ min: 1 });

/** A plain number, for the few quantities that are not amounts. */
export const number = createOnce(({ min = -1e15, max = 1e15 }: Range = {}): Field<number> => {
  const notANumber = new Wrong('not_a_number');
  const tooSmall = new Wrong('number_too_small', { min });
  const tooLarge = new Wrong('number_too_large', { max });
  return field({ type: 'number', minimum: min, maximum: max }, (value) => {
    const read = typeof value === 'string' && /^-?\d{1,16}(\.\d{1,16})?$/.test(value) ? Number(value) : value;
    if (typeof read !== 'number' || !Number.isFinite(read)) return notANumber;
    if (read < min) return tooSmall;
    return read > max ? tooLarge : read;
  });
});

export const bool = createOnce((): Field<boolean> => {
  const notABoolean = new Wrong('not_a_boolean');
  return field({ type: 'boolean' }, (value) => {
    if (value === true || value === 1 || value === '1' || value === 'true') return true;
    if (value === false || value === 0 || value === '0' || value === 'false') return false;
    return notABoolean;
  });
});

const FIRST_DATE = '1900-01-01';
const LAST_DATE = '2999-12-31';
const outOfRange = new Wrong('date_out_of_range', { min: FIRST_DATE, max: LAST_DATE });
const isInRange = (day: string): boolean => day >= FIRST_DATE && day <= LAST_DATE;

/** Midnight UTC, as records show their dates. */
const ZERO_TIME = /^T00:00(?::00(?:\.0{1,9})?)?(?:Z|\+00:?00)?$/i;

/** A calendar date, `YYYY-MM-DD`; a timestamp with a zero time is accepted too. */
export const date = createOnce((): Field<string> => {
  const notADate = new Wrong('not_a_date');
  return field({ type: 'string', format: 'date', examples: ['2026-01-31'] }, (value) => {
    if (typeof value !== 'string') return notADate;
    const day = value.length > 10 && ZERO_TIME.test(value.slice(10)) ? value.slice(0, 10) : value;
    if (!isCalendarDate(day)) return notADate;
    return isInRange(day) ? day : outOfRange;
  });
});

/** An instant, returned as ISO 8601 in UTC. */
export const instant = createOnce((): Field<string> => {
  const notATimestamp = new Wrong('not_a_timestamp');
  return field({ type: 'string', format: 'date-time' }, (value) => {
    const milliseconds = typeof value === 'string' && value.length <= 40 ? parseTimestamp(value) : undefined;
    if (milliseconds === undefined) return notATimestamp;
    const moment = new Date(milliseconds).toISOString();
    return isInRange(moment.slice(0, 10)) ? moment : outOfRange;
  });
});

/** A moment, returned in UTC: a timestamp, or a date, which means its end in the time zone of the books. */
export const moment = createOnce((): Field<string> => {
  const notAMoment = new Wrong('not_a_moment');
  const schema = { type: 'string', examples: ['2026-01-31', '2026-01-31T16:30:00Z'] };
  return field(schema, (value) => {
    if (typeof value !== 'string' || value.length > 40) return notAMoment;
    if (isCalendarDate(value)) return isInRange(value) ? getEndOfBookDay(value) : outOfRange;
    const milliseconds = parseTimestamp(value);
    if (milliseconds === undefined) return notAMoment;
    const instant = formatTimestamp(new Date(milliseconds));
    return isInRange(instant.slice(0, 10)) ? instant : outOfRange;
  });
});

/** A point in a log: a position or a moment. */
export const positionOrMoment = createOnce((): Field<number | string> => {
  const atMoment = moment();
  const wrong = new Wrong('not_a_position_or_moment');
  const schema = { type: ['integer', 'string'], examples: [1200, '2026-01-31', '2026-01-31T16:30:00Z'] };
  return field<number | string>(schema, (value) => {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
    return atMoment.safeParse(value).data ?? wrong;
  });
});

const DECIMAL = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/;
const MAX_DECIMAL_LENGTH = 40;

interface DecimalWrongs {
  readonly shape: Wrong;
  readonly decimals: Wrong;
  readonly large: Wrong;
  /** Absent: negative numbers are allowed. */
  readonly negative?: Wrong;
  /** Absent: zero is allowed. */
  readonly zero?: Wrong;
  /** Without zeros added up to the number of places. */
  readonly isKeptAsWritten?: true;
}

interface Signed {
  readonly signed?: boolean;
}

/**
 * An exact decimal, returned with all its places. A JSON number is read as the decimal it prints as, so that 1.1 is 1.10
 * and 0.1 + 0.2 is refused instead of rounded.
 */
function exactDecimal(places: number, max: string, wrongs: DecimalWrongs): Field<string> {
  const [maxWhole = '', maxDecimals = ''] = max.split('.');
  const largest = maxWhole + maxDecimals.padEnd(places, '0');
  const pattern = `^${wrongs.negative ? '' : '-?'}(0|[1-9][0-9]{0,${maxWhole.length - 1}})(\\.[0-9]{1,${places}})?$`;
  return field({ type: 'string', pattern, examples: [(12).toFixed(places)] }, (value) => {
    const written = typeof value === 'number' ? String(value) : value;
    if (typeof written !== 'string' || written.length > MAX_DECIMAL_LENGTH) return wrongs.shape;
    const parts = DECIMAL.exec(written);
    if (parts === null) return wrongs.shape;
    const [, sign = '', whole = '', decimals = ''] = parts;
    if (decimals.length > places) return wrongs.decimals;
    const padded = decimals.padEnd(places, '0');
    if (sign !== '') {
      // Negative zero is refused: it would print and compare differently.
      if (/^0*$/.test(whole + padded)) return wrongs.shape;
      if (wrongs.negative) return wrongs.negative;
    }
    const digits = whole + padded;
    if (digits.length > largest.length || (digits.length === largest.length && digits > largest)) return wrongs.large;
    if (wrongs.zero && /^0*$/.test(digits)) return wrongs.zero;
    if (wrongs.isKeptAsWritten) return written;
    return places === 0 ? sign + whole : `${sign}${whole}.${padded}`;
  });
}

/** An amount of money: two decimals. */
export const amount = createOnce(({ signed = false }: Signed = {}): Field<string> => {
  return exactDecimal(2, MAX_AMOUNT, {
    shape: new Wrong('not_an_amount'),
    decimals: new Wrong('amount_too_many_decimals'),
    large: new Wrong('amount_too_large', { max: MAX_AMOUNT }),
    ...(!signed && { negative: new Wrong('amount_negative') }),
  });
});

/** A rate, quantity or coordinate: a decimal with a fixed number of places, as text. */
export const decimal = createOnce((places: number, max: string, { signed = false }: Signed = {}): Field<string> => {
  return exactDecimal(places, max, {
    shape: new Wrong('not_a_number'),
    decimals: new Wrong('too_many_decimals', { places }),
    large: new Wrong('number_too_large', { max }),
    ...(!signed && { negative: new Wrong('number_too_small', { min: 0 }) }),
  });
});

const MAX_RATE = '999999999.99999999';

/** Units of a foreign currency for one unit of the currency of the company file: positive, as the caller writes it. */
export const exchangeRate = createOnce((): Field<string> => {
  return exactDecimal(8, MAX_RATE, {
    shape: new Wrong('not_a_number'),
    decimals: new Wrong('too_many_decimals', { places: 8 }),
    large: new Wrong('number_too_large', { max: MAX_RATE }),
    negative: new Wrong('exchange_rate_invalid'),
    zero: new Wrong('exchange_rate_invalid'),
    isKeptAsWritten: true,
  });
});

const MAX_EMAIL = 190;
/** No spaces or invisible characters: two addresses that look the same would be two accounts. */
const EMAIL_LOCAL_PART = /^[^\s\p{C}@"(),:;<>[\\\]]{1,64}$/u;
const HOST_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

export const email = createOnce((): Field<string> => {
  const notAnEmail = new Wrong('not_an_email');
  const tooLong = new Wrong('text_too_long', { max: MAX_EMAIL });
  return field({ type: 'string', format: 'email', maxLength: MAX_EMAIL }, (value) => {
    if (typeof value !== 'string') return notAnEmail;
    if (value === '') return REQUIRED;
    if (value.length > MAX_EMAIL) return tooLong;
    // The same letters may arrive as different code points from different keyboards.
    const address = value.normalize('NFC');
    return isEmailAddress(address) ? address : notAnEmail;
  });
});

/** Longer values are refused without further checks. */
const LONGEST_EMAIL = 254;

export function isEmailAddress(value: string): boolean {
  if (value.length > LONGEST_EMAIL) return false;
  const at = value.lastIndexOf('@');
  const local = value.slice(0, Math.max(at, 0));
  const labels = value.slice(at + 1).split('.');
  const isDotted = !local.startsWith('.') && !local.endsWith('.') && !local.includes('..');
  return (
    isDotted && EMAIL_LOCAL_PART.test(local) && labels.length > 1 && labels.every((label) => HOST_LABEL.test(label))
  );
}

/** One of a fixed set of words. */
export function choice<const T extends string>(values: readonly T[]): Field<T> {
  const notOneOf = new Wrong('not_one_of', { values: values.join(', ') });
  return field({ type: 'string', enum: [...values] }, (value) => values.find((known) => known === value) ?? notOneOf);
}

/** A currency of ISO 4217 that payments are made in, in capitals. */
export const currencyCode = createOnce((): Field<string> => {
  const unknown = new Wrong('currency_unknown');
  return field({ type: 'string', pattern: '^[A-Z]{3}$', examples: ['USD'] }, (value) => {
    if (typeof value !== 'string') return NOT_TEXT;
    const code = value.toUpperCase();
    return isCurrencyCode(code) ? code : unknown;
  });
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const uuid = createOnce((): Field<string> => {
  const notAUuid = new Wrong('not_a_uuid');
  return field({ type: 'string', format: 'uuid' }, (value) =>
    typeof value === 'string' && UUID.test(value) ? value.toLowerCase() : notAUuid,
  );
});

const PUBLIC_TOKEN = /^[A-Za-z0-9]{12}$/;
export const isPublicToken = (value: string): boolean => PUBLIC_TOKEN.test(value);

/** The public token of a firm or company file, in a body or query. */
export const publicTokenField = createOnce((): Field<string> => {
  const wrong = new Wrong('not_a_public_token');
  return field({ type: 'string', pattern: PUBLIC_TOKEN.source }, (value) =>
    typeof value === 'string' && isPublicToken(value) ? value : wrong,
  );
});

/** Sort order of a list: a field name, with a leading minus for descending order. */
export function sort<const T extends string>(names: readonly T[], usual: string): Field<T | `-${T}`> {
  const orders = names.flatMap((name) => [name, `-${name}`] as const);
  const wrong = new Wrong('not_one_of', { values: orders.join(', ') });
  const description = `Sort order: a field name, with a leading \`-\` for descending order. Default: ${usual}.`;
  return field(
    { type: 'string', enum: orders, description },
    (value) => orders.find((known) => known === value) ?? wrong,
  );
}

/** A list. Its length is checked before its items, so that a flood of items costs nothing. */
export function list<T extends z.ZodType>(item: T, { min = 0, max }: { readonly min?: number; readonly max: number }) {
  return z.array(item).min(min).max(max);
}

interface PageLimits {
  readonly defaultPerPage?: number;
  readonly maxPerPage?: number;
}

/** `page` and `per_page`, which are never refused: spread into the query schema of a list. */
export function pageQuery({ defaultPerPage = 50, maxPerPage = 200 }: PageLimits = {}) {
  const page = z
    .unknown()
    .optional()
    .transform((value) => parsePositiveInteger(value) ?? 1)
    .meta({ type: 'integer', minimum: 1, default: 1 });
  const perPage = z
    .unknown()
    .optional()
    .transform((value) => Math.min(parsePositiveInteger(value) ?? defaultPerPage, maxPerPage))
    .meta({ type: 'integer', minimum: 1, maximum: maxPerPage, default: defaultPerPage });
  return { page, per_page: perPage };
}

function parsePositiveInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 1 ? number : undefined;
}
