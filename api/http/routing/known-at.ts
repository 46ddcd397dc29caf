import { z } from 'zod';
import { toBookDate, getEndOfBookDay } from '../../../domain/dates.ts';
import { isRefusal, refuseInvalid } from '../../../domain/refusal.ts';
import { createPastPool } from '../../../projections/engine/known-at.ts';
import { hasErasureSince } from '../../../projections/persons/erasures.ts';
import { moment } from '../input/fields.ts';
import type { Reply } from '../reply/reply.ts';
import type { Outcome, Route, RouteRequest } from './route.ts';

/**
 * `known_at`: every list, report and record of a company file can be read as known at a given moment. The router adds the
 * parameter, and the handler reads tables of that moment without knowing it.
 */

const parameter = moment().optional().meta({
  description:
    'As known at this moment: later records are left out, and later changes are undone. A timestamp, or a date, which means its end in the time zone of the books. If personal data were erased since, they read `[erased]`, the answer has the header `X-Erased-Since`, and a report has `erased_since: true`.',
});

/** Reads of a company file, unless the route declares that it shows the present. */
export const canTakeKnownAt = ({ method, path, ability, showsNow }: Route): boolean =>
  method === 'get' && ability === 'read' && path.startsWith('/v1/companies/{company}') && showsNow === undefined;

export function withKnownAt(route: Route): Route {
  if (!canTakeKnownAt(route)) return route;
  const { query, handle } = route;
  if (query !== undefined && !(query instanceof z.ZodObject))
    throw new Error(`The query of ${route.path} is not an object`);
  return {
    ...route,
    query: (query ?? z.object({})).extend({ known_at: parameter }),
    handle(request: RouteRequest<never, never, never>): Promise<Outcome> | Outcome {
      const { known_at, ...others } = request.query as { readonly known_at?: string };
      if (known_at === undefined) return handle(request);
      if (known_at > getEndOfBookDay(toBookDate(new Date())))
        return refuseInvalid([{ code: 'known_at_in_future', field: 'known_at' }]);
      return tellErasures(route, request, known_at, () => handle(withMoment(request, others as never, known_at)));
    },
  };
}

/** Personal data are forgotten in the past too, so an answer may differ from what was given at that moment. */
export const ERASED_SINCE = 'X-Erased-Since';

async function tellErasures(
  { path }: Route,
  { services, company }: RouteRequest<never, never, never>,
  moment: string,
  answer: () => Promise<Outcome> | Outcome,
): Promise<Outcome> {
  const outcome = await answer();
  if (isRefusal(outcome) || !(await hasErasureSince(services.pool, company.id, moment))) return outcome;
  return {
    ...(path.includes('/reports/') ? withErasureMark(outcome) : outcome),
    headers: { ...outcome.headers, [ERASED_SINCE]: 'true' },
  };
}

/** A report is an object, or its JSON text. */
function withErasureMark(reply: Reply): Reply {
  const { body, raw, headers } = reply;
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return { ...reply, body: { ...body, erased_since: true } };
  const isJson = headers?.['Content-Type']?.startsWith('application/json') === true;
  return isJson && typeof raw === 'string' && raw.startsWith('{')
    ? { ...reply, raw: `${raw.slice(0, raw.lastIndexOf('}'))},"erased_since":true}` }
    : reply;
}

/** The same request on tables of the moment. Access rights are always the current ones. */
function withMoment(
  request: RouteRequest<never, never, never>,
  query: never,
  moment: string,
): RouteRequest<never, never, never> {
  const {
    params,
    body,
    language,
    requestId,
    ip,
    files,
    baseUrl,
    pathUrl,
    search,
    services,
    caller,
    company,
    headers,
    signedBody,
  } = request;
  const pool = createPastPool(services.pool, company.id, moment);
  const bulkPool = createPastPool(services.bulkPool, company.id, moment);
  return {
    params,
    query,
    body,
    language,
    requestId,
    ip,
    files,
    baseUrl,
    pathUrl,
    search,
    caller,
    company,
    headers,
    signedBody,
    services: { ...services, pool, bulkPool },
    knownAt: moment,
    get firm() {
      return request.firm;
    },
    get write() {
      return request.write;
    },
    deriveCallerKey: (purpose) => request.deriveCallerKey(purpose),
    accepts: (type) => request.accepts(type),
    beginDownload: (stream) => request.beginDownload(stream),
    holdTurn: (stream) => request.holdTurn(stream),
    untilDisconnect: (work) => request.untilDisconnect(work),
    get device() {
      return request.device;
    },
    get inner() {
      return request.inner;
    },
  };
}
