import { changeCompanyFile } from '../../commands/companies/change-company-file.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { LOGO_ERRORS, LOGO_EXAMPLE, LOGO_UPLOAD, storeLogo } from '../files/logos.ts';
import { noContent } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { CompanyWithDetails } from './company.ts';
import { withServerCompany } from './details.ts';
import { respondWithCompany } from './identity-routes.ts';
const common = {
  path: '/v1/companies/{company}/logo',
  area: 'companies',
  ability: 'write',
  role: 'manager',
  demo: 'allowed',
} as const;

export const companyLogoRoutes = [
  route({
    ...common,
    method: 'put',
    operationId: 'putCompanyLogo',
    summary: 'Set the logo of a company file: PNG, JPEG, WebP or SVG, 2 MB at most; an icon is made from it',
    heavy: 'always',
    upload: LOGO_UPLOAD,
    example: LOGO_EXAMPLE,
    replies: { 200: CompanyWithDetails },
    errorCodes: [...LOGO_ERRORS, 'conflict'],
    async handle(request) {
      const { services, company, write } = request;
      const stored = await storeLogo(request.files[0]!, services.files);
      if (isRefusal(stored)) return stored;
      const changes = { logo_file: stored.logo, icon_file: stored.icon };
      const command = { type: 'UpdateCompanyFile', changes, baseVersion: write.baseVersion } as const;
      return respondWithCompany(request, await changeCompanyFile(services, company, command, write));
    },
  }),
  route({
    ...common,
    method: 'delete',
    operationId: 'deleteCompanyLogo',
    summary: 'Remove the logo of the company file, uploaded or linked',
    replies: { 204: null },
    errorCodes: ['conflict'],
    async handle(request) {
      const { services, company, write } = request;
      const changes = { logo_file: null, icon_file: null, logo_url: null };
      const command = { type: 'UpdateCompanyFile', changes, baseVersion: write.baseVersion } as const;
      const outcome = await changeCompanyFile(services, company, command, write);
      if (isRefusal(outcome)) return withServerCompany(request, company.id, outcome);
      return noContent({ recorded: outcome.position !== null });
    },
  }),
];
