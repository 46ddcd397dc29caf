import type { IncomingMessage } from 'node:http';
import cors from 'cors';
import type { Answer } from '../reply/answer.ts';
import type { Call } from '../routing/call.ts';

/** Origins whose pages may call the service from a browser, or `*` for all. */
export type Origins = readonly string[] | '*';

type Headers = Readonly<Record<string, string>>;

export interface CrossOrigin {
  /** Request header that responses depend on besides the language: a cache must not mix up origins. */
  readonly vary: string | null;
  /** A CORS preflight request; answered before route lookup. */
  isPreflight(request: IncomingMessage): boolean;
  /** Adds the headers a browser needs to pass the response to the page; `isFile`: a file that pages can embed. */
  withCorsHeaders(answer: Answer, call: Call, isFile: boolean): Answer;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** How long a browser may cache a preflight result; the configuration rarely changes. */
const MAX_AGE_SECONDS = 7_200;
const ALWAYS_EXPOSED = [
  'ETag',
  'Retry-After',
  'Content-Disposition',
  'Link',
  'Location',
  'Deprecation',
  'Sunset',
  'X-Request-Id',
];

/** Whether an origin is that of the service or allowed to call it. */
export function createOriginCheck(baseUrl: string, allowed: Origins): (origin: string) => boolean {
  const { origin: own } = new URL(baseUrl);
  return (origin) => allowed === '*' || origin === own || allowed.includes(origin);
}

/** Null: no other origin is allowed, and no headers are sent. Tokens are sent in a header, so credentials are not allowed. */
export function createCrossOrigin(origins: Origins): CrossOrigin | null {
  if (origins.length === 0) return null;
  const origin = origins === '*' ? '*' : [...origins];
  const framing = `frame-ancestors ${origins === '*' ? '*' : origins.join(' ')}`;
  return {
    vary: origins === '*' ? null : 'Origin',
    isPreflight: ({ method, headers }) =>
      method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined,
    withCorsHeaders(answer, call, isFile) {
      const shown = isFile && answer.status < 300 ? allowEmbedding(answer, framing) : answer;
      if (call.request.headers.origin === undefined) return shown;
      const exposed = listExposedNames(shown.headers, call.answerHeaders ?? {});
      return { ...shown, headers: { ...shown.headers, ...buildCorsHeaders(call.request, origin, exposed) } };
    },
  };
}

/** Images and frames send no origin: the signed, short-lived link itself is the permission. */
function allowEmbedding(answer: Answer, framing: string): Answer {
  const policy = answer.headers['Content-Security-Policy'];
  return {
    ...answer,
    headers: {
      ...answer.headers,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Content-Security-Policy': policy === undefined ? framing : `${policy}; ${framing}`,
      // Predates the policy and supports no list of origins.
      'X-Frame-Options': '',
    },
  };
}

/** All our own headers are exposed to the page, including those added in later versions. */
const listExposedNames = (...sent: readonly Headers[]): string[] => [
  ...new Set([
    ...ALWAYS_EXPOSED,
    ...sent.flatMap((headers) => Object.keys(headers).filter((name) => name.startsWith('X-'))),
  ]),
];

/** Runs the middleware of the package to obtain its headers, which are sent together with all others. */
function buildCorsHeaders(request: IncomingMessage, origin: string | string[], exposedHeaders: string[]): Headers {
  const headers: Record<string, string> = {};
  const recorder = {
    getHeader: (name: string) => headers[name],
    setHeader: (name: string, value: string) => void (headers[name] = value),
    end: () => undefined,
  };
  const permit = cors({ origin, methods: METHODS, exposedHeaders, maxAge: MAX_AGE_SECONDS, preflightContinue: true });
  permit(request, recorder, (error?: unknown) => {
    if (error) throw error;
  });
  // Set for all responses, see `vary`.
  delete headers['Vary'];
  return headers;
}
