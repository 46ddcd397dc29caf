import type { paths } from './schema.ts';

/** A typed client of the API in fifty lines, for those who want no package: what a route takes and answers is known as you type. */

type Method = 'get' | 'put' | 'post' | 'delete' | 'patch';

/** What an operation takes, without the headers that are always possible. */
type Given<Operation> = (Operation extends { parameters: { path: infer Path } } ? { path: Path } : { path?: never }) &
  (Operation extends { parameters: { query?: infer Query } } ? { query?: Query } : { query?: never }) &
  (Operation extends { requestBody: { content: { 'application/json': infer Body } } } ? { body: Body } : { body?: never }) & {
    headers?: Record<string, string>;
  };

type Content<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : undefined;

/** What an operation answers when it succeeds. */
type Answer<Operation> = Operation extends { responses: infer Responses }
  ? Content<Responses[Extract<keyof Responses, 200 | 201 | 202 | 204>]>
  : never;

type PathsWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends { [method in M]: { responses: unknown } } ? Path : never;
}[keyof paths];

/** What the service refuses, with its stable `code` and the messages of each field. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly errors: Readonly<Record<string, readonly string[]>>;

  constructor(status: number, body: { message?: string; code?: string; errors?: Record<string, string[]> }) {
    super(body.message ?? `HTTP ${status}`);
    this.status = status;
    this.code = body.code;
    this.errors = body.errors ?? {};
  }
}

type Call<M extends Method> = <Path extends PathsWith<M>>(
  path: Path,
  given: Given<paths[Path][M]>,
) => Promise<Answer<paths[Path][M]>>;

export interface Client {
  readonly get: Call<'get'>;
  readonly put: Call<'put'>;
  readonly post: Call<'post'>;
  readonly patch: Call<'patch'>;
  readonly delete: Call<'delete'>;
  /** The same with a token. */
  as(token: string): Client;
}

interface Loose {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
}

export function createClient(url: string, token: string | null = null): Client {
  const request = async (method: string, path: string, given: Loose): Promise<unknown> => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given.path?.[name])));
    const query = Object.entries(given.query ?? {}).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)] as [string, string]],
    );
    const response = await fetch(`${url}${filled}${query.length > 0 ? `?${new URLSearchParams(query).toString()}` : ''}`, {
      method: method.toUpperCase(),
      headers: {
        Accept: 'application/json',
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...(given.body !== undefined && { 'Content-Type': 'application/json' }),
        ...given.headers,
      },
      ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
    });
    const text = await response.text();
    const body = (text === '' ? undefined : JSON.parse(text)) as unknown;
    if (!response.ok) throw new ApiError(response.status, body ?? {});
    return body;
  };
  // What is sent and answered is told by the types; the code is the same for every route.
  const call = <M extends Method>(method: M): Call<M> => ((path: string, given: Loose) => request(method, path, given)) as Call<M>;
  return {
    ...{ get: call('get'), put: call('put'), post: call('post'), patch: call('patch'), delete: call('delete') },
    as: (other) => createClient(url, other),
  };
}
