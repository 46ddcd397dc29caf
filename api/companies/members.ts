import { z } from 'zod';
import { membersOfCompany } from '../../projections/firms/queries.ts';
import { lower } from '../access/rights.ts';
import { ROLES } from '../http/routing/access.ts';
import { recordId } from '../http/reply/output.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';

const CompanyMember = z
  .object({
    id: recordId,
    name: z.string(),
    email: z.string(),
    role: z.enum(ROLES).meta({ description: 'What the member may do in this file' }),
    firm_role: z.enum(ROLES),
    company_role: z.enum(ROLES).nullable(),
    is_active: z.boolean(),
  })
  .meta({ id: 'CompanyMember' });

export const membersRoute = route({
  method: 'get',
  path: '/v1/companies/{company}/members',
  area: 'companies',
  summary: 'Who may see the company file, and with which role',
  showsNow: 'rights are those of now',
  ability: 'read',
  role: 'any',
  demo: 'allowed',
  replies: { 200: z.array(CompanyMember) },
  async handle({ services, company }) {
    const members = await membersOfCompany(services.pool, company.id);
    return ok(
      members.map(({ id, name, email, role, company_role, is_active }) => ({
        id,
        name,
        email,
        role: lower(role, company_role),
        firm_role: role,
        company_role,
        is_active,
      })),
    );
  },
});
