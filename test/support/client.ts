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
    const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw ? (body as string) : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const answer: Answer<Body> = {
      status: response.status,
      headers: response.headers,
      text,
      body: (isJson && text !== '' ? JSON.parse(text) : null) as Body,
    };
    if (method !== 'GET' && response.ok) writes.push(acknowledged(method, path, headers, answer));
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
