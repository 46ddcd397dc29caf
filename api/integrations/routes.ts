import { z } from 'zod';
import { changeIntegration, connectIntegration, disconnectIntegration } from '../../commands/integrations/connect.ts';
import { queueRun } from '../../stores/integrations/runs.ts';
import { findCatalogueEntry, SCHEDULES } from '../../domain/integrations/catalogue.ts';
import type { IntegrationChanges } from '../../domain/integrations/integrations.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import {
  findIntegration,
  findRun,
  listIntegrations,
  readLastRuns,
  listRuns,
} from '../../projections/integrations/queries.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { bool, choice, id, pageQuery, text } from '../http/input/fields.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { accepted, noContent, ok, type Reply } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { fromMailbox, newMailbox, useFreshIntegration, useLastingIntegration } from './examples.ts';
import {
  CatalogueIntegration,
  Integration,
  IntegrationRun,
  presentCatalogue,
  presentIntegration,
  presentRun,
} from './integration.ts';
const MAX_KEY = 60;
const MAX_NAME = 120;

const READ = { method: 'get', area: 'integrations', ability: 'read', role: 'any', demo: 'allowed' } as const;
const WRITE = { area: 'integrations', ability: 'write', role: 'manager', demo: 'blocked' } as const;
const NOW = { showsNow: 'runs have their own dates' } as const;
const ofIntegration = z.object({ id: id() });

const settings = z.record(z.string(), z.unknown()).meta({
  description: 'By the field names of the catalogue, including secrets; null removes a value.',
  examples: [fromMailbox],
});
const common = {
  schedule: choice(SCHEDULES).nullish().meta({ description: 'How often it runs.' }),
  is_active: bool().nullish().meta({ description: 'False: it runs only on request.' }),
};

type Request = Pick<RouteRequest<{ id: number }>, 'services' | 'company' | 'params' | 'language'>;

export const integrationRoutes = [
  route({
    ...READ,
    path: '/v1/integrations',
    operationId: 'listIntegrationCatalogue',
    summary: 'List the available integrations and their settings',
    replies: { 200: z.object({ data: z.array(CatalogueIntegration) }) },
    handle: ({ language }) => ok({ data: presentCatalogue(language) }),
  }),
  route({
    ...READ,
    ...NOW,
    path: '/v1/companies/{company}/integrations',
    summary: 'List the integrations of the company file, each with its last run',
    replies: { 200: z.object({ data: z.array(Integration) }) },
    async handle({ services, company, language }) {
      const rows = await listIntegrations(services.pool, company.id);
      const runs = await readLastRuns(
        services.pool,
        rows.map((row) => row.id),
      );
      return ok({ data: rows.map((row) => presentIntegration(row, runs.get(row.id), language)) });
    },
  }),
  route({
    ...WRITE,
    method: 'post',
    path: '/v1/companies/{company}/integrations',
    summary: 'Connect the company file to a source of the catalogue; secrets are stored encrypted',
    body: z.object({
      key: text(MAX_KEY).meta({ description: 'Key of the integration in the catalogue.' }),
      name: text(MAX_NAME).nullish().meta({ description: 'If omitted, the name in the catalogue.' }),
      settings: settings.nullish(),
      ...common,
    }),
    example: newMailbox,
    replies: { 201: Integration },
    errorCodes: ['integration_limit_reached'],
    async handle(request) {
      const { services, company, body, language, write } = request;
      const requested = {
        key: body.key,
        name: body.name ?? findCatalogueEntry(body.key)?.name[language] ?? body.key,
        settings: (body.settings ?? {}) as JsonRecord,
        schedule: body.schedule ?? null,
        isActive: body.is_active ?? true,
      };
      const outcome = await connectIntegration(services, company.id, requested, write);
      if (isRefusal(outcome)) return outcome;
      return respondWithIntegration({ services, company, language, params: outcome }, { status: 201, recorded: true });
    },
  }),
  route({
    ...WRITE,
    method: 'patch',
    path: '/v1/companies/{company}/integrations/{id}',
    summary: 'Change the settings or the schedule of a source, or pause it; absent settings stay',
    params: ofIntegration,
    body: z.object({ name: text(MAX_NAME).optional(), settings: settings.optional(), ...common }),
    example: async (scene) => ({ ...(await useLastingIntegration(scene)), body: { schedule: 'daily' as const } }),
    replies: { 200: Integration },
    errorCodes: ['conflict', 'secret_required'],
    async handle(request) {
      const { services, company, params, body, write } = request;
      const { name, schedule, is_active } = body;
      const changes: Omit<IntegrationChanges, 'sealed'> = {
        ...(name !== undefined && { name }),
        ...(body.settings !== undefined && { settings: body.settings as JsonRecord }),
        ...(schedule && { schedule }),
        ...(typeof is_active === 'boolean' && { is_active }),
      };
      const target = { id: params.id, changes, baseVersion: write.baseVersion };
      const outcome = await changeIntegration(services, company.id, target, write);
      return isRefusal(outcome)
        ? withCurrentIntegration(request, outcome)
        : respondWithIntegration(request, { status: 200, ...outcome });
    },
  }),
  route({
    ...WRITE,
    method: 'delete',
    path: '/v1/companies/{company}/integrations/{id}',
    summary: 'Disconnect a source: its secrets and runs are deleted, imported data stays',
    params: ofIntegration,
    example: useFreshIntegration,
    replies: { 204: null },
    errorCodes: ['conflict'],
    async handle(request) {
      const { services, company, params, write } = request;
      const target = { id: params.id, baseVersion: write.baseVersion };
      const outcome = await disconnectIntegration(services, company.id, target, write);
      return isRefusal(outcome) ? withCurrentIntegration(request, outcome) : noContent(outcome);
    },
  }),
  route({
    ...WRITE,
    method: 'post',
    path: '/v1/companies/{company}/integrations/{id}/run',
    summary: 'Run it now in the background; a run that is waiting or in progress is not started twice',
    params: ofIntegration,
    example: useLastingIntegration,
    replies: { 202: IntegrationRun },
    async handle({ services, company, params, language }) {
      const { pool } = services;
      if (!(await findIntegration(pool, company.id, params.id))) return refuse('not_found');
      const run = await findRun(pool, await queueRun(pool, company.id, params.id));
      return run ? accepted(presentRun(run, language)) : refuse('not_found');
    },
  }),
  route({
    ...READ,
    ...NOW,
    path: '/v1/companies/{company}/integrations/{id}/runs',
    summary: 'List the runs of a source, newest first, with results and errors',
    params: ofIntegration,
    query: z.object(pageQuery()),
    example: useLastingIntegration,
    replies: { 200: pageSchema(IntegrationRun) },
    async handle({ services, company, params, query, language, pathUrl }) {
      if (!(await findIntegration(services.pool, company.id, params.id))) return refuse('not_found');
      const { page, per_page: perPage } = query;
      const { rows, total } = await listRuns(services.pool, params.id, Math.min(page, DEEPEST_PAGE), perPage);
      const shownRows = rows.map((row) => presentRun(row, language));
      return ok(paginate({ rows: shownRows, total, page, perPage, pathUrl, language }));
    },
  }),
];

/** A page number beyond the end of any list. */
const DEEPEST_PAGE = 2 ** 30;

async function respondWithIntegration(
  { services, company, params, language }: Request,
  { status, recorded }: Pick<Reply, 'status'> & { readonly recorded: boolean },
): Promise<Reply | Refusal> {
  const row = await findIntegration(services.pool, company.id, params.id);
  if (!row) return refuse('not_found');
  const runs = await readLastRuns(services.pool, [row.id]);
  const body = presentIntegration(row, runs.get(row.id), language);
  return { status, body, recorded, version: row.version, showsMore: true };
}

const withCurrentIntegration = ({ services, company, params, language }: Request, refused: Refusal): Promise<Refusal> =>
  withServerData(refused, async () => {
    const row = await findIntegration(services.pool, company.id, params.id);
    return row ? presentIntegration(row, (await readLastRuns(services.pool, [row.id])).get(row.id), language) : null;
  });
