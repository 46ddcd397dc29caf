import { z } from 'zod';
import { mirrorCompany } from '../../commands/bridge/mirror-company.ts';
import { mirrorFirm } from '../../commands/bridge/mirror-firm.ts';
import { recordSync } from '../../stores/bridge/syncs.ts';
import { createSystemContext } from '../../commands/support/context.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { listCompaniesByExternalId, findFirmByExternalId, countLinked } from '../../projections/bridge/queries.ts';
import { timestamp } from '../http/reply/output.ts';
import { created, ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { formatTimestamp, getBookToday } from '../http/reply/time.ts';
import { CompanyBody, externalIdField, FirmBody, toPlatformCompany, toPlatformFirm } from './bodies.ts';
import { Mirrored, presentMirrorResult } from './mirror-answer.ts';

const common = { area: 'bridge', ability: 'bridge', role: 'any', demo: 'allowed' } as const;

/** Time limit of a request; the rest is left to a background job. */
const WITHIN_MS = 20_000;

/** Mirrors the firms and company files of the external platform. */
export const mirrorRoutes = [
  route({
    ...common,
    method: 'get',
    path: '/v1/bridge/status',
    summary: 'Status of the bridge and number of linked records',
    replies: {
      200: z.object({
        ok: z.literal(true),
        api_version: z.literal('v1').meta({ description: 'Version of this API.' }),
        server_time: timestamp,
        is_platform_configured: z.boolean().meta({ description: 'Whether the service can call the platform.' }),
        firms_count: z.int().meta({ description: 'Firms linked to the platform.' }),
        companies_count: z.int().meta({ description: 'Company files linked to the platform.' }),
        pushes_waiting: z.int().meta({ description: 'Documents that the platform has not accepted yet.' }),
      }),
    },
    async handle({ services }) {
      const counts = await countLinked(services.pool);
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
    summary: 'Mirror a firm and its team: 201 if it was created, 200 if it was known; repeating this changes nothing',
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
      const firm = toPlatformFirm(params.external_id, body);
      const options = { language: body.locale ?? language, withinMs: WITHIN_MS, today: getBookToday() };
      const outcome = await mirrorFirm(services, firm, options, createSystemContext('bridge', write.operationId));
      if (isRefusal(outcome)) return outcome;
      await services.access.waitUntilApplied(outcome.rightsChangedAt);
      const answer = presentMirrorResult(params.external_id, outcome.publicToken, outcome, language);
      return outcome.isNew ? created(answer) : ok(answer, { recorded: outcome.isRecorded });
    },
  }),
  route({
    ...common,
    method: 'put',
    path: '/v1/bridge/firms/{external_id}/companies/{company_external_id}',
    summary: 'Mirror a company file of a firm: 201 if created, 200 if already known',
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
      const firm = await findFirmByExternalId(pool, params.external_id);
      if (!firm) return refuse('not_found');
      const externalId = params.company_external_id;
      const owner = { firmId: firm.id, language: firm.locale, today: getBookToday() };
      const company = toPlatformCompany(externalId, body);
      const outcome = await mirrorCompany(services, owner, company, createSystemContext('bridge', write.operationId));
      if (outcome.companyId === null) return outcome.refusal ?? refuse('not_found');
      await recordSync(pool, 'company', outcome.companyId, true);
      const [known] = await listCompaniesByExternalId(pool, [externalId]);
      const answer = presentMirrorResult(externalId, known?.public_token ?? null, outcome, language);
      return outcome.isNew ? created(answer) : ok(answer, { recorded: outcome.isRecorded });
    },
  }),
];
