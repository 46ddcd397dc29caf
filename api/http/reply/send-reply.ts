import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Answer } from './answer.ts';
import { hasBody } from '../input/body.ts';
import type { Call } from '../routing/call.ts';
import { compressIfWorthwhile } from '../server/compression.ts';
import type { HttpRefusal } from './errors.ts';
import { buildErrorBody, buildProblemDetails, getRefusalStatus } from './errors.ts';
import type { Reply } from './reply.ts';
import type { WriteContext } from '../routing/write-context.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';
const PROBLEM_JSON = 'application/problem+json';

export function toAnswer(reply: Reply, call: Call): Answer {
  const headers: Record<string, string> = {};
  if (reply.version !== undefined) headers['ETag'] = `"v${reply.version}"`;
  if (reply.recorded === true && call.knownWrite !== null) headers['X-Operation-Id'] = getOperationId(call.knownWrite);
  if (reply.raw !== undefined)
    return {
      status: reply.status,
      headers: { ...headers, ...reply.headers },
      body: reply.raw,
      ...(reply.trailers && { trailers: reply.trailers }),
    };
  if (reply.body === undefined) return { status: reply.status, headers: { ...headers, ...reply.headers }, body: null };
  headers['Content-Type'] = JSON_TYPE;
  if (reply.headers) Object.assign(headers, reply.headers);
  return { status: reply.status, headers, body: JSON.stringify(reply.body) };
}

/** If an interrupted run of the same request started an operation, that one can be undone. */
const getOperationId = ({ course, operationId }: WriteContext): string => course?.earlierOperationId ?? operationId;

/** The refusal in the language of the caller, or as RFC 9457 on request. */
export function toRefusalAnswer(refused: HttpRefusal, call: Call, docsUrl: string): Answer {
  const { file } = refused;
  if (file)
    return { status: getRefusalStatus(refused), headers: { ...file.headers, ...refused.headers }, body: file.bytes };
  const asProblem = call.request.headers.accept?.includes(PROBLEM_JSON) === true;
  const hasFiles = call.files.length > 0;
  return {
    status: getRefusalStatus(refused),
    headers: { 'Content-Type': asProblem ? PROBLEM_JSON : JSON_TYPE, ...refused.headers },
    body: JSON.stringify(
      asProblem
        ? buildProblemDetails(refused, call.language, docsUrl, call.path, hasFiles)
        : buildErrorBody(refused, call.language, hasFiles),
    ),
  };
}

/** A reader that accepts no data for this long is disconnected, because pending data stays in memory. */
const STALLED_MS = 30_000;
/** Fits into the socket buffers of the system. */
const SMALL = 64 * 1024;

/** Counts only while nothing is transferred: a slow connection is served to its end. */
function disconnectWhenStalled(response: ServerResponse, milliseconds: number): void {
  response.setTimeout(milliseconds, () => {
    // Also drop what the system buffers for this reader, or it would be kept for many minutes.
    if (response.socket !== null && !isEncrypted(response.socket)) response.socket.resetAndDestroy();
    response.destroy(new ReaderStalled());
  });
}

const isEncrypted = (socket: Socket): boolean => 'encrypted' in socket;

class ReaderStalled extends Error {
  constructor() {
    super('Reader accepted no data for too long');
    this.name = 'ReaderStalled';
  }
}

export type Send = (response: ServerResponse, answer: Answer, call: Call, closing: boolean) => Promise<void> | void;

/** Writes responses with shared headers, which are prepared once. */
export function createSend(
  sharedHeaders: Readonly<Record<string, string>>,
  vary: string | null = null,
  stalledMs = STALLED_MS,
): Send {
  const shared = Object.entries({
    ...sharedHeaders,
    'Cache-Control': 'private, no-cache',
    Vary: ['Accept-Language', 'Accept-Encoding', ...(vary === null ? [] : [vary])].join(', '),
  }).flat();
  const sharedNames = new Set(shared.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()));
  // Labels may be requested in a language other than the caller's.
  sharedNames.add('content-language');
  const isShared = memoizeByName((name) => sharedNames.has(name.toLowerCase()));

  return (response, answer, call, closing) => {
    let lines = [...shared, 'X-Request-Id', call.requestId, 'Content-Language', call.language];
    lines = addHeaders(lines, answer.headers, isShared);
    if (call.answerHeaders !== null) lines = addHeaders(lines, call.answerHeaders, isShared);
    if (closing) response.shouldKeepAlive = false;
    if (!call.request.complete && hasBody(call.request)) disconnectUnreadBody(call.request, response);
    const { body } = answer;
    if (body !== null && (body instanceof Readable || body.length > SMALL)) disconnectWhenStalled(response, stalledMs);
    compressIfWorthwhile(call.request, response, answer);
    if (body === null || typeof body === 'string' || body instanceof Uint8Array) {
      sendWhole(response, answer.status, lines, body, call.request.method === 'HEAD');
      return undefined;
    }
    if (answer.trailers) sendTrailersAtEnd(response, body, answer.trailers);
    return sendStream(response, answer.status, lines, body, call.request.method === 'HEAD');
  };
}

/** Time for a client to notice a response sent before its body was complete. */
const LINGER_MS = 2_000;

/** An unread body must not keep its connection open indefinitely. */
function disconnectUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    const timer = setTimeout(() => request.complete || request.socket.destroy(), LINGER_MS).unref();
    request.once('end', () => clearTimeout(timer));
  });
}

/** A response may replace a shared header, such as the policy of the documentation page, or remove it with ''. */
function addHeaders(
  lines: string[],
  headers: Readonly<Record<string, string>>,
  isShared: (name: string) => boolean,
): string[] {
  let result = lines;
  for (const name in headers) {
    if (isShared(name)) result = withoutHeader(result, name.toLowerCase());
    if (headers[name] !== '') result.push(name, headers[name]!);
  }
  return result;
}

/** Caches the result per header name, as there are few. */
function memoizeByName(judge: (name: string) => boolean): (name: string) => boolean {
  const judged = new Map<string, boolean>();
  return (name) => {
    let verdict = judged.get(name);
    if (verdict === undefined) judged.set(name, (verdict = judge(name)));
    return verdict;
  };
}

function withoutHeader(lines: readonly string[], name: string): string[] {
  const kept: string[] = [];
  for (let index = 0; index < lines.length; index += 2) {
    if (lines[index]!.toLowerCase() !== name) kept.push(lines[index]!, lines[index + 1]!);
  }
  return kept;
}

function sendWhole(
  response: ServerResponse,
  status: number,
  lines: string[],
  body: string | Uint8Array | null,
  head: boolean,
) {
  if (status !== 204 && status !== 304) {
    lines.push('Content-Length', String(body === null ? 0 : Buffer.byteLength(body)));
  }
  response.writeHead(status, lines);
  if (body === null || head || status === 204 || status === 304) response.end();
  else response.end(body);
}

/** Registered before piping, so that this listener runs first at the end of the stream. */
function sendTrailersAtEnd(
  response: ServerResponse,
  body: Readable,
  trailers: () => Readonly<Record<string, string>>,
): void {
  body.once('end', () => response.addTrailers({ ...trailers() }));
}

async function sendStream(response: ServerResponse, status: number, lines: string[], body: Readable, head: boolean) {
  response.writeHead(status, lines);
  if (head) {
    body.destroy();
    response.end();
    return;
  }
  let isBroken = false;
  // A disconnecting reader ends the source too: only now is it known which came first.
  body.once('error', () => (isBroken = !response.destroyed));
  try {
    // A failing source destroys the connection: the client sees a broken file, never a short one that looks complete.
    await pipeline(body, response);
  } catch (error) {
    throw isBroken ? new BrokenOff(error) : error;
  }
}

/** The source failed while it was sent: a server error, not a disconnected reader. */
export class BrokenOff extends Error {
  constructor(cause: unknown) {
    super('Response was aborted', { cause });
  }
}
