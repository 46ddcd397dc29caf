import type { FiscalYearChanged } from '../../commands/fiscal-years/change-fiscal-year.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { readFiscalYearsByIds, type FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { ok, type Reply } from '../http/reply/reply.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { presentFiscalYear } from './fiscal-year.ts';

/** Responses of all routes for a single fiscal year: the year in its current state. */

type Request = Pick<RouteRequest, 'services' | 'company' | 'language'>;

export async function findFiscalYear(
  { services, company }: Request,
  yearId: number,
): Promise<FiscalYearRow | undefined> {
  return (await readFiscalYearsByIds(services.pool, company.id, [yearId]))[0];
}

export async function respondToYearChange(
  request: Request,
  yearId: number,
  outcome: FiscalYearChanged | Refusal,
): Promise<Reply | Refusal> {
  if (isRefusal(outcome)) return withServerYear(request, yearId, outcome);
  return respondWithYear(request, outcome, (body, extras) => ok(body, { ...extras, recorded: outcome.isRecorded }));
}

export async function respondWithYear(
  request: Request,
  { id: yearId }: FiscalYearChanged,
  reply: typeof ok,
): Promise<Reply | Refusal> {
  const year = await findFiscalYear(request, yearId);
  if (!year) return refuse('not_found');
  return reply(presentFiscalYear(year, request.language), { version: year.version });
}

/** Adds the fiscal year as stored on the server to a conflict. */
export function withServerYear(request: Request, yearId: number, refusal: Refusal): Promise<Refusal> {
  return withServerData(refusal, async () => {
    const year = await findFiscalYear(request, yearId);
    return year ? presentFiscalYear(year, request.language) : null;
  });
}
