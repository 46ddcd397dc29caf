import { changeCompanyFile } from '../../commands/companies/change-company-file.ts';
import { refusalOf } from '../../commands/support/find-refusal.ts';
import { settingsTree } from '../../domain/companies/settings.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { companyIdentity } from '../../projections/companies/queries.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import type { Services } from '../services.ts';
import { companyConflict } from './details.ts';
import { Settings, SettingsBody, settingValues } from './settings.ts';

const PATH = '/v1/companies/{company}/settings';

export const settingsRoutes = [
  route({
    method: 'get',
    path: PATH,
    area: 'companies',
    summary: 'The settings of a company file',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    replies: { 200: Settings },
    handle: ({ company, services }) => answer(services, company.id),
  }),
  route({
    method: 'patch',
    path: PATH,
    area: 'companies',
    summary: 'Change settings: what the body names is merged into what is there',
    ability: 'write',
    role: 'manager',
    demo: 'allowed',
    body: SettingsBody,
    alsoWrong: {
      standIns: {},
      judge: ({ services, company }, body) =>
        refusalOf(services, 'company', company.id, {
          type: 'ChangeCompanySettings',
          changes: settingValues(body),
          baseVersion: null,
        }),
    },
    example: ({ next }) => ({ body: { legal: { rpm_district: `District ${next()}` } } }),
    replies: { 200: Settings },
    errorCodes: ['conflict'],
    async handle(request) {
      const { body, company, services, write } = request;
      const changes = settingValues(body);
      const command = { type: 'ChangeCompanySettings', changes, baseVersion: write.baseVersion } as const;
      const outcome = await changeCompanyFile(services, company, command, write);
      if (isRefusal(outcome)) return companyConflict(request, company.id, outcome);
      return answer(services, company.id, outcome.position !== null);
    },
  }),
];

/** The version is the company file's: its settings are part of it. */
async function answer({ pool }: Services, companyId: number, recorded = false) {
  const row = await companyIdentity(pool, companyId);
  return row ? ok(settingsTree(row.settings), { version: row.version, recorded }) : refuse('not_found');
}
