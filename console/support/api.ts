import { noteAnswer, noteKeptAnswer, readPosition } from '../live/seen.ts';
import { createKeptAnswers, isOver } from '../moments/kept-answers.ts';
import { createMutationId } from './mutation-id.ts';

/** Client of the public API with the rights of the signed-in user. */

export interface Api {
  readonly token: string;
  /** @throws ApiProblem */
  get<Body>(path: string, query?: Query, signal?: AbortSignal): Promise<Body>;
  /** @throws ApiProblem */
  send<Body>(method: WriteMethod, path: string, write?: Write): Promise<Sent<Body>>;
  /** Fetches a file, such as a document or an archive. @throws ApiProblem */
  fetchFile(path: string, signal?: AbortSignal): Promise<{ readonly blob: Blob; readonly type: string }>;
}

export type WriteMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Write {
  /** JSON, or a form with files. */
  readonly body?: object;
  /** The version that the reader saw: a later one is a conflict. */
  readonly baseVersion?: number;
  /** Sent again with the same id if the answer was lost; by default a new one. */
  readonly mutationId?: string;
}

export interface Sent<Body> {
  readonly body: Body;
  /** By which it can be undone; null if nothing was recorded. */
  readonly operationId: string | null;
  /** Answers from here on show it. */
  readonly position: number;
}

export type Query = Readonly<Record<string, string | number | undefined>>;

export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string | null;
  /** Messages by field. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** The whole answer, such as the server's version in a conflict. */
  readonly body: Readonly<Record<string, unknown>>;
  constructor(status: number, message: string, body: Readonly<Record<string, unknown>> | null) {
    super(message);
    const { code, errors } = (body ?? {}) as { code?: string; errors?: ApiProblem['errors'] };
    this.status = status;
    this.code = code ?? null;
    this.errors = errors ?? {};
    this.body = body ?? {};
  }
}

export const withQuery = (path: string, query: Query = {}): string => {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
};

async function toApiProblem(response: Response): Promise<ApiProblem> {
  const body = (await response.json().catch(() => null)) as Record<string, unknown> | null;
  const message = typeof body?.['message'] === 'string' ? body['message'] : response.statusText;
  return new ApiProblem(response.status, message, body);
}

/** A busy service asks for a few seconds. The reader sees a message about whatever takes longer. */
const LONGEST_WAIT_S = 5;
const MOST_ATTEMPTS = 3;

/** Null if the same read would not succeed soon. */
function readShortWait({ status, headers }: Response): number | null {
  const after = headers.get('Retry-After');
  if ((status !== 429 && status !== 503) || after === null) return null;
  const seconds = Number(after);
  return seconds <= LONGEST_WAIT_S ? seconds : null;
}

export function openApi(token: string, language: string): Api {
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Language': language };
  const request = async (path: string, signal?: AbortSignal): Promise<Response> => {
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(path, { headers, ...(signal && { signal }) });
      if (response.ok) return response;
      const seconds = readShortWait(response);
      if (seconds === null || attempt === MOST_ATTEMPTS) throw await toApiProblem(response);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    }
  };
  const moments = createKeptAnswers();
  return {
    token,
    async get<Body>(path: string, query?: Query, signal?: AbortSignal) {
      const address = withQuery(path, query);
      const isKept = isOver(query?.['known_at']);
      let answer = isKept ? moments.find(address) : null;
      if (answer) noteKeptAnswer(signal);
      else {
        const response = await request(address, signal);
        answer = { body: (await response.json()) as unknown, headers: response.headers };
        if (isKept) moments.keep(address, answer);
      }
      noteAnswer(signal, path, answer.headers);
      return answer.body as Body;
    },
    async send<Body>(method: WriteMethod, path: string, { body, baseVersion, mutationId }: Write = {}) {
      moments.forget();
      const response = await fetch(path, {
        method,
        headers: {
          ...headers,
          'X-Client-Mutation-Id': mutationId ?? createMutationId(),
          ...(baseVersion !== undefined && { 'X-Base-Version': String(baseVersion) }),
          ...(body !== undefined && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      });
      if (!response.ok) throw await toApiProblem(response);
      const text = await response.text();
      return {
        body: (text === '' ? null : JSON.parse(text)) as Body,
        operationId: response.headers.get('X-Operation-Id'),
        position: readPosition(response.headers),
      };
    },
    async fetchFile(path, signal) {
      const response = await request(path, signal);
      noteAnswer(signal, path, null);
      return { blob: await response.blob(), type: response.headers.get('content-type') ?? '' };
    },
  };
}

/** Signs in, or enters the demo if no credentials are given. */
export const signIn = (credentials: Readonly<Record<string, string>> | null, language: string): Promise<string> =>
  openSession(credentials ? '/v1/auth/login' : '/v1/auth/demo', credentials ?? {}, language);

/** Returns the token. @throws ApiProblem */
export async function openSession(
  path: string,
  body: Readonly<Record<string, string>>,
  language: string,
): Promise<string> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Accept-Language': language },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw await toApiProblem(response);
  return ((await response.json()) as { token: string }).token;
}

/** Ends the session. Returns the page that signs out at the provider, if the session came from one. */
export async function signOut(token: string): Promise<string | null> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch('/v1/auth/logout', { method: 'POST', headers }).catch(() => null);
  if (response?.status !== 200) return null;
  return ((await response.json()) as { end_session_url: string }).end_session_url;
}
