import { changeCompanyFile } from '../../commands/companies/change-company-file.ts';
import { findRefusal } from '../../commands/support/find-refusal.ts';
import { buildSettingsTree } from '../../domain/companies/settings.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { findCompanyIdentity } from '../../projections/companies/queries.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import type { Services } from '../services.ts';
import { withServerCompany } from './details.ts';
import { Settings, SettingsBody, flattenSettings } from './settings.ts';

export const settingsRoutes = [
  route({
    method: 'get',
    path: '/v1/companies/{company}/settings',
    operationId: 'getCompanySettings',
    area: 'companies',
    summary: 'Get the settings of a company file',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    replies: { 200: Settings },
    handle: ({ company, services }) => respondWithSettings(services, company.id),
  }),
  route({
    method: 'patch',
    path: '/v1/companies/{company}/settings',
    operationId: 'updateCompanySettings',
    area: 'companies',
    summary: 'Change settings: the body is merged into the current values',
    ability: 'write',
    role: 'manager',
    demo: 'allowed',
    body: SettingsBody,
    alsoWrong: {
      standIns: {},
      findRefusal: ({ services, company }, body) =>
        findRefusal(services, 'company', company.id, {
          type: 'ChangeCompanySettings',
          changes: flattenSettings(body),
          baseVersion: null,
        }),
    },
    example: ({ next }) => ({ body: { legal: { rpm_district: `District ${next()}` } } }),
    replies: { 200: Settings },
    errorCodes: ['conflict'],
    async handle(request) {
      const { body, company, services, write } = request;
      const changes = flattenSettings(body);
      const command = { type: 'ChangeCompanySettings', changes, baseVersion: write.baseVersion } as const;
      const outcome = await changeCompanyFile(services, company, command, write);
      if (isRefusal(outcome)) return withServerCompany(request, company.id, outcome);
      return respondWithSettings(services, company.id, outcome.position !== null);
    },
  }),
];

/** Settings are part of the company file and share its version. */
async function respondWithSettings({ pool }: Services, companyId: number, recorded = false) {
  const row = await findCompanyIdentity(pool, companyId);
  return row ? ok(buildSettingsTree(row.settings), { version: row.version, recorded }) : refuse('not_found');
}
