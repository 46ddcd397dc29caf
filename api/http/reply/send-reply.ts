import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Answer } from './answer.ts';
import { hasBody } from '../input/body.ts';
import type { Call } from '../routing/call.ts';
import { compressIfWorthwhile } from '../server/compression.ts';
import type { HttpRefusal } from './errors.ts';
import { errorBody, problemDetails, statusOf } from './errors.ts';
import type { Reply } from './reply.ts';
import type { WriteContext } from '../routing/write-context.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';
const PROBLEM_JSON = 'application/problem+json';

export function answerOf(reply: Reply, call: Call): Answer {
  const headers: Record<string, string> = {};
  if (reply.version !== undefined) headers['ETag'] = `"v${reply.version}"`;
  if (reply.recorded === true && call.knownWrite !== null) headers['X-Operation-Id'] = operationOf(call.knownWrite);
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

/** An operation that an interrupted run of the same request has begun is the one that can be undone. */
const operationOf = ({ course, operationId }: WriteContext): string => course?.earlierOperationId ?? operationId;

/** The refusal in the caller's language, and as RFC 9457 for those who ask for it. */
export function answerOfRefusal(refused: HttpRefusal, call: Call, docsUrl: string): Answer {
  const asProblem = call.request.headers.accept?.includes(PROBLEM_JSON) === true;
  const hasFiles = call.files.length > 0;
  return {
    status: statusOf(refused),
    headers: { 'Content-Type': asProblem ? PROBLEM_JSON : JSON_TYPE, ...refused.headers },
    body: JSON.stringify(
      asProblem
        ? problemDetails(refused, call.language, docsUrl, call.path, hasFiles)
        : errorBody(refused, call.language, hasFiles),
    ),
  };
}

/** A reader that takes nothing for so long is cut: what waits for it is held in memory. */
const STALLED_MS = 30_000;
/** What the system takes off our hands at once, whoever reads it. */
const SMALL = 64 * 1024;

/** Counts only while nothing moves: a slow line is served to its end. */
function cutWhenStalled(response: ServerResponse, milliseconds: number): void {
  response.setTimeout(milliseconds, () => {
    // What the system still holds for a reader that does not read would be held for many minutes: it is dropped too.
    if (response.socket !== null && !isEncrypted(response.socket)) response.socket.resetAndDestroy();
    response.destroy(new ReaderStalled());
  });
}

const isEncrypted = (socket: Socket): boolean => 'encrypted' in socket;

class ReaderStalled extends Error {
  constructor() {
    super('The reader has taken nothing for too long');
    this.name = 'ReaderStalled';
  }
}

export type Send = (response: ServerResponse, answer: Answer, call: Call, closing: boolean) => Promise<void> | void;

/** Writes answers with the headers that all of them share, which are laid out once. */
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
  // Labels may be requested in another language than that of the caller.
  sharedNames.add('content-language');
  const isShared = remembering((name) => sharedNames.has(name.toLowerCase()));

  return (response, answer, call, closing) => {
    let lines = [...shared, 'X-Request-Id', call.requestId, 'Content-Language', call.language];
    lines = addHeaders(lines, answer.headers, isShared);
    if (call.answerHeaders !== null) lines = addHeaders(lines, call.answerHeaders, isShared);
    if (closing) response.shouldKeepAlive = false;
    if (!call.request.complete && hasBody(call.request)) cutUnreadBody(call.request, response);
    const { body } = answer;
    if (body !== null && (body instanceof Readable || body.length > SMALL)) cutWhenStalled(response, stalledMs);
    compressIfWorthwhile(call.request, response, answer);
    if (body === null || typeof body === 'string' || body instanceof Uint8Array) {
      sendWhole(response, answer.status, lines, body, call.request.method === 'HEAD');
      return undefined;
    }
    if (answer.trailers) tellBehind(response, body, answer.trailers);
    return sendStream(response, answer.status, lines, body, call.request.method === 'HEAD');
  };
}

/** How long a client that was answered before its body was there may take to notice. */
const LINGER_MS = 2_000;

/** A body that nobody waits for any more must not hold its connection for as long as it likes to trickle. */
function cutUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    const timer = setTimeout(() => request.complete || request.socket.destroy(), LINGER_MS).unref();
    request.once('end', () => clearTimeout(timer));
  });
}

/** An answer may replace a shared header, such as the policy of the documentation page, or leave it out: ''. */
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

/** The names that the service sends are few: each is looked at once. */
function remembering(judge: (name: string) => boolean): (name: string) => boolean {
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

/** Before the stream is joined to the response, so that this hears of its end first. */
function tellBehind(response: ServerResponse, body: Readable, trailers: () => Readonly<Record<string, string>>): void {
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
  // A reader who leaves ends the source as well: which of the two was first is known only now.
  body.once('error', () => (isBroken = !response.destroyed));
  try {
    // A source that breaks destroys the connection: the client sees a broken file, never a short one that looks whole.
    await pipeline(body, response);
  } catch (error) {
    throw isBroken ? new BrokenOff(error) : error;
  }
}

/** What was being sent could not be read to its end: a fault of ours, and not of a reader who has left. */
export class BrokenOff extends Error {
  constructor(cause: unknown) {
    super('An answer was broken off', { cause });
  }
}
