import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { collectValue, NO_PROBLEMS, joinProblems, type Checked, type Problem } from '../../../domain/refusal.ts';
import type { MessageKey } from '../../i18n/catalogue.ts';
import type { Caller } from './access.ts';
import { parseTimestamp } from '../reply/time.ts';
import type { WriteContext } from './write-context.ts';

const MAX_MUTATION_ID = 64;
const MAX_DEVICE_ID = 64;
const MAX_DEVICE_NAME = 120;
const MAX_ORIGIN = 64;
const DAY_MS = 24 * 60 * 60 * 1000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** The calling app install or integration, if it identifies itself in a form that can be stored. */
export interface Device {
  readonly id: string;
  readonly name: string | null;
}

/** Reads are never refused for a malformed device header. */
export function readDevice(headers: IncomingHttpHeaders): Device | null {
  const id = readPlainHeader(headers, 'X-Device-Id', MAX_DEVICE_ID).value;
  return id === null ? null : { id, name: readDeviceName(headers).value };
}

/** Reads the headers of a write. Problems are reported by header name. */
export function readWriteHeaders(headers: IncomingHttpHeaders, caller: Caller | null): Checked<WriteContext> {
  const problems: Problem[] = [];
  const occurred = collectValue(readOccurredAt(headers), problems);
  const context: WriteContext = {
    userId: caller?.userId ?? null,
    tokenKind: caller?.token.kind ?? 'system',
    operationId: collectValue(readOperationId(headers), problems),
    clientMutationId: collectValue(readMutationId(headers), problems),
    deviceId: collectValue(readPlainHeader(headers, 'X-Device-Id', MAX_DEVICE_ID), problems),
    deviceName: collectValue(readDeviceName(headers), problems),
    origin:
      collectValue(readPlainHeader(headers, 'X-Origin', MAX_ORIGIN), problems) === 'offline_sync'
        ? 'offline_sync'
        : 'api',
    occurredAt: occurred?.clamped ?? null,
    ...(occurred?.raw !== undefined && { occurredAtRaw: occurred.raw }),
    baseVersion: collectValue(readBaseVersion(headers), problems),
    reached: { position: null },
  };
  return { value: context, problems };
}

const ABSENT: Checked<null> = { value: null, problems: NO_PROBLEMS };

const toValid = <Value>(value: Value): Checked<Value> => ({ value, problems: NO_PROBLEMS });

const toInvalid = (field: string, code: MessageKey, params?: Problem['params']): Checked<null> => ({
  value: null,
  problems: [{ code, field, ...(params && { params }) }],
});

/** Reads a header of printable ASCII with a maximum length; absent and empty are the same. */
function readPlainHeader(headers: IncomingHttpHeaders, name: string, max: number): Checked<string | null> {
  const value = toHeaderText(headers[name.toLowerCase()]);
  if (value === '') return ABSENT;
  if (value.length > max) return toInvalid(name, 'header_too_long', { max });
  return PRINTABLE_ASCII.test(value) ? toValid(value) : toInvalid(name, 'header_invalid');
}

const toHeaderText = (value: string | string[] | undefined) =>
  value === undefined ? '' : (typeof value === 'string' ? value : value.join(', ')).trim();

function readOperationId(headers: IncomingHttpHeaders): Checked<string> {
  const value = toHeaderText(headers['x-operation-id']);
  if (value === '') return toValid(randomUUID());
  const { problems } = UUID.test(value) ? ABSENT : toInvalid('X-Operation-Id', 'header_not_uuid');
  return { value: value.toLowerCase(), problems };
}

function readMutationId(headers: IncomingHttpHeaders): Checked<string | null> {
  const own = readPlainHeader(headers, 'X-Client-Mutation-Id', MAX_MUTATION_ID);
  const { value: written, problems } = readPlainHeader(headers, 'Idempotency-Key', MAX_MUTATION_ID + 2);
  // The alias may arrive as a quoted structured-field string; the quotes are not part of the key.
  const alias = toValid(written?.replace(/^"(.*)"$/, '$1') ?? '');
  if (alias.value === '') return { value: own.value, problems: joinProblems(own.problems, problems) };
  if (alias.value.length > MAX_MUTATION_ID)
    return withEarlier(own, toInvalid('Idempotency-Key', 'header_too_long', { max: MAX_MUTATION_ID }));
  if (own.value === null || own.value === alias.value) return withEarlier(own, alias);
  return toInvalid('Idempotency-Key', 'headers_contradict', { other: 'X-Client-Mutation-Id' });
}

/** The value of an alias, with the problems of the header that it stands for before its own. */
const withEarlier = <Value>(own: Checked<unknown>, alias: Checked<Value>): Checked<Value> => ({
  value: alias.value,
  problems: joinProblems(own.problems, alias.problems),
});

function readBaseVersion(headers: IncomingHttpHeaders): Checked<number | null> {
  const text = toHeaderText(headers['x-base-version']);
  const match = toHeaderText(headers['if-match']);
  const own = text === '' ? ABSENT : parseVersion(/^(\d{1,15})$/, text, 'X-Base-Version');
  // `*` only requires that the record exists, which every write requires anyway.
  const alias =
    match === '' || match === '*'
      ? ABSENT
      : parseVersion(/^(?:W\/)?"v(\d{1,15})(?:-[\w-]{1,64})?"$/, match, 'If-Match');
  if (alias.value === null) return { value: own.value, problems: joinProblems(own.problems, alias.problems) };
  if (own.value === null || own.value === alias.value) return withEarlier(own, alias);
  return toInvalid('If-Match', 'headers_contradict', { other: 'X-Base-Version' });
}

function parseVersion(shape: RegExp, text: string, name: string): Checked<number | null> {
  const digits = shape.exec(text)?.[1];
  return digits === undefined ? toInvalid(name, 'header_not_a_version') : toValid(Number(digits));
}

function readDeviceName(headers: IncomingHttpHeaders): Checked<string | null> {
  const encoded = toHeaderText(headers['x-device-name']);
  if (encoded === '') return ABSENT;
  let name: string;
  try {
    name = decodeURIComponent(encoded).trim();
  } catch {
    return toInvalid('X-Device-Name', 'header_not_percent_encoded');
  }
  if (!PRINTABLE_ASCII.test(encoded)) return toInvalid('X-Device-Name', 'header_not_percent_encoded');
  if (/\p{Cc}/u.test(name)) return toInvalid('X-Device-Name', 'header_invalid');
  if ([...name].length > MAX_DEVICE_NAME)
    return toInvalid('X-Device-Name', 'header_too_long', { max: MAX_DEVICE_NAME });
  return name === '' ? ABSENT : toValid(name);
}

interface OccurredAt {
  readonly clamped: string;
  /** The time as claimed, if it was out of range. */
  readonly raw?: string;
}

function readOccurredAt(headers: IncomingHttpHeaders): Checked<OccurredAt | null> {
  const text = toHeaderText(headers['x-occurred-at']);
  if (text === '') return ABSENT;
  const claimed = text.length > 40 ? undefined : parseTimestamp(text);
  if (claimed === undefined) return toInvalid('X-Occurred-At', 'header_not_a_timestamp');
  const now = Date.now();
  const clamped = Math.min(Math.max(claimed, now - DAY_MS), now + DAY_MS);
  return toValid({ clamped: new Date(clamped).toISOString(), ...(clamped !== claimed && { raw: text }) });
}
