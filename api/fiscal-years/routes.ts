import { z } from 'zod';
import {
  changeFiscalYear,
  MOST_PERIODS,
  openFiscalYear,
  updateFiscalYear,
} from '../../commands/fiscal-years/change-fiscal-year.ts';
import { findRefusal } from '../../commands/support/find-refusal.ts';
import { PERIOD_LENGTHS } from '../../domain/fiscal-years/fiscal-year-events.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { listFiscalYears } from '../../projections/fiscal-years/queries.ts';
import { choice, date, id, text } from '../http/input/fields.ts';
import { created, noContent, ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { respondToYearChange, respondWithYear, findFiscalYear, withServerYear } from './answer.ts';
import { createPeriodExample, getYearParams } from './examples.ts';
import { FiscalYear, presentFiscalYear } from './fiscal-year.ts';
import { buildPlaceholderIds, NO_ID } from '../../commands/support/preview.ts';

const PATH = '/v1/companies/{company}/fiscal-years';
const withId = z.object({ id: id() });
const common = { area: 'fiscal-years', demo: 'allowed' } as const;
const read = { ...common, method: 'get', ability: 'read', role: 'any' } as const;
const write = { ...common, ability: 'write', role: 'manager' } as const;

/** Any two dates that form a year. */
const NO_DATES = { starts_on: '1900-01-01', ends_on: '1900-12-31' } as const;

/** Readable part of an invalid body. */
const ReadableYear = z.object({
  code: text(10).nullish(),
  starts_on: date().nullish(),
  ends_on: date().nullish(),
});

/** While a date is invalid, problems that depend on both dates are omitted; a missing record is reported later. */
async function omitDateProblems(judged: Promise<Refusal | null>, isWithoutDates: boolean): Promise<Refusal | null> {
  const refused = await judged;
  if (!refused || refused.code === 'not_found') return null;
  if (!isWithoutDates) return refused;
  const problems = refused.problems.filter(
    ({ code, field }) => field === 'code' || code === 'not_editable' || code === 'fiscal_year_closed',
  );
  return problems.length === 0 ? null : { ...refused, problems };
}

export const fiscalYearRoutes = [
  route({
    ...read,
    path: '/v1/companies/{company}/fiscal-years',
    summary: 'List fiscal years with their periods, earliest first',
    replies: { 200: z.array(FiscalYear) },
    async handle({ services, company, language }) {
      const years = await listFiscalYears(services.pool, company.id);
      return ok(years.map((year) => presentFiscalYear(year, language)));
    },
  }),
  route({
    ...write,
    method: 'post',
    path: '/v1/companies/{company}/fiscal-years',
    operationId: 'openFiscalYear',
    summary: 'Open a fiscal year directly before the first or after the last',
    body: z.object({
      code: text(10).nullish(),
      starts_on: date(),
      ends_on: date(),
      period_length: choice(PERIOD_LENGTHS).nullish(),
    }),
    alsoWrong: {
      standIns: {},
      schema: ReadableYear,
      findRefusal: ({ services, company }, { code, starts_on, ends_on }) => {
        const requested = { code: code ?? null, ...(starts_on && ends_on ? { starts_on, ends_on } : NO_DATES) };
        const periodIds = buildPlaceholderIds(MOST_PERIODS);
        const command = { type: 'OpenFiscalYear', id: NO_ID, periodIds, requested } as const;
        return omitDateProblems(findRefusal(services, 'company', company.id, command), !starts_on || !ends_on);
      },
    },
    example: async ({ otherCompany }) => ({
      company: await otherCompany(),
      body: { starts_on: '2027-01-01', ends_on: '2027-12-31' },
    }),
    replies: { 201: FiscalYear },
    async handle(request) {
      const { code, starts_on, ends_on, period_length } = request.body;
      const requested = { code: code ?? null, starts_on, ends_on, period_length: period_length ?? 'month' };
      const outcome = await openFiscalYear(request.services, request.company.id, requested, request.write);
      return isRefusal(outcome) ? outcome : respondWithYear(request, outcome, created);
    },
  }),
  route({
    ...read,
    path: '/v1/companies/{company}/fiscal-years/{id}',
    summary: 'Get a fiscal year with its periods',
    params: withId,
    example: getYearParams,
    replies: { 200: FiscalYear },
    async handle(request) {
      const year = await findFiscalYear(request, request.params.id);
      if (!year || year.deleted_at !== null) return refuse('not_found');
      return ok(presentFiscalYear(year, request.language), { version: year.version });
    },
  }),
  route({
    ...write,
    method: 'patch',
    path: '/v1/companies/{company}/fiscal-years/{id}',
    summary: 'Change the code of a fiscal year, or its dates while it is empty',
    params: withId,
    body: z.object({ code: text(10).optional(), starts_on: date().optional(), ends_on: date().optional() }),
    alsoWrong: {
      standIns: {},
      findRefusal: ({ services, company, params }, changes, wrong) => {
        const periodIds = buildPlaceholderIds(MOST_PERIODS);
        const command = { type: 'UpdateFiscalYear', id: params.id, periodIds, changes, baseVersion: null } as const;
        const refused = findRefusal(services, 'company', company.id, command);
        return omitDateProblems(refused, wrong.hasField('starts_on') || wrong.hasField('ends_on'));
      },
    },
    example: (scene) => ({ ...getYearParams(scene), body: { code: scene.code() } }),
    replies: { 200: FiscalYear },
    errorCodes: ['conflict', 'period_locked'],
    async handle(request) {
      const { code, starts_on, ends_on } = request.body;
      const changes = {
        ...(code !== undefined && { code }),
        ...(starts_on !== undefined && { starts_on }),
        ...(ends_on !== undefined && { ends_on }),
      };
      const { services, company, params, write: context } = request;
      const requested = { id: params.id, changes, baseVersion: context.baseVersion };
      return respondToYearChange(request, params.id, await updateFiscalYear(services, company.id, requested, context));
    },
  }),
  route({
    ...write,
    method: 'delete',
    path: '/v1/companies/{company}/fiscal-years/{id}',
    role: 'admin',
    summary: 'Delete an empty first or last fiscal year',
    params: withId,
    example: async ({ after }) => {
      const { company, answer } = await after(`POST ${PATH}`);
      return { company, params: { id: answer.id } };
    },
    replies: { 204: null },
    errorCodes: [
      'conflict',
      'period_locked',
      'fiscal_year_not_empty',
      'fiscal_year_has_budgets',
      'fiscal_year_between_others',
      'fiscal_year_is_the_only_one',
      'fiscal_year_follows_closed',
      'fiscal_year_has_locked_periods',
    ],
    async handle(request) {
      const { services, company, params, write: context } = request;
      const command = { type: 'DeleteFiscalYear', id: params.id, baseVersion: context.baseVersion } as const;
      const outcome = await changeFiscalYear(services, company.id, command, context);
      if (isRefusal(outcome)) return withServerYear(request, params.id, outcome);
      return noContent({ recorded: outcome.isRecorded });
    },
  }),
  defineLockRoute('/v1/companies/{company}/fiscal-years/{id}/periods/{period}/lock', {
    type: 'LockPeriod',
    summary: 'Lock a period: nothing is posted in it any more',
    // A different period from the unlock example, so that neither affects the other; entries are posted at the start of
    // the year.
    example: createPeriodExample(11),
  }),
  defineLockRoute('/v1/companies/{company}/fiscal-years/{id}/periods/{period}/unlock', {
    type: 'UnlockPeriod',
    summary: 'Unlock a period',
    example: createPeriodExample(10),
  }),
];

interface Lock {
  readonly type: 'LockPeriod' | 'UnlockPeriod';
  readonly summary: string;
  readonly example: ReturnType<typeof createPeriodExample>;
}

function defineLockRoute(path: string, { type, summary, example }: Lock) {
  return route({
    ...write,
    method: 'post',
    path,
    summary,
    params: z.object({ id: id(), period: id() }),
    example,
    replies: { 200: FiscalYear },
    errorCodes: ['conflict', 'period_locked'],
    async handle(request) {
      const { services, company, params, write: context } = request;
      const command = { type, id: params.id, periodId: params.period, baseVersion: context.baseVersion };
      return respondToYearChange(request, params.id, await changeFiscalYear(services, company.id, command, context));
    },
  });
}
