import { Agent, request as send } from 'undici';
import type { AcknowledgedWrite } from './invariants.ts';

/** A small client of the API that keeps in mind which of its writes were acknowledged. */

/** The members that answers of many routes share; others are reached by name. */
export interface AnswerBody {
  readonly id: number;
  readonly version: number;
  readonly message: string;
  readonly code?: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly [member: string]: unknown;
}

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  /** The body to the letter. */
  readonly text: string;
}

export interface FormPart {
  readonly field: string;
  /** Text of a field, or the content of a file. */
  readonly content: string | Uint8Array;
  /** Of a file. */
  readonly name?: string;
  readonly type?: string;
}

export type RequestHeaders = Readonly<Record<string, string>>;

export interface Client {
  readonly url: string;
  readonly token: string | null;
  /** Every write of this client and of those made from it that was answered with a success. */
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
  /** A form with files, as browsers send it. */
  upload<Body = AnswerBody>(
    method: string,
    path: string,
    parts: readonly FormPart[],
    headers?: RequestHeaders,
  ): Promise<Answer<Body>>;
  /** The same service with another token; null = none. */
  as(token: string | null): Client;
}

export function createClient(url: string, token: string | null = null, writes: AcknowledgedWrite[] = []): Client {
  const request: Client['request'] = async <Body>(
    method: string,
    path: string,
    options: { body?: unknown; headers?: RequestHeaders } = {},
  ) => {
    const { body, headers = {} } = options;
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const asked = { ...(token !== null && { Authorization: `Bearer ${token}` }), ...headers };
    const {
      status,
      headers: answered,
      text,
    } = await (body instanceof FormData
      ? sentAsForm(`${url}${path}`, method, asked, body)
      : sent(`${url}${path}`, method, asked, isRaw || body === undefined ? body : JSON.stringify(body)));
    const isJson = /[/+]json\b/.test(answered.get('content-type') ?? '');
    const answer: Answer<Body> = {
      status,
      headers: answered,
      text,
      body: (isJson && text !== '' ? JSON.parse(text) : null) as Body,
    };
    if (method !== 'GET' && status >= 200 && status < 300) writes.push(acknowledged(method, path, headers, answer));
    return answer;
  };
  return {
    url,
    token,
    writes,
    request,
    get: (path, headers) => request('GET', path, { headers }),
    post: (path, body, headers) => request('POST', path, { body, headers }),
    put: (path, body, headers) => request('PUT', path, { body, headers }),
    patch: (path, body, headers) => request('PATCH', path, { body, headers }),
    delete: (path, headers) => request('DELETE', path, { headers }),
    upload: (method, path, parts, headers) => request(method, path, { body: formOf(parts), headers }),
    as: (other) => createClient(url, other, writes),
  };
}

/** Connections are kept for the next request, but never keep a process alive that has nothing else to do. */
const connections = new Agent();
/** What `fetch` would say of itself, except that answers come as they are: compressing them is for the tests of that. */
const OURSELVES = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' };

interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** As `fetch` does it, for a third of its processor time: tests make tens of thousands of requests. */
async function sent(
  url: string,
  method: string,
  headers: RequestHeaders,
  body: string | Uint8Array | undefined,
): Promise<Received> {
  try {
    const named = Object.entries({ ...(body !== undefined && { 'content-type': 'application/json' }), ...headers });
    const response = await send(url, {
      method,
      dispatcher: connections,
      headers: { ...OURSELVES, ...Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), value])) },
      ...(body !== undefined && { body }),
    });
    return { status: response.statusCode, headers: headersOf(response.headers), text: await response.body.text() };
  } catch (error) {
    throw new TypeError('fetch failed', { cause: error });
  }
}

function headersOf(received: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received))
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one);
  return headers;
}

async function sentAsForm(url: string, method: string, headers: RequestHeaders, body: FormData): Promise<Received> {
  const response = await fetch(url, { method, redirect: 'manual', headers, body });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function formOf(parts: readonly FormPart[]): FormData {
  const form = new FormData();
  for (const { field, content, name, type } of parts) {
    if (typeof content === 'string' && name === undefined) form.append(field, content);
    else form.append(field, new Blob([content], type === undefined ? {} : { type }), name ?? 'file');
  }
  return form;
}

function acknowledged(
  method: string,
  path: string,
  headers: RequestHeaders,
  { status, headers: answered, body }: Answer<unknown>,
): AcknowledgedWrite {
  const id = (body as { id?: unknown } | null)?.id;
  return {
    method,
    path: path.split('?')[0]!,
    status,
    mutationId: headers['X-Client-Mutation-Id'] ?? headers['Idempotency-Key']?.replace(/^"(.*)"$/, '$1') ?? null,
    operationId: answered.get('x-operation-id'),
    recordId: typeof id === 'number' ? id : null,
  };
}
