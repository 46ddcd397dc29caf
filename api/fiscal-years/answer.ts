import type { FiscalYearChanged } from '../../commands/fiscal-years/change-fiscal-year.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { fiscalYearsByIds, type FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { ok, type Reply } from '../http/reply/reply.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { presentFiscalYear } from './fiscal-year.ts';

/** What every route about one fiscal year answers with: the year as it is now. */

type Request = Pick<RouteRequest, 'services' | 'company' | 'language'>;

export async function find({ services, company }: Request, yearId: number): Promise<FiscalYearRow | undefined> {
  return (await fiscalYearsByIds(services.pool, company.id, [yearId]))[0];
}

export async function answer(
  request: Request,
  yearId: number,
  outcome: FiscalYearChanged | Refusal,
): Promise<Reply | Refusal> {
  if (isRefusal(outcome)) return yearConflict(request, yearId, outcome);
  return answerWith(request, outcome, (body, extras) => ok(body, { ...extras, recorded: outcome.isRecorded }));
}

export async function answerWith(
  request: Request,
  { id: yearId }: FiscalYearChanged,
  reply: typeof ok,
): Promise<Reply | Refusal> {
  const year = await find(request, yearId);
  if (!year) return refuse('not_found');
  return reply(presentFiscalYear(year, request.language), { version: year.version });
}

/** A conflict shows the year as the server has it. */
export function yearConflict(request: Request, yearId: number, refusal: Refusal): Promise<Refusal> {
  return withServerData(refusal, async () => {
    const year = await find(request, yearId);
    return year ? presentFiscalYear(year, request.language) : null;
  });
}
