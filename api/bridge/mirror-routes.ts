import { z } from 'zod';
import { mirrorCompany } from '../../commands/bridge/mirror-company.ts';
import { mirrorFirm } from '../../commands/bridge/mirror-firm.ts';
import { noteSync } from '../../stores/bridge/syncs.ts';
import { systemContext } from '../../commands/support/context.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { companiesByExternalId, firmByExternalId, linkedCounts } from '../../projections/bridge/queries.ts';
import { timestamp } from '../http/reply/output.ts';
import { created, ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { formatTimestamp, todayOfTheBooks } from '../http/reply/time.ts';
import { CompanyBody, externalIdField, FirmBody, platformCompany, platformFirm } from './bodies.ts';
import { Mirrored, mirroredNow } from './mirror-answer.ts';

const common = { area: 'bridge', ability: 'bridge', role: 'any', demo: 'allowed' } as const;

/** A request waits for its answer; what takes longer is left to a job. */
const WITHIN_MS = 20_000;

/** What the external platform says of firms and company files. */
export const mirrorRoutes = [
  route({
    ...common,
    method: 'get',
    path: '/v1/bridge/status',
    summary: 'Whether the service answers the platform, and how much is linked to it',
    replies: {
      200: z.object({
        ok: z.literal(true),
        api_version: z.literal('v1').meta({ description: 'The version of this interface.' }),
        server_time: timestamp,
        is_platform_configured: z.boolean().meta({ description: 'Whether the service can call the platform in turn.' }),
        firms_count: z.int().meta({ description: 'Firms that are linked to the platform.' }),
        companies_count: z.int().meta({ description: 'Company files that are linked to it.' }),
        pushes_waiting: z.int().meta({ description: 'Documents that the platform has not taken yet.' }),
      }),
    },
    async handle({ services }) {
      const counts = await linkedCounts(services.pool);
      return ok({
        ok: true,
        api_version: 'v1',
        server_time: formatTimestamp(new Date()),
        is_platform_configured: services.bridge !== null,
        firms_count: counts.firms,
        companies_count: counts.companies,
        pushes_waiting: counts.pushes_waiting,
      });
    },
  }),
  route({
    ...common,
    method: 'put',
    path: '/v1/bridge/firms/{external_id}',
    summary:
      'Mirror a firm and its team: 201 when it is opened, 200 when it was known; sending it again changes nothing',
    maxBodyBytes: 8 * 1024 * 1024,
    params: z.object({ external_id: externalIdField() }),
    body: FirmBody,
    example: ({ next, code }) => ({
      params: { external_id: `firm-${code()}` },
      body: {
        name: `Fiduciaire ${next()}`,
        country_code: 'BE',
        revision: 1,
        members: [
          {
            external_id: `person-${code()}`,
            email: `account${next()}@example.org`,
            name: 'New Account',
            role: 'admin' as const,
          },
        ],
      },
    }),
    replies: { 200: Mirrored, 201: Mirrored },
    async handle({ params, body, services, write, language }) {
      const firm = platformFirm(params.external_id, body);
      const options = { language: body.locale ?? language, withinMs: WITHIN_MS, today: todayOfTheBooks() };
      const outcome = await mirrorFirm(services, firm, options, systemContext('bridge', write.operationId));
      if (isRefusal(outcome)) return outcome;
      await services.access.takenNote(outcome.rightsChangedAt);
      const answer = mirroredNow(params.external_id, outcome.publicToken, outcome, language);
      return outcome.isNew ? created(answer) : ok(answer, { recorded: outcome.isRecorded });
    },
  }),
  route({
    ...common,
    method: 'put',
    path: '/v1/bridge/firms/{external_id}/companies/{company_external_id}',
    summary: 'Mirror a company file of a firm: 201 when it is opened, 200 when it was known',
    params: z.object({ external_id: externalIdField(), company_external_id: externalIdField() }),
    body: CompanyBody,
    example: async ({ code, next, once, after }) => ({
      params: {
        external_id: await once('external firm', async () => {
          const { params } = await after('PUT /v1/bridge/firms/{external_id}');
          return String(params['external_id']);
        }),
        company_external_id: `file-${code()}`,
      },
      body: { name: `Boulangerie ${next()}`, fiscal_year: { starts_on: '2026-01-01', ends_on: '2026-12-31' } },
    }),
    replies: { 200: Mirrored, 201: Mirrored },
    errorCodes: ['company_of_other_firm', 'company_in_bin', 'company_limit_reached'],
    async handle({ params, body, services, write, language }) {
      const { pool } = services;
      const firm = await firmByExternalId(pool, params.external_id);
      if (!firm) return refuse('not_found');
      const externalId = params.company_external_id;
      const owner = { firmId: firm.id, language: firm.locale, today: todayOfTheBooks() };
      const company = platformCompany(externalId, body);
      const outcome = await mirrorCompany(services, owner, company, systemContext('bridge', write.operationId));
      if (outcome.companyId === null) return outcome.refusal ?? refuse('not_found');
      await noteSync(pool, 'company', outcome.companyId, true);
      const [known] = await companiesByExternalId(pool, [externalId]);
      const answer = mirroredNow(externalId, known?.public_token ?? null, outcome, language);
      return outcome.isNew ? created(answer) : ok(answer, { recorded: outcome.isRecorded });
    },
  }),
];
