/** Sends a request again if that is safe and may help. */
export interface RetryOptions {
  /** How often a request is sent at most. Default: 4. 1: never again. */
  readonly attempts?: number;
  /** If the service asks to wait longer than this, its response is returned instead. Default: 30 000. */
  readonly longestWaitMs?: number;
  /** How to wait; tests replace it. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export const MUTATION_ID = 'X-Client-Mutation-Id';

/**
 * Writes before there is a session. They have no mutation id, so that a lost response does not tell whether they were
 * done: they are sent again only if the service says that it has not begun.
 */
export const NO_MUTATION_ID: RegExp =
  /\/v1\/auth\/(login|demo|oidc\/exchange|email\/(verify|cancel)|invitations\/[^/]+|password\/(forgot|reset))$/;

const ATTEMPTS = 4;
const LONGEST_WAIT_MS = 30_000;
const FIRST_WAIT_MS = 500;
const LONGEST_OWN_WAIT_MS = 8_000;
/** Too many requests, or nothing that could answer now. */
const TEMPORARY = new Set([429, 502, 503, 504]);

type Send = (request: Request) => Promise<Response>;

/** Writes get a mutation id here, and keep it in every attempt: the service does them once. */
export async function sendWithRetries(given: Request, send: Send, options: RetryOptions = {}): Promise<Response> {
  const { attempts = ATTEMPTS, longestWaitMs = LONGEST_WAIT_MS, wait = pause } = options;
  const isRead = given.method === 'GET' || given.method === 'HEAD';
  const isRepeatable = isRead || !NO_MUTATION_ID.test(new URL(given.url).pathname);
  const headers = new Headers(given.headers);
  if (!isRead && isRepeatable && !headers.has(MUTATION_ID) && !headers.has('Idempotency-Key'))
    headers.set(MUTATION_ID, crypto.randomUUID());
  // A body that is a stream can be read once only.
  const body = given.body === null ? null : await given.arrayBuffer();
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt >= attempts;
    let response: Response;
    try {
      response = await send(new Request(given.url, { method: given.method, headers, body, signal: given.signal }));
    } catch (error) {
      if (isLast || !isRepeatable || given.signal.aborted) throw error;
      await wait(chooseWait(attempt), given.signal);
      continue;
    }
    if (isLast || !(await isWorthRepeating(response, isRepeatable))) return response;
    const asked = readRetryAfter(response);
    if (asked !== null && asked > longestWaitMs) return response;
    await response.body?.cancel();
    await wait(asked ?? chooseWait(attempt), given.signal);
  }
}

async function isWorthRepeating(response: Response, isRepeatable: boolean): Promise<boolean> {
  if (TEMPORARY.has(response.status)) return isRepeatable || response.headers.has('retry-after');
  // The first attempt is still running: its answer can be had in a moment.
  return (
    response.status === 409 && response.headers.has('retry-after') && (await hasCode(response, 'request_in_progress'))
  );
}

const hasCode = async (response: Response, code: string): Promise<boolean> =>
  ((await response.clone().json()) as { readonly code?: string }).code === code;

/** In milliseconds. */
function readRetryAfter({ headers }: Response): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  const milliseconds = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(milliseconds) ? null : Math.max(0, milliseconds);
}

/** Doubled each time, and partly by chance, so that clients do not all come back at once. */
function chooseWait(attempt: number): number {
  const longest = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_OWN_WAIT_MS);
  return longest / 2 + (Math.random() * longest) / 2;
}

export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
