import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { Answer } from '../reply/answer.ts';
import { answerOfRefusal } from '../reply/send-reply.ts';
import { DEFAULT_MAX_BODY_BYTES, type JsonBody } from '../input/body.ts';
import { Call, type CallSettings } from './call.ts';
import { refusal } from '../reply/errors.ts';
import type { IdempotencePort } from './idempotence.ts';
import type { Pipeline } from './pipeline.ts';
import type { InnerRequest, InnerRequests, Route } from './route.ts';
import type { Match } from './router.ts';
import { refusalOfException } from '../server/unavailable.ts';

/**
 * Requests that come inside another one, such as the actions of a client that was offline. Each is answered by the row that
 * would answer it alone, through all of its steps; only the bytes do not travel a second time.
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

/** Of the service as a whole: what comes next would fare no better. */
const WITHOUT_SERVICE: ReadonlySet<string | undefined> = new Set([
  'database_unavailable',
  'event_log_unavailable',
  'overloaded',
  'projection_delayed',
  'projection_halted',
]);

export function innerRequests({ find, settings, idempotence, docsUrl, logger }: InnerPorts) {
  return (outer: Call): InnerRequests => ({
    find(method, path) {
      const found = find(method, split(path)[0]);
      if (found === null || 'allowed' in found) return null;
      const params = Object.fromEntries(found.names.map((name, index) => [name, found.values[index]!]));
      return { route: found.target.route, params };
    },
    async run(request) {
      const [path, search] = split(request.path);
      const call = new Call(messageOf(outer.request, request), outer.requestId, path, search, settings);
      const found = find(request.method, path);
      const refused = (code: 'not_found' | 'method_not_allowed', headers = {}): Answer =>
        answerOfRefusal(refusal(code, { headers }), call, docsUrl);
      if (found === null) return refused('not_found');
      if ('allowed' in found) return refused('method_not_allowed', { Allow: found.allowed.join(', ') });
      call.inside = {
        body: bodyOf(request, found.target.route, outer.request),
        statedVersion: request.statedVersion,
        completed: request.completed,
      };
      call.setPathValues(found.names, found.values);
      try {
        return await found.target.run(call);
      } catch (error) {
        const known = refusalOfException(error);
        if (WITHOUT_SERVICE.has(known?.code)) throw error;
        const facts = { err: error, requestId: outer.requestId, route: found.target.route.path };
        if (known) logger.warn(facts, 'request refused by a condition');
        else logger.error(facts, 'request failed');
        return answerOfRefusal(known ?? refusal('server_error'), call, docsUrl);
      }
    },
    completed: (keys) =>
      idempotence.completed({ userId: outer.caller.userId, companyId: outer.knownCompany?.id ?? null }, keys),
  });
}

/** The message that brought it, with a method and headers of its own: socket and address stay those of the client. */
function messageOf(outer: IncomingMessage, { method, headers }: InnerRequest): IncomingMessage {
  const { authorization, accept } = outer.headers;
  const own = {
    ...(authorization !== undefined && { authorization }),
    ...(accept !== undefined && { accept }),
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

function bodyOf(
  { body }: InnerRequest,
  { maxBodyBytes: max = DEFAULT_MAX_BODY_BYTES }: Route,
  outer: IncomingMessage,
): JsonBody {
  // What came with less cannot have more in it: then nothing has to be counted.
  const isMeasured = Number(outer.headers['content-length'] ?? Infinity) > max;
  if (isMeasured && body !== undefined && Buffer.byteLength(JSON.stringify(body)) > max)
    return { refused: refusal('body_too_large', { params: { max } }) };
  return { value: body ?? {} };
}

function split(path: string): [path: string, search: string] {
  const mark = path.indexOf('?');
  return mark < 0 ? [path, ''] : [path.slice(0, mark), path.slice(mark + 1)];
}
