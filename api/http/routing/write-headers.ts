import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from '../../../domain/refusal.ts';
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
  if (headers['x-device-id'] === undefined) return null;
  const problems: Problem[] = [];
  const id = readPlainHeader(headers, 'X-Device-Id', MAX_DEVICE_ID, problems);
  return id === null
    ? null
    : { id, name: headers['x-device-name'] === undefined ? null : readDeviceName(headers, problems) };
}

/** Reads the headers of a write; adds what is wrong with them to `problems`, by header name. */
export function readWriteHeaders(
  headers: IncomingHttpHeaders,
  caller: Caller | null,
  problems: Problem[],
): WriteContext {
  const occurred = headers['x-occurred-at'] === undefined ? undefined : readOccurredAt(headers, problems);
  return {
    userId: caller?.userId ?? null,
    tokenKind: caller?.token.kind ?? 'system',
    operationId: readOperationId(headers, problems),
    clientMutationId: readMutationId(headers, problems),
    deviceId: readPlainHeader(headers, 'X-Device-Id', MAX_DEVICE_ID, problems),
    deviceName: headers['x-device-name'] === undefined ? null : readDeviceName(headers, problems),
    origin: readPlainHeader(headers, 'X-Origin', MAX_ORIGIN, problems) === 'offline_sync' ? 'offline_sync' : 'api',
    occurredAt: occurred?.clamped ?? null,
    ...(occurred?.raw !== undefined && { occurredAtRaw: occurred.raw }),
    baseVersion: readBaseVersion(headers, problems),
  };
}

function addProblem(problems: Problem[], field: string, code: MessageKey, params?: Problem['params']): null {
  problems.push({ code, field, ...(params && { params }) });
  return null;
}

/** Reads a header of printable ASCII with a maximum length; absent and empty are the same. */
function readPlainHeader(headers: IncomingHttpHeaders, name: string, max: number, problems: Problem[]): string | null {
  const value = toHeaderText(headers[name.toLowerCase()]);
  if (value === '') return null;
  if (value.length > max) return addProblem(problems, name, 'header_too_long', { max });
  if (!PRINTABLE_ASCII.test(value)) return addProblem(problems, name, 'header_invalid');
  return value;
}

const toHeaderText = (value: string | string[] | undefined) =>
  value === undefined ? '' : (typeof value === 'string' ? value : value.join(', ')).trim();

function readOperationId(headers: IncomingHttpHeaders, problems: Problem[]): string {
  const value = toHeaderText(headers['x-operation-id']);
  if (value === '') return randomUUID();
  if (!UUID.test(value)) addProblem(problems, 'X-Operation-Id', 'header_not_uuid');
  return value.toLowerCase();
}

function readMutationId(headers: IncomingHttpHeaders, problems: Problem[]): string | null {
  const own = readPlainHeader(headers, 'X-Client-Mutation-Id', MAX_MUTATION_ID, problems);
  // The alias may arrive as a quoted structured-field string; the quotes are not part of the key.
  const alias =
    readPlainHeader(headers, 'Idempotency-Key', MAX_MUTATION_ID + 2, problems)?.replace(/^"(.*)"$/, '$1') ?? null;
  if (alias === null || alias === '') return own;
  if (alias.length > MAX_MUTATION_ID)
    return addProblem(problems, 'Idempotency-Key', 'header_too_long', { max: MAX_MUTATION_ID });
  if (own === null || own === alias) return alias;
  return addProblem(problems, 'Idempotency-Key', 'headers_contradict', { other: 'X-Client-Mutation-Id' });
}

function readBaseVersion(headers: IncomingHttpHeaders, problems: Problem[]): number | null {
  const text = toHeaderText(headers['x-base-version']);
  const match = toHeaderText(headers['if-match']);
  const own = text === '' ? null : parseVersion(/^(\d{1,15})$/, text, 'X-Base-Version', problems);
  // `*` only requires that the record exists, which every write requires anyway.
  const alias =
    match === '' || match === '*'
      ? null
      : parseVersion(/^(?:W\/)?"v(\d{1,15})(?:-[\w-]{1,64})?"$/, match, 'If-Match', problems);
  if (alias === null) return own;
  if (own === null || own === alias) return alias;
  return addProblem(problems, 'If-Match', 'headers_contradict', { other: 'X-Base-Version' });
}

function parseVersion(shape: RegExp, text: string, name: string, problems: Problem[]): number | null {
  const digits = shape.exec(text)?.[1];
  return digits === undefined ? addProblem(problems, name, 'header_not_a_version') : Number(digits);
}

function readDeviceName(headers: IncomingHttpHeaders, problems: Problem[]): string | null {
  const encoded = toHeaderText(headers['x-device-name']);
  let name: string;
  try {
    name = decodeURIComponent(encoded).trim();
  } catch {
    return addProblem(problems, 'X-Device-Name', 'header_not_percent_encoded');
  }
  if (!PRINTABLE_ASCII.test(encoded)) return addProblem(problems, 'X-Device-Name', 'header_not_percent_encoded');
  if (/\p{Cc}/u.test(name)) return addProblem(problems, 'X-Device-Name', 'header_invalid');
  if ([...name].length > MAX_DEVICE_NAME)
    return addProblem(problems, 'X-Device-Name', 'header_too_long', { max: MAX_DEVICE_NAME });
  return name === '' ? null : name;
}

function readOccurredAt(headers: IncomingHttpHeaders, problems: Problem[]): { clamped: string; raw?: string } | null {
  const text = toHeaderText(headers['x-occurred-at']);
  if (text === '') return null;
  const claimed = text.length > 40 ? undefined : parseTimestamp(text);
  if (claimed === undefined) return addProblem(problems, 'X-Occurred-At', 'header_not_a_timestamp');
  const now = Date.now();
  const clamped = Math.min(Math.max(claimed, now - DAY_MS), now + DAY_MS);
  return { clamped: new Date(clamped).toISOString(), ...(clamped !== claimed && { raw: text }) };
}
