import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { TIMEOUT_MS } from '../http/client.ts';
import { stripBrackets, parseDestination, matchHosts } from '../http/destination.ts';
import { HttpFailure } from '../http/failures.ts';
import { openKeptConnections, toPostTarget, type PostAnswer, type PostTarget } from '../http/connection-pool.ts';
import { createGuardedLookup, type ResolveName } from '../http/lookup.ts';
import { buildSignatureHeader, buildStandardSignature } from './signature.ts';

/** Calls to webhook URLs of firms: permitted destinations, requests and outcomes. */
export interface WebhookCalls {
  /** Whether calls to the URL are currently permitted; the name is resolved again at each call. */
  canCall(url: string): Promise<boolean>;
  postCall(call: WebhookCall): Promise<CallOutcome>;
  close(): Promise<void>;
}

export interface WebhookCall {
  readonly url: string;
  readonly event: string;
  readonly eventId: string;
  readonly deliveryId: number;
  /** Signed and sent unchanged. */
  readonly body: string;
  /** Signing secrets, newest first. */
  readonly secrets: readonly string[];
}

export interface CallOutcome {
  readonly isDelivered: boolean;
  /** Null if there was no answer. */
  readonly status: number | null;
  /** The beginning of the answer, or the reason why there was none. */
  readonly excerpt: string;
  readonly durationMs: number;
  /** ISO 8601 */
  readonly startedAt: string;
}

export interface WebhookCallsOptions {
  /** Hosts named in the configuration, which may be local and without TLS. */
  readonly allowedHosts: readonly string[];
  /** Timeout of one call; default: 10 s. */
  readonly timeoutMs?: number | undefined;
  readonly resolve?: ResolveName | undefined;
}

const MAX_ANSWER_BYTES = 8 * 1024;
const MAX_EXCERPT = 2_000;
/** Shorter than the idle timeout of receivers, so that they do not close a connection while a call is on its way. */
const KEPT_MS = 1_000;
/** Size of the cache of checked addresses; the result depends only on the address and the configuration. */
const MAX_JUDGED = 1_000;
/** Time limit when an endpoint is added: a name that is not resolved in time is checked on calling. */
const LOOK_MS = 2_000;

export function openWebhookCalls({ allowedHosts, timeoutMs = TIMEOUT_MS, resolve }: WebhookCallsOptions): WebhookCalls {
  const trusts = matchHosts(allowedHosts);
  const connections = openKeptConnections({ timeoutMs, keptMs: KEPT_MS, maxBytes: MAX_ANSWER_BYTES, resolve });
  const lookup = createGuardedLookup(resolve);

  const judged = new LRUCache<string, { readonly target: PostTarget | null }>({ max: MAX_JUDGED });
  const getTarget = (url: string): PostTarget | null => {
    let known = judged.get(url);
    if (!known) judged.set(url, (known = { target: checkTarget(url) }));
    return known.target;
  };
  const checkTarget = (url: string): PostTarget | null => {
    const found = parseDestination(url, trusts);
    if (typeof found === 'string') return null;
    return found.isTrusted || found.url.protocol === 'https:' ? toPostTarget(found) : null;
  };

  /** Refuses only names that resolve to a local address: an unknown name may exist later. */
  function isPubliclyResolved(hostname: string): Promise<boolean> {
    return new Promise((answer) => {
      const timer = setTimeout(answer, LOOK_MS, true);
      lookup(hostname, { all: true }, (error) => {
        clearTimeout(timer);
        answer(!(error instanceof HttpFailure));
      });
    });
  }

  return {
    async canCall(url) {
      const found = getTarget(url);
      if (found === null) return false;
      const { hostname } = found.url;
      return found.isTrusted || isIP(stripBrackets(hostname)) !== 0 || isPubliclyResolved(hostname);
    },
    postCall({ url, event, eventId, deliveryId, body, secrets }) {
      const start = performance.now();
      const now = Date.now();
      const toOutcome = (isDelivered: boolean, status: number | null, excerpt: string): CallOutcome => ({
        isDelivered,
        status,
        excerpt,
        durationMs: Math.round(performance.now() - start),
        startedAt: new Date(now).toISOString(),
      });
      const to = getTarget(url);
      if (to === null) return Promise.resolve(toOutcome(false, null, CALL_FAILURES.address));
      const unixSeconds = Math.floor(now / 1_000);
      const headers = [
        ...['Content-Type', 'application/json', 'User-Agent', 'Service-Webhooks/1.0', 'Accept-Encoding', 'identity'],
        ...['X-Service-Event', event, 'X-Service-Delivery', String(deliveryId)],
        ...['X-Service-Signature', buildSignatureHeader(secrets, unixSeconds, body)],
        ...['webhook-id', eventId, 'webhook-timestamp', String(unixSeconds)],
        ...['webhook-signature', buildStandardSignature(secrets, eventId, unixSeconds, body)],
      ];
      return connections.post({ to, headers, body }).then(
        (answer) => toOutcome(answer.status >= 200 && answer.status < 300, answer.status, extractExcerpt(answer)),
        (error: unknown) => toOutcome(false, null, describeFailure(error)),
      );
    },
    close: () => connections.close(),
  };
}

/** The text of the answer, without characters that databases refuse and without an incomplete last character. */
function extractExcerpt({ body }: PostAnswer): string {
  if (body.length === 0) return '';
  const text = new TextDecoder('utf-8').decode(body, { stream: true });
  const printable = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '\ufffd');
  return printable.length <= MAX_EXCERPT ? printable : [...printable].slice(0, MAX_EXCERPT).join('');
}

/** Reasons for a call without an answer. They never reveal whether a port is open, nor details of the called machine. */
export const CALL_FAILURES = {
  timeout: 'timed out',
  name: 'name not found',
  address: 'address refused',
  certificate: 'certificate not accepted',
  connection: 'connection failed',
} as const;

const NAME_CODES: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME']);
const TIMEOUT_CODES: ReadonlySet<unknown> = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT']);
const CERTIFICATE_CODE = /^(?:CERT_|ERR_TLS_CERT|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_)/;

function describeFailure(error: unknown): string {
  if (!(error instanceof HttpFailure)) return CALL_FAILURES.connection;
  if (error.reason === 'timeout') return CALL_FAILURES.timeout;
  if (error.reason !== 'unreachable') return CALL_FAILURES.address;
  const { code } = (error.cause ?? {}) as { code?: unknown };
  if (NAME_CODES.has(code)) return CALL_FAILURES.name;
  if (TIMEOUT_CODES.has(code)) return CALL_FAILURES.timeout;
  return typeof code === 'string' && CERTIFICATE_CODE.test(code) ? CALL_FAILURES.certificate : CALL_FAILURES.connection;
}
