import type { IncomingMessage } from 'node:http';
import cors from 'cors';
import type { Answer } from '../reply/answer.ts';
import type { Call } from '../routing/call.ts';

/** Origins whose pages may call the service from a browser, or `*` for all. */
export type Origins = readonly string[] | '*';

type Headers = Readonly<Record<string, string>>;

export interface CrossOrigin {
  /** What the answers depend on besides the language: a cache must not show one origin what was meant for another. */
  readonly vary: string | null;
  /** The question of a browser whether a page may make a request; it is answered before anyone looks for a route. */
  isPreflight(request: IncomingMessage): boolean;
  /** The answer with what a browser needs to hand it to the page; `isFile`: something that pages show as it is. */
  opened(answer: Answer, call: Call, isFile: boolean): Answer;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** How long a browser may remember what it was allowed: changing the configuration is rare. */
const MAX_AGE_SECONDS = 7_200;
const ALWAYS_EXPOSED = ['ETag', 'Retry-After', 'Content-Disposition', 'Link', 'Deprecation', 'Sunset', 'X-Request-Id'];

/** Null: no other origin is allowed, and nothing is sent. Tokens come in a header, so cookies and the like stay out. */
export function crossOrigin(origins: Origins): CrossOrigin | null {
  if (origins.length === 0) return null;
  const origin = origins === '*' ? '*' : [...origins];
  const framing = `frame-ancestors ${origins === '*' ? '*' : origins.join(' ')}`;
  return {
    vary: origins === '*' ? null : 'Origin',
    isPreflight: ({ method, headers }) =>
      method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined,
    opened(answer, call, isFile) {
      const shown = isFile && answer.status < 300 ? showable(answer, framing) : answer;
      if (call.request.headers.origin === undefined) return shown;
      const exposed = exposedNames(shown.headers, call.answerHeaders ?? {});
      return { ...shown, headers: { ...shown.headers, ...corsHeaders(call.request, origin, exposed) } };
    },
  };
}

/** An image or a frame names no origin: the link itself, signed and short-lived, is the permission. */
function showable(answer: Answer, framing: string): Answer {
  const policy = answer.headers['Content-Security-Policy'];
  return {
    ...answer,
    headers: {
      ...answer.headers,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Content-Security-Policy': policy === undefined ? framing : `${policy}; ${framing}`,
      // Older than the policy, and knows no list of origins.
      'X-Frame-Options': '',
    },
  };
}

/** Whatever an answer says in headers of our own is for the page, also what later versions add. */
const exposedNames = (...sent: readonly Headers[]): string[] => [
  ...new Set([
    ...ALWAYS_EXPOSED,
    ...sent.flatMap((headers) => Object.keys(headers).filter((name) => name.startsWith('X-'))),
  ]),
];

/** The middleware of the package, asked for its headers: they are sent together with all others. */
function corsHeaders(request: IncomingMessage, origin: string | string[], exposedHeaders: string[]): Headers {
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
  // Told for all answers alike, see `vary`.
  delete headers['Vary'];
  return headers;
}
