import { refreshCompanySheet } from '../../commands/companies/refresh-sheet.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { loadCompaniesByIds } from '../../projections/companies/queries.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { Company, presentCompany } from './company.ts';
import { withServerCompany } from './details.ts';

export const sheetRoute = route({
  method: 'post',
  path: '/v1/companies/{company}/sheet/refresh',
  operationId: 'refreshCompanySheet',
  area: 'companies',
  summary: 'Update a company file from the public register',
  ability: 'write',
  role: 'manager',
  demo: 'blocked',
  replies: { 200: Company },
  errorCodes: [
    'conflict',
    'enterprise_number_missing',
    'enterprise_unknown',
    'register_not_configured',
    'register_unavailable',
  ],
  async handle(request) {
    const { services, company, write } = request;
    const toolbox = { ...services, register: services.directories.register };
    const outcome = await refreshCompanySheet(toolbox, company, write.baseVersion, write);
    if (isRefusal(outcome)) return withServerCompany(request, company.id, outcome);
    const [row] = await loadCompaniesByIds(services.pool, [company.id]);
    return ok(presentCompany(row!, services.signedUrls), {
      version: row!.version,
      recorded: outcome.position !== null,
    });
  },
});
