import { z } from 'zod';
import { createBudget, type CopySource } from '../../commands/budgets/create-budget.ts';
import { resolveBudgetLines } from '../../commands/budgets/resolve-lines.ts';
import { findFieldsRefusal } from '../../commands/records/change-record.ts';
import { budgets } from '../../domain/budgets/budget.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { findLiveRecord } from '../../domain/records/state.ts';
import { refuseInvalid, isRefusal, type Refusal } from '../../domain/refusal.ts';
import { withFreshRecord } from '../http/routing/example.ts';
import { decimal, id } from '../http/input/fields.ts';
import { created } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { respondWithRecord, changeAndRespond, pickGiven } from '../records/change.ts';
import { buildCreateBody, buildPatchBody } from '../records/schemas.ts';
import { budgetApi } from './budget.ts';
const common = { area: 'analytics', ability: 'write', role: budgets.writtenBy!, demo: 'allowed' } as const;

const copyFrom = z
  .object({
    fiscal_year_id: id().nullish().meta({ description: 'Copies the booked income and expenses of this year.' }),
    budget_id: id().nullish().meta({ description: 'Copies the lines of another budget instead.' }),
    factor: decimal(4, '1000')
      .nullish()
      .meta({
        description: 'Factor for every amount: 1.05 for five per cent more. Default: 1.',
        examples: ['1.0500'],
      }),
  })
  .nullish()
  .meta({
    description: 'Starting point of the lines; lines in the request replace the copied lines of the same account.',
  });

const NewBudget = buildCreateBody(budgets).extend({ copy_from: copyFrom });
const BudgetPatch = buildPatchBody(budgets);

export const createBudgetRoute = route({
  ...common,
  method: 'post',
  path: '/v1/companies/{company}/budgets',
  summary:
    'Create a budget: by account or group of accounts, period and analytic code, or as a copy of a year with a factor',
  body: NewBudget,
  alsoWrong: {
    standIns: {},
    schema: BudgetPatch.extend({ copy_from: copyFrom }),
    findRefusal({ services, company }, body) {
      const { copy_from: _source, ...data } = pickGiven(body);
      return findFieldsRefusal(services, company.id, budgets.name, null, data);
    },
  },
  example: (scene) => ({
    body: budgetApi.example.create(scene),
    kinds: {
      copy: {
        name: `Copy ${scene.next()}`,
        fiscal_year_id: scene.company.fiscalYear.id,
        kind: 'forecast',
        copy_from: { fiscal_year_id: scene.company.fiscalYear.id, factor: '1.05' },
      },
    },
  }),
  replies: { 201: budgetApi.answer },
  async handle(request) {
    const { copy_from, ...data } = pickGiven(request.body);
    const source = toCopySource((copy_from ?? null) as z.output<typeof copyFrom>);
    if (isRefusal(source)) return source;
    const outcome = await createBudget(request.services, request.company.id, { data, source }, request.write);
    return isRefusal(outcome) ? outcome : respondWithRecord(request, budgetApi, outcome, created);
  },
});

/** A fiscal year or a budget, not both. */
function toCopySource(source: z.output<typeof copyFrom>): CopySource | Refusal | null {
  if (!source) return null;
  const { fiscal_year_id = null, budget_id = null, factor } = source;
  if (fiscal_year_id === null && budget_id === null)
    return refuseInvalid([{ code: 'required', field: 'copy_from.fiscal_year_id' }]);
  if (fiscal_year_id !== null && budget_id !== null)
    return refuseInvalid([{ code: 'budget_copies_one', field: 'copy_from.budget_id' }]);
  return { fiscal_year_id, budget_id, factor: factor ?? '1.00' };
}

export const changeBudgetRoute = route({
  ...common,
  method: 'patch',
  path: '/v1/companies/{company}/budgets/{id}',
  summary: 'Change fields of a budget; its lines are replaced as a whole',
  params: z.object({ id: id() }),
  body: BudgetPatch,
  alsoWrong: {
    standIns: {},
    findRefusal: ({ services, company, params }, body) =>
      findFieldsRefusal(services, company.id, budgets.name, params.id, pickGiven(body)),
  },
  example: async (scene) => ({ ...(await withFreshRecord(budgets.name)(scene)), body: budgetApi.example.change }),
  replies: { 200: budgetApi.answer },
  errorCodes: ['conflict'],
  async handle(request) {
    const changes = await resolveChanges(request, request.params.id, pickGiven(request.body));
    const { baseVersion } = request.write;
    return changeAndRespond(request, budgetApi, {
      type: 'UpdateRecord',
      resource: budgets.name,
      id: request.params.id,
      changes,
      baseVersion,
    });
  },
});

async function resolveChanges(
  { services, company }: Pick<RouteRequest, 'services' | 'company'>,
  budgetId: number,
  changes: JsonRecord,
): Promise<JsonRecord> {
  const lines = changes['lines'] as readonly JsonRecord[] | undefined;
  if (!lines) return changes;
  const file = await services.commands.loadState('company', company.id);
  const budget = findLiveRecord(file.records, budgets, budgetId);
  if (!budget) return changes;
  return { ...changes, lines: await resolveBudgetLines(services, company.id, file, budget.data.fiscal_year_id, lines) };
}
