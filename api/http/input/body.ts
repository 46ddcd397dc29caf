import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Problem } from '../../../domain/refusal.ts';
import { refuseInvalid } from '../../../domain/refusal.ts';
import type { HttpRefusal } from '../reply/errors.ts';
import { buildRefusal } from '../reply/errors.ts';

export const DEFAULT_MAX_BODY_BYTES = 1024 * 1024;
export const MAX_BODY_DEPTH = 64;
/** Timeout for receiving a JSON body. */
export const BODY_TIMEOUT_MS = 30_000;
/** After a refusal the rest of the body is read and discarded, up to this size, so that the client can read the response. */
const MAX_DROPPED_BYTES = 32 * 1024 * 1024;
const BYTE_ORDER_MARK = 0xfeff;

/** Kept separate from the value, because a body may look like a refusal. */
export type JsonBody = { readonly value: unknown; readonly refused?: undefined } | { readonly refused: HttpRefusal };

const NO_BODY: JsonBody = { value: {} };

/** Reads a JSON body, trimmed and checked; `{}` if the request has none. */
export async function readJsonBody(
  request: IncomingMessage,
  maxBytes: number,
  timeoutMs = BODY_TIMEOUT_MS,
): Promise<JsonBody> {
  if (!hasBody(request)) return NO_BODY;
  const { headers } = request;
  const declaredBytes = headers['content-length'];
  if (!isJsonInUtf8(headers['content-type']) || (headers['content-encoding'] ?? 'identity') !== 'identity') {
    discardBody(request);
    return { refused: buildRefusal('unsupported_media_type') };
  }
  if (declaredBytes !== undefined && Number(declaredBytes) > maxBytes) {
    discardBody(request);
    return { refused: refuseTooLarge(maxBytes) };
  }
  const bytes = takeArrivedBytes(request) ?? (await readBytes(request, maxBytes, timeoutMs));
  if (!Buffer.isBuffer(bytes)) return { refused: bytes };
  return bytes.length > maxBytes ? { refused: refuseTooLarge(maxBytes) } : parseJson(bytes);
}

/** Reads the raw bytes of a body. */
export async function readRawBody(
  request: IncomingMessage,
  maxBytes: number,
  timeoutMs = BODY_TIMEOUT_MS,
): Promise<Buffer | HttpRefusal> {
  if (!hasBody(request)) return Buffer.alloc(0);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
    discardBody(request);
    return refuseTooLarge(maxBytes);
  }
  const bytes = takeArrivedBytes(request) ?? (await readBytes(request, maxBytes, timeoutMs));
  return Buffer.isBuffer(bytes) && bytes.length > maxBytes ? refuseTooLarge(maxBytes) : bytes;
}

/** Reads the form fields sent by a page without script, in the shape of a JSON body. */
export async function readFormBody(
  request: IncomingMessage,
  maxBytes: number,
  timeoutMs = BODY_TIMEOUT_MS,
): Promise<JsonBody> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
    discardBody(request);
    return { refused: refuseTooLarge(maxBytes) };
  }
  const bytes = takeArrivedBytes(request) ?? (await readBytes(request, maxBytes, timeoutMs));
  if (!Buffer.isBuffer(bytes)) return { refused: bytes };
  if (!isUtf8(bytes)) return { refused: buildRefusal('invalid_json') };
  return normaliseJson(Object.fromEntries(new URLSearchParams(bytes.toString('utf8'))));
}

export const isPageForm = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.toLowerCase().split(';')[0]!.trim() === 'application/x-www-form-urlencoded';

export function hasBody({ headers }: IncomingMessage): boolean {
  const declaredBytes = headers['content-length'];
  return declaredBytes === undefined ? headers['transfer-encoding'] !== undefined : declaredBytes !== '0';
}

function isJsonInUtf8(contentType: string | undefined): boolean {
  if (contentType === 'application/json') return true;
  if (contentType === undefined) return false;
  const [type = '', ...params] = contentType.toLowerCase().split(';');
  if (!/^application\/(json|[a-z0-9.-]+\+json)$/.test(type.trim())) return false;
  const charset = params.map((param) => param.trim()).find((param) => param.startsWith('charset='));
  return charset === undefined || ['utf-8', 'utf8', '"utf-8"'].includes(charset.slice(8));
}

const refuseTooLarge = (maxBytes: number) => buildRefusal('payload_too_large', { params: { max: maxBytes } });

/** A small body usually arrives with its headers: then it is complete and needs no listeners. */
function takeArrivedBytes(request: IncomingMessage): Buffer | null {
  if (request.complete) return request.read() as Buffer | null;
  if (request.destroyed) throw new RequestAborted();
  return null;
}

function readBytes(request: IncomingMessage, maxBytes: number, timeoutMs: number): Promise<Buffer | HttpRefusal> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const timer = setTimeout(
      () => finish(buildRefusal('body_timeout', { headers: { Connection: 'close' } })),
      timeoutMs,
    );
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) finish(refuseTooLarge(maxBytes));
      else chunks.push(chunk);
    };
    const onEnd = () => finish(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length));
    const onBroken = (error?: Error) => {
      clearTimeout(timer);
      reject(new RequestAborted(error));
    };
    const finish = (result: Buffer | HttpRefusal) => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
      if (!Buffer.isBuffer(result)) discardBody(request);
      resolve(result);
    };
    request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}

/** The client disconnected before its request was complete: there is no one to answer. */
export class RequestAborted extends Error {
  constructor(cause?: unknown) {
    super('Client closed the connection before its request was complete', { cause });
    this.name = 'RequestAborted';
  }
}

/** Reads and discards the rest of a refused body, so that the client can read the response. */
export function discardBody(request: IncomingMessage): void {
  let dropped = 0;
  request.on('error', () => {});
  request.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > MAX_DROPPED_BYTES) request.destroy();
  });
}

function parseJson(bytes: Buffer): JsonBody {
  if (bytes.length === 0) return NO_BODY;
  if (!isUtf8(bytes)) return { refused: buildRefusal('invalid_json') };
  let text = bytes.toString('utf8');
  if (text.charCodeAt(0) === BYTE_ORDER_MARK) text = text.slice(1);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { refused: buildRefusal('invalid_json') };
  }
  // In valid UTF-8 and JSON, only an escape can contain NUL or a lone surrogate.
  return normaliseJson(value, text.includes('\\u'));
}

type Container = Record<string, unknown> | unknown[];

/**
 * Trims strings and replaces empty ones with null, in place; refuses values that cannot be stored. Exported for
 * `sync/push`.
 */
export function normaliseJson(value: unknown, suspiciousStrings = true): JsonBody {
  const holder = [value];
  if (normaliseContainer(holder, 0, suspiciousStrings)) return { value: holder[0] ?? {} };
  const problems = collectProblems(value);
  const first = problems[0];
  if (first?.code === 'body_too_deep') return { refused: buildRefusal('body_too_deep', { params: first.params }) };
  return { refused: refuseInvalid(problems) };
}

/** False at the first unacceptable value; the details are collected only then. */
function normaliseContainer(container: Container, depth: number, suspiciousStrings: boolean): boolean {
  if (depth > MAX_BODY_DEPTH) return false;
  if (Array.isArray(container)) {
    for (let index = 0; index < container.length; index++) {
      const item = container[index];
      if (typeof item === 'string') {
        if (suspiciousStrings && !isStorable(item)) return false;
        container[index] = trimToNull(item);
      } else if (!isAcceptable(item, depth, suspiciousStrings)) return false;
    }
    return true;
  }
  for (const key in container) {
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') {
      delete container[key];
      continue;
    }
    if (suspiciousStrings && !isStorable(key)) return false;
    const member = container[key];
    if (typeof member === 'string') {
      if (suspiciousStrings && !isStorable(member)) return false;
      const tidied = trimToNull(member);
      if (tidied !== member && !isSecretKey(key)) container[key] = tidied;
    } else if (!isAcceptable(member, depth, suspiciousStrings)) return false;
  }
  return true;
}

function isAcceptable(value: unknown, depth: number, suspiciousStrings: boolean): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return (
    typeof value !== 'object' || value === null || normaliseContainer(value as Container, depth + 1, suspiciousStrings)
  );
}

const SPACE = 32;
const LAST_PLAIN = 126;

/** Trims the text; null if nothing is left. */
function trimToNull(text: string): string | null {
  if (text === '') return null;
  const first = text.charCodeAt(0);
  const last = text.charCodeAt(text.length - 1);
  if (first > SPACE && first <= LAST_PLAIN && last > SPACE && last <= LAST_PLAIN) return text;
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed;
}

/** Members that hold a password. */
export const isSecretKey = (key: string): boolean => key.toLowerCase().includes('password');
/** PostgreSQL can store neither NUL nor a lone surrogate. */
const isStorable = (text: string) => !/[\0\p{Surrogate}]/u.test(text);

function collectProblems(body: unknown): readonly Problem[] {
  const problems: Problem[] = [];

  function checkValue(value: unknown, field: string, depth: number): void {
    const place = field === '' ? 'body' : field;
    if (typeof value === 'string' && !isStorable(value)) problems.push({ code: 'unusable_characters', field: place });
    if (typeof value === 'number' && !Number.isFinite(value))
      problems.push({ code: 'number_out_of_range', field: place });
    if (typeof value !== 'object' || value === null) return;
    if (depth > MAX_BODY_DEPTH) {
      // Depth comes first, because it concerns the whole body.
      problems.unshift({ code: 'body_too_deep', params: { max: MAX_BODY_DEPTH } });
      return;
    }
    for (const [key, member] of Object.entries(value)) {
      if (problems.length >= MAX_PROBLEMS || problems[0]?.code === 'body_too_deep') return;
      if (isStorable(key)) checkValue(member, field === '' ? key : `${field}.${key}`, depth + 1);
      else problems.push({ code: 'unusable_characters', field: place });
    }
  }

  checkValue(body, '', 1);
  return problems;
}

/** Such bodies are attacks or bugs: the first hundred problems are enough. */
const MAX_PROBLEMS = 100;
