import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { TIMEOUT_MS } from '../http/client.ts';
import { bareHost, destinationOf, hosts } from '../http/destination.ts';
import { HttpFailure } from '../http/failures.ts';
import { keepConnections, postTarget, type PostAnswer, type PostTarget } from '../http/connection-pool.ts';
import { guardedLookup, type ResolveName } from '../http/lookup.ts';
import { signatureHeader, standardSignature } from './signature.ts';

/** Calls to addresses that firms have named: where they may go, how they are made, and what became of them. */
export interface WebhookCalls {
  /** Whether calls may go there, as far as can be told now: a name is resolved once more at each call. */
  mayCall(url: string): Promise<boolean>;
  post(call: WebhookCall): Promise<CallOutcome>;
  close(): Promise<void>;
}

export interface WebhookCall {
  readonly url: string;
  readonly event: string;
  readonly eventId: string;
  readonly deliveryId: number;
  /** What is signed and sent, as it is. */
  readonly body: string;
  /** Those that sign, the newest first. */
  readonly secrets: readonly string[];
}

export interface CallOutcome {
  readonly isDelivered: boolean;
  /** Null when no answer came. */
  readonly status: number | null;
  /** The beginning of the answer, or why there was none. */
  readonly excerpt: string;
  readonly durationMs: number;
  /** ISO 8601 */
  readonly startedAt: string;
}

export interface WebhookCallsOptions {
  /** Hosts that may be local and without TLS, because the configuration names them. */
  readonly allowedHosts: readonly string[];
  /** For one call; absent: 10 s. */
  readonly timeoutMs?: number | undefined;
  readonly resolve?: ResolveName | undefined;
}

const MAX_ANSWER_BYTES = 8 * 1024;
const MAX_EXCERPT = 2_000;
/** Shorter than receivers keep a connection that nobody uses: none closes it while the next call is on its way. */
const KEPT_MS = 1_000;
/** Addresses whose judgement is remembered: it follows from their text and from the configuration alone. */
const MAX_JUDGED = 1_000;
/** Whoever adds an endpoint waits for this: a name that nobody resolves in time is judged when it is called. */
const LOOK_MS = 2_000;

export function openWebhookCalls({ allowedHosts, timeoutMs = TIMEOUT_MS, resolve }: WebhookCallsOptions): WebhookCalls {
  const trusts = hosts(allowedHosts);
  const connections = keepConnections({ timeoutMs, keptMs: KEPT_MS, maxBytes: MAX_ANSWER_BYTES, resolve });
  const lookup = guardedLookup(resolve);

  const judged = new LRUCache<string, { readonly target: PostTarget | null }>({ max: MAX_JUDGED });
  const targetOf = (url: string): PostTarget | null => {
    let known = judged.get(url);
    if (!known) judged.set(url, (known = { target: judge(url) }));
    return known.target;
  };
  const judge = (url: string): PostTarget | null => {
    const found = destinationOf(url, trusts);
    if (typeof found === 'string') return null;
    return found.isTrusted || found.url.protocol === 'https:' ? postTarget(found) : null;
  };

  /** Only a name that leads somewhere local is refused: one that is not known yet may be tomorrow. */
  function leadsAway(hostname: string): Promise<boolean> {
    return new Promise((answer) => {
      const timer = setTimeout(answer, LOOK_MS, true);
      lookup(hostname, { all: true }, (error) => {
        clearTimeout(timer);
        answer(!(error instanceof HttpFailure));
      });
    });
  }

  return {
    async mayCall(url) {
      const found = targetOf(url);
      if (found === null) return false;
      const { hostname } = found.url;
      return found.isTrusted || isIP(bareHost(hostname)) !== 0 || leadsAway(hostname);
    },
    post({ url, event, eventId, deliveryId, body, secrets }) {
      const start = performance.now();
      const now = Date.now();
      const ended = (isDelivered: boolean, status: number | null, excerpt: string): CallOutcome => ({
        isDelivered,
        status,
        excerpt,
        durationMs: Math.round(performance.now() - start),
        startedAt: new Date(now).toISOString(),
      });
      const to = targetOf(url);
      if (to === null) return Promise.resolve(ended(false, null, CALL_FAILURES.address));
      const unixSeconds = Math.floor(now / 1_000);
      const headers = [
        ...['Content-Type', 'application/json', 'User-Agent', 'Service-Webhooks/1.0', 'Accept-Encoding', 'identity'],
        ...['X-Service-Event', event, 'X-Service-Delivery', String(deliveryId)],
        ...['X-Service-Signature', signatureHeader(secrets, unixSeconds, body)],
        ...['webhook-id', eventId, 'webhook-timestamp', String(unixSeconds)],
        ...['webhook-signature', standardSignature(secrets, eventId, unixSeconds, body)],
      ];
      return connections.post({ to, headers, body }).then(
        (answer) => ended(answer.status >= 200 && answer.status < 300, answer.status, excerptOf(answer)),
        (error: unknown) => ended(false, null, reasonOf(error)),
      );
    },
    close: () => connections.close(),
  };
}

/** Text as far as it is any, without what no database takes and without half a character at its end. */
function excerptOf({ body }: PostAnswer): string {
  if (body.length === 0) return '';
  const text = new TextDecoder('utf-8').decode(body, { stream: true });
  const printable = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '\ufffd');
  return printable.length <= MAX_EXCERPT ? printable : [...printable].slice(0, MAX_EXCERPT).join('');
}

/** What is told of a call without an answer: never whether a port is open, nor anything of the machine that was called. */
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

function reasonOf(error: unknown): string {
  if (!(error instanceof HttpFailure)) return CALL_FAILURES.connection;
  if (error.reason === 'timeout') return CALL_FAILURES.timeout;
  if (error.reason !== 'unreachable') return CALL_FAILURES.address;
  const { code } = (error.cause ?? {}) as { code?: unknown };
  if (NAME_CODES.has(code)) return CALL_FAILURES.name;
  if (TIMEOUT_CODES.has(code)) return CALL_FAILURES.timeout;
  return typeof code === 'string' && CERTIFICATE_CODE.test(code) ? CALL_FAILURES.certificate : CALL_FAILURES.connection;
}
