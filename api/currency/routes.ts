import { z } from 'zod';
import { removeExchangeRate, setExchangeRate } from '../../commands/currency/exchange-rates.ts';
import { CURRENCY_CODES } from '../../domain/currency/codes.ts';
import { refuseUnknownRate } from '../../domain/currency/unknown-rate.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findRate } from '../../projections/currency/find-rate.ts';
import { findOwnRate, listExchangeRates } from '../../projections/currency/queries.ts';
import { choice, date, exchangeRate, pageQuery, text } from '../http/input/fields.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { created, noContent, ok } from '../http/reply/reply.ts';
import { getBookToday } from '../http/reply/time.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { ExchangeRate, presentRate, presentRateOfDay, RATE_SOURCES, RateOfDay } from './exchange-rate.ts';
import { newRate, prepareOwnRate, prepareRateOfDay } from './examples.ts';

const path = '/v1/companies/{company}/exchange-rates';
const ofRate = z.object({
  rate: text(20).meta({
    description: 'Three letters of a currency to read its rate; the id of an own rate to remove it.',
  }),
});
const READ = { method: 'get', area: 'currency', ability: 'read', role: 'any', demo: 'allowed' } as const;
const WRITE = { area: 'currency', ability: 'write', demo: 'allowed' } as const;

export const exchangeRateRoutes = [
  route({
    ...READ,
    path,
    summary: 'List the exchange rates, newest first: those of the company file and the published ones',
    query: z.object({
      ...pageQuery(),
      currency: choice(CURRENCY_CODES).optional().meta({ description: 'Only rates of this currency (ISO 4217).' }),
      from: date().optional(),
      to: date().optional(),
      source: choice(RATE_SOURCES).optional().meta({ description: 'Only rates of this source.' }),
    }),
    replies: { 200: pageSchema(ExchangeRate) },
    async handle({ services, company, query, language, pathUrl }) {
      const { page, per_page: perPage, ...filter } = query;
      const { rows, total } = await listExchangeRates(services.pool, company.id, filter, Math.min(page, LAST), perPage);
      return ok(paginate({ rows: rows.map(presentRate), total, page, perPage, pathUrl, language }));
    },
  }),
  route({
    ...WRITE,
    method: 'post',
    path,
    operationId: 'setExchangeRate',
    role: 'encoder',
    summary: 'Set an own rate for a day; it replaces an earlier one and precedes the published rate of that day',
    body: z.object({
      currency: choice(CURRENCY_CODES).meta({ description: 'Foreign currency (ISO 4217).' }),
      on: date().meta({ description: 'Day of the rate.' }),
      rate: exchangeRate(),
    }),
    example: newRate,
    replies: { 201: ExchangeRate },
    errorCodes: ['exchange_rate_limit_reached'],
    async handle({ services, company, body, write }) {
      const outcome = await setExchangeRate(services, company.id, body, write);
      if (isRefusal(outcome)) return outcome;
      const row = await findOwnRate(services.pool, company.id, outcome.id);
      return row
        ? created(presentRate(row), { recorded: outcome.recorded, version: row.version })
        : refuse('not_found');
    },
  }),
  route({
    ...READ,
    path: `${path}/{rate}`,
    operationId: 'getExchangeRateOfDay',
    summary: 'Show the rate of a currency on a day: of that day, or the last published before it',
    params: ofRate,
    query: z.object({ on: date().optional().meta({ description: 'Default: today.' }) }),
    example: prepareRateOfDay,
    replies: { 200: RateOfDay },
    errorCodes: ['rate_unknown'],
    async handle({ services, company, params, query }) {
      if (!/^[A-Z]{3}$/.test(params.rate)) return refuse('not_found');
      const on = query.on ?? getBookToday();
      const known = await findRate(services.pool, company.id, params.rate, on);
      return known ? ok(presentRateOfDay(known, on)) : { ...refuseUnknownRate(params.rate, on), status: 404 };
    },
  }),
  route({
    ...WRITE,
    method: 'delete',
    path: `${path}/{rate}`,
    role: 'manager',
    summary: 'Remove an own rate that nothing has used',
    params: ofRate,
    example: prepareOwnRate,
    replies: { 204: null },
    errorCodes: ['conflict', 'in_use'],
    async handle(request) {
      const { services, company, write } = request;
      const id = parseId(request.params.rate);
      if (id === null) return refuse('not_found');
      const target = { id, baseVersion: write.baseVersion };
      const outcome = await removeExchangeRate(services, company.id, target, write);
      return isRefusal(outcome) ? withCurrentRate(request, id, outcome) : noContent(outcome);
    },
  }),
];

/** A page number beyond the end of any list. */
const LAST = 2 ** 30;

const parseId = (value: string): number | null => (/^[1-9]\d{0,14}$/.test(value) ? Number(value) : null);

const withCurrentRate = (
  { services, company }: Pick<RouteRequest, 'services' | 'company'>,
  id: number,
  refused: Refusal,
) =>
  withServerData(refused, async () => {
    const row = await findOwnRate(services.pool, company.id, id);
    return row && presentRate(row);
  });
