import { z } from 'zod';
import { listCompanyMembers } from '../../projections/firms/queries.ts';
import { pickLowerRole } from '../access/rights.ts';
import { ROLES } from '../http/routing/access.ts';
import { recordId } from '../http/reply/output.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';

const CompanyMember = z
  .object({
    id: recordId,
    name: z.string(),
    email: z.string(),
    role: z.enum(ROLES).meta({ description: 'Effective role of the member in this file' }),
    firm_role: z.enum(ROLES),
    company_role: z.enum(ROLES).nullable(),
    is_active: z.boolean(),
  })
  .meta({ id: 'CompanyMember' });

export const membersRoute = route({
  method: 'get',
  path: '/v1/companies/{company}/members',
  operationId: 'listCompanyMembers',
  area: 'companies',
  summary: 'List the members with access to the company file, with their roles',
  showsNow: 'rights are always the current ones',
  ability: 'read',
  role: 'any',
  demo: 'allowed',
  replies: { 200: z.array(CompanyMember) },
  async handle({ services, company }) {
    const members = await listCompanyMembers(services.pool, company.id);
    return ok(
      members.map(({ id, name, email, role, company_role, is_active }) => ({
        id,
        name,
        email,
        role: pickLowerRole(role, company_role),
        firm_role: role,
        company_role,
        is_active,
      })),
    );
  },
});
