import { z } from 'zod';
import {
  changeFiscalYear,
  openFiscalYear,
  updateFiscalYear,
  type FiscalYearChanged,
} from '../../commands/fiscal-years/change-fiscal-year.ts';
import { PERIOD_LENGTHS } from '../../domain/fiscal-years/fiscal-year.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { fiscalYearsByIds, fiscalYearsOf, type FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import { withServerData } from '../http/conflict.ts';
import { choice, date, id, text } from '../http/fields.ts';
import { created, noContent, ok, type Reply } from '../http/reply.ts';
import { route, type RouteRequest } from '../http/route.ts';
import { FiscalYear, presentFiscalYear } from './fiscal-year.ts';

const PATH = '/v1/companies/{company}/fiscal-years';
const ONE = `${PATH}/{id}`;
const withId = z.object({ id: id() });
const common = { area: 'fiscal-years', demo: 'allowed' } as const;
const read = { ...common, method: 'get', ability: 'read', role: 'any' } as const;
const write = { ...common, ability: 'write', role: 'manager' } as const;

export const fiscalYearRoutes = [
  route({
    ...read,
    path: PATH,
    summary: 'Fiscal years with their periods, the earliest first',
    replies: { 200: z.array(FiscalYear) },
    async handle({ services, company, language }) {
      const years = await fiscalYearsOf(services.pool, company.id);
      return ok(years.map((year) => presentFiscalYear(year, language)));
    },
  }),
  route({
    ...write,
    method: 'post',
    path: PATH,
    summary: 'Open a fiscal year right before the first or right behind the last',
    body: z.object({
      code: text(10).nullish(),
      starts_on: date(),
      ends_on: date(),
      period_length: choice(PERIOD_LENGTHS).nullish(),
    }),
    replies: { 201: FiscalYear },
    async handle(request) {
      const { code, starts_on, ends_on, period_length } = request.body;
      const wanted = { code: code ?? null, starts_on, ends_on, period_length: period_length ?? 'month' };
      const outcome = await openFiscalYear(request.services, request.company.id, wanted, request.write);
      return isRefusal(outcome) ? outcome : answerWith(request, outcome, created);
    },
  }),
  route({
    ...read,
    path: ONE,
    summary: 'A fiscal year with its periods',
    params: withId,
    replies: { 200: FiscalYear },
    async handle(request) {
      const year = await find(request, request.params.id);
      if (!year || year.deleted_at !== null) return refuse('not_found');
      return ok(presentFiscalYear(year, request.language), { version: year.version });
    },
  }),
  route({
    ...write,
    method: 'patch',
    path: ONE,
    summary: 'Change the code of a fiscal year, and its dates while it is empty',
    params: withId,
    body: z.object({ code: text(10).optional(), starts_on: date().optional(), ends_on: date().optional() }),
    replies: { 200: FiscalYear },
    errorCodes: ['conflict'],
    async handle(request) {
      const { code, starts_on, ends_on } = request.body;
      const changes = {
        ...(code !== undefined && { code }),
        ...(starts_on !== undefined && { starts_on }),
        ...(ends_on !== undefined && { ends_on }),
      };
      const { services, company, params, write: context } = request;
      const wanted = { id: params.id, changes, baseVersion: context.baseVersion };
      return answer(request, params.id, await updateFiscalYear(services, company.id, wanted, context));
    },
  }),
  route({
    ...write,
    method: 'delete',
    path: ONE,
    role: 'admin',
    summary: 'Take away an empty fiscal year at either end of the row',
    params: withId,
    replies: { 204: null },
    errorCodes: [
      'conflict',
      'fiscal_year_not_empty',
      'fiscal_year_between_others',
      'fiscal_year_is_the_only_one',
      'fiscal_year_has_locked_periods',
    ],
    async handle(request) {
      const { services, company, params, write: context } = request;
      const command = { type: 'DeleteFiscalYear', id: params.id, baseVersion: context.baseVersion } as const;
      const outcome = await changeFiscalYear(services, company.id, command, context);
      if (isRefusal(outcome)) return yearConflict(request, params.id, outcome);
      return noContent({ recorded: outcome.isRecorded });
    },
  }),
  lockRoute('lock', 'LockPeriod', 'reviewer', 'Lock a period: nothing is posted in it any more'),
  lockRoute('unlock', 'UnlockPeriod', 'manager', 'Open a locked period again'),
];

function lockRoute(action: string, type: 'LockPeriod' | 'UnlockPeriod', role: 'reviewer' | 'manager', summary: string) {
  return route({
    ...write,
    method: 'post',
    path: `${ONE}/periods/{period}/${action}`,
    role,
    summary,
    params: z.object({ id: id(), period: id() }),
    replies: { 200: FiscalYear },
    errorCodes: ['conflict'],
    async handle(request) {
      const { services, company, params, write: context } = request;
      const command = { type, id: params.id, periodId: params.period, baseVersion: context.baseVersion };
      return answer(request, params.id, await changeFiscalYear(services, company.id, command, context));
    },
  });
}

type Request = Pick<RouteRequest, 'services' | 'company' | 'language'>;

async function find({ services, company }: Request, yearId: number): Promise<FiscalYearRow | undefined> {
  return (await fiscalYearsByIds(services.pool, company.id, [yearId]))[0];
}

async function answer(
  request: Request,
  yearId: number,
  outcome: FiscalYearChanged | Refusal,
): Promise<Reply | Refusal> {
  if (isRefusal(outcome)) return yearConflict(request, yearId, outcome);
  return answerWith(request, outcome, (body, extras) => ok(body, { ...extras, recorded: outcome.isRecorded }));
}

async function answerWith(
  request: Request,
  { id: yearId }: FiscalYearChanged,
  reply: typeof ok,
): Promise<Reply | Refusal> {
  const year = await find(request, yearId);
  if (!year) return refuse('not_found');
  return reply(presentFiscalYear(year, request.language), { version: year.version });
}

/** A conflict shows the year as the server has it. */
function yearConflict(request: Request, yearId: number, refusal: Refusal): Promise<Refusal> {
  return withServerData(refusal, async () => {
    const year = await find(request, yearId);
    return year ? presentFiscalYear(year, request.language) : null;
  });
}
