/** Client of the public API with the rights of the signed-in user. */

export interface Api {
  readonly token: string;
  /** @throws ApiProblem */
  get<Body>(path: string, query?: Query, signal?: AbortSignal): Promise<Body>;
  /** Fetches a file, such as a document or an archive. @throws ApiProblem */
  fetchFile(path: string, signal?: AbortSignal): Promise<{ readonly blob: Blob; readonly type: string }>;
}

export type Query = Readonly<Record<string, string | number | undefined>>;

export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string | null;
  constructor(status: number, message: string, code: string | null) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const withQuery = (path: string, query: Query = {}): string => {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
};

async function toApiProblem(response: Response): Promise<ApiProblem> {
  const body = (await response.json().catch(() => null)) as { message?: string; code?: string } | null;
  return new ApiProblem(response.status, body?.message ?? response.statusText, body?.code ?? null);
}

export function openApi(token: string, language: string): Api {
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Language': language };
  const request = async (path: string, signal?: AbortSignal): Promise<Response> => {
    const response = await fetch(path, { headers, ...(signal && { signal }) });
    if (!response.ok) throw await toApiProblem(response);
    return response;
  };
  return {
    token,
    get: async <Body>(path: string, query?: Query, signal?: AbortSignal) =>
      (await (await request(withQuery(path, query), signal)).json()) as Body,
    async fetchFile(path, signal) {
      const response = await request(path, signal);
      return { blob: await response.blob(), type: response.headers.get('content-type') ?? '' };
    },
  };
}

/** Signs in, or enters the demo if no credentials are given. */
export async function signIn(credentials: Readonly<Record<string, string>> | null, language: string): Promise<string> {
  const response = await fetch(credentials ? '/v1/auth/login' : '/v1/auth/demo', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Accept-Language': language },
    body: JSON.stringify(credentials ?? {}),
  });
  if (!response.ok) throw await toApiProblem(response);
  return ((await response.json()) as { token: string }).token;
}

export const signOut = (token: string): Promise<unknown> =>
  fetch('/v1/auth/logout', { method: 'POST', headers: { Authorization: `Bearer ${token}` } }).catch(() => undefined);
