import { z } from 'zod';
import { readLastRevaluation } from '../../commands/revaluations/read-revaluation.ts';
import {
  isReversal,
  readRevaluationFacts,
  revalueCurrencies,
  type RequestedRevaluation,
} from '../../commands/revaluations/revalue-currencies.ts';
import { filterByType } from '../../commands/support/events-by-type.ts';
import { REVALUATION_METHODS } from '../../domain/country-packs/exchange.ts';
import { isCurrencyCode } from '../../domain/currency/codes.ts';
import { isRefusal, refuseInvalid, type Problem, type Refusal } from '../../domain/refusal.ts';
import { valueCurrenciesInSteps } from '../../domain/revaluations/revalue.ts';
import { readEntriesByIds } from '../../projections/ledger/queries.ts';
import { withServerYear } from '../fiscal-years/answer.ts';
import { choice, date, exchangeRate, id } from '../http/input/fields.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { presentEntry, toEntryWithLines } from '../ledger/entry.ts';
import { presentPreview } from '../ledger/preview.ts';
import { prepareRevaluation, prepareRevalued } from './examples.ts';
import { LastRevaluation, nameItem, presentRevaluation, Revaluation, RevaluationPreview } from './revaluation.ts';
import { runInTurns } from '../../support/yielding.ts';

const common = { area: 'currency', demo: 'allowed', params: z.object({ id: id() }) } as const;

const Body = z.object({
  on: date().nullish().meta({ description: 'Day of the valuation; default: the last day of the year.' }),
  method: choice(REVALUATION_METHODS).nullish().meta({
    description:
      'BE: `net` (by currency, default) or `all`; FR: `item` (default) or `global`; LU: `prudent` (default) or `closing_rate`.',
  }),
  rates: z
    .record(z.string(), exchangeRate())
    .nullish()
    .meta({ description: 'Closing rates by currency, which win over the known ones: `{"USD": "1.2000"}`.' }),
});

function toRequest(
  yearId: number,
  baseVersion: number | null,
  { on, method, rates }: z.output<typeof Body>,
): RequestedRevaluation | Refusal {
  const unknown = Object.keys(rates ?? {}).filter((currency) => !isCurrencyCode(currency));
  const problems = unknown.map((currency): Problem => ({
    code: 'currency_unknown',
    field: `rates.${currency}`,
    params: { currency },
  }));
  if (problems.length > 0) return refuseInvalid(problems);
  return { id: yearId, baseVersion, on: on ?? null, method: method ?? null, rates: rates ?? {} };
}

export const revaluationRoutes = [
  route({
    ...common,
    method: 'get',
    path: '/v1/companies/{company}/fiscal-years/{id}/revaluation',
    summary: 'Show the last revaluation of foreign currencies in a fiscal year, and whether it has moved since',
    ability: 'read',
    role: 'any',
    example: prepareRevalued,
    replies: { 200: LastRevaluation },
    async handle({ params, services, company, language }) {
      const found = await readLastRevaluation(services, company.id, params.id);
      if (isRefusal(found)) return found;
      const { revaluation, items, entryIds, hasMoved } = found;
      const entries = await readEntriesByIds(services.pool, company.id, entryIds);
      const shown = entries.map((entry) => presentEntry(entry, language));
      return ok({
        ...presentRevaluation({
          ...revaluation,
          on: revaluation.valued_on,
          items: items.map(({ third_party_id, third_party_name: name, account_id: _id, ...item }) => ({
            ...item,
            third_party: third_party_id === null || name === null ? null : { id: third_party_id, name },
          })),
        }),
        entries: shown.filter((entry) => !isReversal(entry)),
        reversals: shown.filter(isReversal),
        has_moved: hasMoved,
      });
    },
  }),
  route({
    ...common,
    method: 'post',
    path: '/v1/companies/{company}/fiscal-years/{id}/revaluation',
    summary:
      'Value open items and accounts in foreign currencies at the closing rate; what is not realised is reversed on the next day',
    heavy: 'always',
    ability: 'write',
    role: 'manager',
    body: Body,
    example: prepareRevaluation,
    replies: { 200: Revaluation },
    dryRun: {
      reply: RevaluationPreview,
      async present({ params, body, services, company, language }, rehearsed) {
        const requested = toRequest(params.id, null, body);
        if (isRefusal(requested)) return requested;
        const { before, file } = rehearsed;
        const facts = await readRevaluationFacts(services.pool, company.id, requested, before);
        if (isRefusal(facts)) return facts;
        const valuation = await runInTurns(valueCurrenciesInSteps(facts, before));
        if (isRefusal(valuation)) return valuation;
        const posted = filterByType(rehearsed.events, 'EntryPosted').map(({ data }) => data);
        const present = (entry: (typeof posted)[number]) => presentPreview({ entry, file }, language);
        return {
          ...presentRevaluation({ ...facts, items: valuation.items.map((item) => nameItem(item, file)) }),
          entries: posted.filter((entry) => !isReversal(entry)).map(present),
          reversals: posted.filter(isReversal).map(present),
        };
      },
    },
    errorCodes: ['conflict', 'period_locked', 'rate_unknown', 'revaluation_too_large'],
    async handle(request) {
      const { params, body, services, company, language, write } = request;
      const requested = toRequest(params.id, write.baseVersion, body);
      if (isRefusal(requested)) return requested;
      const made = await revalueCurrencies(services, company.id, requested, write, (entry) =>
        presentEntry(toEntryWithLines(entry), language),
      );
      if (isRefusal(made)) return withServerYear(request, params.id, made);
      const { file, entries, reversals, isRecorded } = made;
      const shown = {
        ...presentRevaluation({ ...made, items: made.items.map((item) => nameItem(item, file)) }),
        entries,
        reversals,
      };
      return ok(shown, { recorded: isRecorded });
    },
  }),
];
