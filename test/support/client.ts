import { expect } from 'chai';
import { Agent, request as send } from 'undici';
import type { AcknowledgedWrite } from './invariants.ts';

/** A small API client that records which of its writes were acknowledged. */

/** The members that answers of many routes share. */
export interface AnswerBody {
  readonly id: number;
  readonly version: number;
  readonly message: string;
  readonly code?: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly token: string;
  readonly public_token: string;
  readonly [member: string]: unknown;
}

/** A page of a list. */
export interface List extends AnswerBody {
  readonly data: readonly AnswerBody[];
  readonly total: number;
}

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  /** The unparsed body. */
  readonly text: string;
}

export interface FormPart {
  readonly field: string;
  /** Text of a field, or the content of a file. */
  readonly content: string | Uint8Array;
  /** Name of the file. */
  readonly name?: string;
  readonly type?: string;
}

export type RequestHeaders = Readonly<Record<string, string>>;

export interface Client {
  readonly url: string;
  readonly token: string | null;
  /** All successful writes of this client and of the clients derived from it. */
  readonly writes: AcknowledgedWrite[];
  request<Body = AnswerBody>(
    method: string,
    path: string,
    options?: { readonly body?: unknown; readonly headers?: RequestHeaders },
  ): Promise<Answer<Body>>;
  get<Body = AnswerBody>(path: string, headers?: RequestHeaders): Promise<Answer<Body>>;
  post<Body = AnswerBody>(path: string, body?: unknown, headers?: RequestHeaders): Promise<Answer<Body>>;
  put<Body = AnswerBody>(path: string, body?: unknown, headers?: RequestHeaders): Promise<Answer<Body>>;
  patch<Body = AnswerBody>(path: string, body?: unknown, headers?: RequestHeaders): Promise<Answer<Body>>;
  delete<Body = AnswerBody>(path: string, headers?: RequestHeaders): Promise<Answer<Body>>;
  /** Sends a form with files as browsers do. */
  upload<Body = AnswerBody>(
    method: string,
    path: string,
    parts: readonly FormPart[],
    headers?: RequestHeaders,
  ): Promise<Answer<Body>>;
  /** Requests through the result must get this status and return their bodies. */
  expect(status: number): BodyClient;
  /** Requests through the result must be refused and return their bodies. */
  refused(status: number, refusal?: ExpectedRefusal): BodyClient;
  /** Sends a GET, expects 200 and returns the body. */
  ok<Body = AnswerBody>(path: string, headers?: RequestHeaders): Promise<Body>;
  /** Sends a POST, expects 201 and returns the body. */
  created<Body = AnswerBody>(path: string, body?: unknown, headers?: RequestHeaders): Promise<Body>;
  /** Returns a client of the same service with another token; null means no token. */
  as(token: string | null): Client;
}

/** The methods of a client whose answers are checked. They return the bodies. */
export interface BodyClient {
  get<Body = AnswerBody>(path: string, headers?: RequestHeaders): Promise<Body>;
  post<Body = AnswerBody>(path: string, body?: unknown, headers?: RequestHeaders): Promise<Body>;
  put<Body = AnswerBody>(path: string, body?: unknown, headers?: RequestHeaders): Promise<Body>;
  patch<Body = AnswerBody>(path: string, body?: unknown, headers?: RequestHeaders): Promise<Body>;
  delete<Body = AnswerBody>(path: string, headers?: RequestHeaders): Promise<Body>;
  upload<Body = AnswerBody>(
    method: string,
    path: string,
    parts: readonly FormPart[],
    headers?: RequestHeaders,
  ): Promise<Body>;
}

/** The error code, the names of all refused fields in their order, or members of the body. */
export type ExpectedRefusal = string | readonly string[] | Readonly<Record<string, unknown>>;

/** Sends one request. */
export type Transport = (
  url: string,
  method: string,
  headers: RequestHeaders,
  body: string | Uint8Array | FormData | undefined,
) => Promise<Received>;

const sendOverNetwork: Transport = (url, method, headers, body) =>
  body instanceof FormData ? sendForm(url, method, headers, body) : sendBody(url, method, headers, body);

export function createClient(
  url: string,
  token: string | null = null,
  writes: AcknowledgedWrite[] = [],
  transport: Transport = sendOverNetwork,
): Client {
  const request: Client['request'] = async <Body>(
    method: string,
    path: string,
    options: { body?: unknown; headers?: RequestHeaders } = {},
  ) => {
    const { body, headers = {} } = options;
    const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
    const requestHeaders = { ...(token !== null && { Authorization: `Bearer ${token}` }), ...headers };
    const {
      status,
      headers: responseHeaders,
      text,
    } = await transport(
      `${url}${path}`,
      method,
      requestHeaders,
      isRaw || body === undefined ? body : JSON.stringify(body),
    );
    const isJson = /[/+]json\b/.test(responseHeaders.get('content-type') ?? '');
    const answer: Answer<Body> = {
      status,
      headers: responseHeaders,
      text,
      body: (isJson && text !== '' ? JSON.parse(text) : null) as Body,
    };
    if (method !== 'GET' && status >= 200 && status < 300)
      writes.push(toAcknowledgedWrite(method, path, headers, answer));
    return answer;
  };
  const client: Client = {
    url,
    token,
    writes,
    request,
    get: (path, headers) => request('GET', path, { headers }),
    post: (path, body, headers) => request('POST', path, { body, headers }),
    put: (path, body, headers) => request('PUT', path, { body, headers }),
    patch: (path, body, headers) => request('PATCH', path, { body, headers }),
    delete: (path, headers) => request('DELETE', path, { headers }),
    upload: (method, path, parts, headers) => request(method, path, { body: buildForm(parts), headers }),
    expect: (status) => checkAnswers(client, (answer) => expectStatus(answer, status)),
    refused: (status, refusal) => checkAnswers(client, (answer) => expectRefusal(answer, status, refusal)),
    ok: (path, headers) => client.expect(200).get(path, headers),
    created: (path, body, headers) => client.expect(201).post(path, body, headers),
    as: (other) => createClient(url, other, writes, transport),
  };
  return client;
}

function checkAnswers(client: Client, check: <Body>(answer: Promise<Answer<Body>>) => Promise<Body>): BodyClient {
  return {
    get: (path, headers) => check(client.get(path, headers)),
    post: (path, body, headers) => check(client.post(path, body, headers)),
    put: (path, body, headers) => check(client.put(path, body, headers)),
    patch: (path, body, headers) => check(client.patch(path, body, headers)),
    delete: (path, headers) => check(client.delete(path, headers)),
    upload: (method, path, parts, headers) => check(client.upload(method, path, parts, headers)),
  };
}

/** Expects the status and returns the body. */
export async function expectStatus<Body>(
  answer: Answer<Body> | Promise<Answer<Body>>,
  expected: number,
): Promise<Body> {
  const { status, text, body } = await answer;
  expect(status, text).to.equal(expected);
  return body;
}

/** Expects a refusal and returns the body. */
export async function expectRefusal<Body>(
  answer: Answer<Body> | Promise<Answer<Body>>,
  expected: number,
  refusal?: ExpectedRefusal,
): Promise<Body> {
  const { text } = await answer;
  const body = await expectStatus(answer, expected);
  const { code, errors } = (body ?? {}) as AnswerBody;
  if (text.startsWith('{')) expect(code, text).to.be.a('string');
  if (refusal === undefined) return body;
  if (typeof refusal === 'string') expect(code, text).to.equal(refusal);
  else if (Array.isArray(refusal)) expect(Object.keys(errors), text).to.deep.equal(refusal);
  else expect(body, text).to.deep.include(refusal);
  return body;
}

/** Keeps connections for the next request. They do not keep an idle process alive. */
const connections = new Agent();
/** The headers that `fetch` sends, except for compression, which has its own tests. */
const DEFAULT_HEADERS = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' };

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends a request as `fetch` does, in a third of the processor time: tests make tens of thousands of requests. */
async function sendBody(
  url: string,
  method: string,
  headers: RequestHeaders,
  body: string | Uint8Array | undefined,
): Promise<Received> {
  try {
    const entries = Object.entries({ ...(body !== undefined && { 'content-type': 'application/json' }), ...headers });
    const response = await send(url, {
      method,
      dispatcher: connections,
      headers: {
        ...DEFAULT_HEADERS,
        ...Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value])),
      },
      ...(body !== undefined && { body }),
    });
    return { status: response.statusCode, headers: toHeaders(response.headers), text: await response.body.text() };
  } catch (error) {
    throw new TypeError('fetch failed', { cause: error });
  }
}

function toHeaders(received: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received))
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one);
  return headers;
}

async function sendForm(url: string, method: string, headers: RequestHeaders, body: FormData): Promise<Received> {
  const response = await fetch(url, { method, redirect: 'manual', headers, body });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function buildForm(parts: readonly FormPart[]): FormData {
  const form = new FormData();
  for (const { field, content, name, type } of parts) {
    if (typeof content === 'string' && name === undefined) form.append(field, content);
    else form.append(field, new Blob([content], type === undefined ? {} : { type }), name ?? 'file');
  }
  return form;
}

function toAcknowledgedWrite(
  method: string,
  path: string,
  headers: RequestHeaders,
  { status, headers: responseHeaders, body }: Answer<unknown>,
): AcknowledgedWrite {
  const id = (body as { id?: unknown } | null)?.id;
  return {
    method,
    path: path.split('?')[0]!,
    status,
    mutationId: headers['X-Client-Mutation-Id'] ?? headers['Idempotency-Key']?.replace(/^"(.*)"$/, '$1') ?? null,
    operationId: responseHeaders.get('x-operation-id'),
    recordId: typeof id === 'number' ? id : null,
  };
}
