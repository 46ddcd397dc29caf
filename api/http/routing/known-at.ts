import { z } from 'zod';
import { bookDate, endOfBookDay } from '../../../domain/dates.ts';
import { invalid } from '../../../domain/refusal.ts';
import { knownAt } from '../../../projections/engine/known-at.ts';
import { moment } from '../input/fields.ts';
import type { Outcome, Route, RouteRequest } from './route.ts';

/**
 * `known_at`: every list, report and record of a company file can be read as it was known at a moment. The router adds the parameter, and
 * the handler works on tables of that moment without knowing it.
 */

const parameter = moment().optional().meta({
  description:
    'As it was known at this moment: what was recorded later is left out, what was changed later is as it was. A timestamp, or a day, which means its end where the books are kept.',
});

/** Reads of what is in a company file, unless the route says that it shows what is now. */
export const takesKnownAt = ({ method, path, ability, showsNow }: Route): boolean =>
  method === 'get' && ability === 'read' && path.startsWith('/v1/companies/{company}') && showsNow === undefined;

export function withKnownAt(route: Route): Route {
  if (!takesKnownAt(route)) return route;
  const { query, handle } = route;
  if (query !== undefined && !(query instanceof z.ZodObject))
    throw new Error(`The query of ${route.path} is no object`);
  return {
    ...route,
    query: (query ?? z.object({})).extend({ known_at: parameter }),
    handle(request: RouteRequest<never, never, never>): Promise<Outcome> | Outcome {
      const { known_at, ...others } = request.query as { readonly known_at?: string };
      if (known_at === undefined) return handle(request);
      if (known_at > endOfBookDay(bookDate(new Date())))
        return invalid([{ code: 'known_at_in_future', field: 'known_at' }]);
      return handle(requestAt(request, others as never, known_at));
    },
  };
}

/** The same request, which reads tables of the moment. Rights are those of now. */
function requestAt(
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
  const pool = knownAt(services.pool, company.id, moment);
  return {
    ...{
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
    },
    services: { ...services, pool },
    knownAt: moment,
    get firm() {
      return request.firm;
    },
    get write() {
      return request.write;
    },
    callerKey: (purpose) => request.callerKey(purpose),
    accepts: (type) => request.accepts(type),
    get device() {
      return request.device;
    },
    get inner() {
      return request.inner;
    },
  };
}
