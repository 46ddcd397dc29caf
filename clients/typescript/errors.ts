/** The body of every refusal. */
export interface ErrorBody {
  /** In the language of the caller. */
  readonly message: string;
  /** Stable and machine-readable. */
  readonly code: string;
  /** Messages by dotted field path. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly error_codes?: Readonly<Record<string, readonly string[]>>;
  readonly [member: string]: unknown;
}

/** A request that the service refused. */
export class GrandlivreError extends Error {
  override readonly name = 'GrandlivreError';
  readonly status: number;
  readonly code: string;
  readonly body: ErrorBody;
  /** Quote it to the operator of the service. */
  readonly requestId: string | null;

  constructor(response: Response, body: ErrorBody) {
    super(`${response.status} ${body.code}: ${body.message}`);
    this.status = response.status;
    this.code = body.code;
    this.body = body;
    this.requestId = response.headers.get('x-request-id');
  }
}

/** The data of a response, or a `GrandlivreError`. */
export async function unwrap<Data>(
  replying: Promise<{ readonly data?: Data; readonly error?: unknown; readonly response: Response }>,
): Promise<Exclude<Data, undefined>> {
  const { data, error, response } = await replying;
  if (!response.ok) throw new GrandlivreError(response, toErrorBody(error));
  // A successful response has what its route declares, which is nothing for a 204.
  return data as Exclude<Data, undefined>;
}

export async function readError(response: Response): Promise<GrandlivreError> {
  const text = await response.text();
  return new GrandlivreError(response, toErrorBody(parseJson(text) ?? text));
}

/** What comes from a proxy has no body of ours. */
function toErrorBody(body: unknown): ErrorBody {
  if (typeof body === 'object' && body !== null && 'code' in body && 'message' in body) return body as ErrorBody;
  return { code: 'unknown', message: typeof body === 'string' ? body.slice(0, 200) : '' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
