import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { Answer } from '../reply/answer.ts';
import { toRefusalAnswer } from '../reply/send-reply.ts';
import { DEFAULT_MAX_BODY_BYTES, RequestAborted, type JsonBody } from '../input/body.ts';
import { Call, type CallSettings } from './call.ts';
import { buildRefusal } from '../reply/errors.ts';
import type { IdempotencePort } from './idempotence.ts';
import type { Pipeline } from './pipeline.ts';
import type { InnerRequest, InnerRequests, Route } from './route.ts';
import type { Match } from './router.ts';
import { NotOnReplica } from '../../../database/replicated-statements.ts';
import { findExceptionRefusal } from '../server/unavailable.ts';

/**
 * Requests inside another one, such as the actions of a client that was offline. Each is handled by the route that would
 * handle it alone, with all its steps; only the bytes are not sent a second time.
 */

interface Row {
  readonly route: Route;
  readonly run: Pipeline;
}

interface InnerPorts {
  readonly find: (method: string, path: string) => Match<Row> | { readonly allowed: readonly string[] } | null;
  readonly settings: CallSettings;
  readonly idempotence: IdempotencePort;
  readonly docsUrl: string;
  readonly logger: Logger;
}

/** Failures of the service as a whole: the following requests would fail too. */
const WITHOUT_SERVICE: ReadonlySet<string | undefined> = new Set([
  'database_unavailable',
  'event_log_unavailable',
  'overloaded',
  'projection_delayed',
  'projection_halted',
]);

export function createInnerRequests({ find, settings, idempotence, docsUrl, logger }: InnerPorts) {
  return (outer: Call): InnerRequests => ({
    findRoute(method, path) {
      const found = find(method, splitPath(path)[0]);
      if (found === null || 'allowed' in found) return null;
      const params = Object.fromEntries(found.names.map((name, index) => [name, found.values[index]!]));
      return { route: found.target.route, params };
    },
    async runRequest(request) {
      const [path, search] = splitPath(request.path);
      const call = new Call(buildMessage(outer.request, request), outer.requestId, path, search, settings);
      const found = find(request.method, path);
      const answerRefused = (code: 'not_found' | 'method_not_allowed', headers = {}): Answer =>
        toRefusalAnswer(buildRefusal(code, { headers }), call, docsUrl);
      if (found === null) return answerRefused('not_found');
      if ('allowed' in found) return answerRefused('method_not_allowed', { Allow: found.allowed.join(', ') });
      call.inside = {
        body: checkBody(request, found.target.route, outer.request),
        statedVersion: request.statedVersion,
        completed: request.completed,
        outerAbility: outer.ability,
        hasTurn: outer.turn !== null && outer.turn.lane !== 'archives',
        origin: request.origin,
        isCheckOnly: request.isCheckOnly === true,
      };
      call.setPathValues(found.names, found.values);
      outer.shareServer(call);
      try {
        return await found.target.run(call);
      } catch (error) {
        // The whole request is repeated on the primary, or its client has left.
        if (error instanceof NotOnReplica || error instanceof RequestAborted) throw error;
        const known = findExceptionRefusal(error);
        if (WITHOUT_SERVICE.has(known?.code)) throw error;
        const facts = { err: error, requestId: outer.requestId, route: found.target.route.path };
        if (known) logger.warn(facts, 'request refused due to a known condition');
        else logger.error(facts, 'request failed');
        return toRefusalAnswer(known ?? buildRefusal('internal_error'), call, docsUrl);
      }
    },
    findCompletedReplies: (keys) =>
      idempotence.findCompletedReplies(
        { userId: outer.caller.userId, companyId: outer.knownCompany?.id ?? null },
        keys,
      ),
  });
}

/** The outer message with its own method and headers: socket and address stay those of the client. */
function buildMessage(outer: IncomingMessage, { method, headers }: InnerRequest): IncomingMessage {
  const { authorization, accept, 'x-lenient': lenient } = outer.headers;
  const own = {
    ...(authorization !== undefined && { authorization }),
    ...(accept !== undefined && { accept }),
    ...(lenient !== undefined && { 'x-lenient': lenient }),
    'content-type': 'application/json',
    ...headers,
  };
  const rawHeaders = Object.entries(own).flat();
  return Object.create(outer, {
    method: { value: method },
    headers: { value: own },
    rawHeaders: { value: rawHeaders },
  }) as IncomingMessage;
}

function checkBody(
  { body }: InnerRequest,
  { maxBodyBytes: max = DEFAULT_MAX_BODY_BYTES }: Route,
  outer: IncomingMessage,
): JsonBody {
  // If the outer request is small enough, the inner body needs no measuring.
  const isMeasured = Number(outer.headers['content-length'] ?? Infinity) > max;
  if (isMeasured && body !== undefined && Buffer.byteLength(JSON.stringify(body)) > max)
    return { refused: buildRefusal('payload_too_large', { params: { max } }) };
  return { value: body ?? {} };
}

function splitPath(path: string): [path: string, search: string] {
  const mark = path.indexOf('?');
  return mark < 0 ? [path, ''] : [path.slice(0, mark), path.slice(mark + 1)];
}
