import { z } from 'zod';
import { refuse, refuseInvalid, collectValue, type Problem } from '../../domain/refusal.ts';
import { resolveFirmRepresentative } from '../../domain/vat-filing/filer.ts';
import { buildReturnConsignment, type ConsignedReturn } from '../../domain/vat-filing/intervat-return.ts';
import { writeXml } from '../../domain/xml.ts';
import { loadCompaniesByIds } from '../../projections/companies/queries.ts';
import { listFirms } from '../../projections/firms/queries.ts';
import { listFirmReturns, type ReturnOfFirm } from '../../projections/vat-filing/companies.ts';
import { id, list } from '../http/input/fields.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { getBookToday } from '../http/reply/time.ts';
import { ONE } from '../vat-declarations/examples.ts';
import { XML_TYPE, buildXmlReply } from './return-files.ts';

/** Maximum number of returns that a firm files at once. */
const MOST_RETURNS = 500;

type Request = Pick<RouteRequest, 'services' | 'caller' | 'firm'>;

/** Returns by id, limited to company files that the caller can see; others are treated as unknown. */
async function listVisibleReturns(
  { services, caller, firm }: Request,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReturnOfFirm>> {
  const rows = await listFirmReturns(services.pool, firm.id, ids);
  const tokens = [...new Set(rows.map(({ public_token }) => public_token))];
  // Served from memory, except for files not opened since the service started.
  const seen = await Promise.all(tokens.map((token) => services.access.findCompanyAccess(caller, token)));
  const visible = new Set(seen.flatMap((one) => (one ? [one.id] : [])));
  return new Map(rows.filter(({ company_id }) => visible.has(company_id)).map((row) => [row.id, row]));
}

/** Details that a firm needs to file for its clients. */
const REPRESENTATIVE = {
  enterprise_number: '0477.472.701',
  address: 'Rue Haute 12',
  postal_code: '1000',
  city: 'Bruxelles',
  email: 'tva@fiduciaire.example',
  phone: '+32 2 123 45 67',
};

export const consignmentRoute = route({
  area: 'vat',
  method: 'post',
  path: '/v1/firms/{firm}/vat/consignment',
  summary:
    'Combine validated Belgian returns of several company files into one Intervat file, with the firm as representative',
  ability: 'write',
  role: 'manager',
  demo: 'allowed',
  body: z.object({ declaration_ids: list(id(), { min: 1, max: MOST_RETURNS }) }),
  example: async ({ after }) => {
    await after('PATCH /v1/firms/{firm}', { body: REPRESENTATIVE });
    return { body: { declaration_ids: [(await after(`POST ${ONE}/validate`)).answer.id] } };
  },
  replies: { 200: z.string() },
  fileTypes: [XML_TYPE],
  async handle(request) {
    const { declaration_ids: ids } = request.body;
    const rows = await listVisibleReturns(request, ids);
    const companies = new Map(
      (
        await loadCompaniesByIds(request.services.pool, [...new Set([...rows.values()].map((row) => row.company_id))])
      ).map((company) => [company.id, company]),
    );
    const problems: Problem[] = [];
    const returns = ids.flatMap((declarationId, index): readonly ConsignedReturn[] => {
      const field = `declaration_ids.${index}`;
      const filed = rows.get(declarationId);
      const company = filed && companies.get(filed.company_id);
      const code = findProblem(filed, company?.country_pack, ids.indexOf(declarationId) < index);
      if (code !== null || !filed || !company) {
        problems.push({ code: code ?? 'reference_unknown', field, params: { company: company?.name ?? '' } });
        return [];
      }
      return [{ company, filed, field }];
    });
    if (problems.length > 0) return refuseInvalid(problems);
    const [firm] = await listFirms(request.services.pool, [request.firm.id]);
    if (!firm) return refuse('not_found');
    const consignment = collectValue(buildReturnConsignment(returns, resolveFirmRepresentative(firm)), problems);
    return problems.length > 0
      ? refuseInvalid(problems)
      : buildXmlReply(writeXml(consignment), `Intervat-${request.firm.publicToken}-${getBookToday()}`);
  },
});

function findProblem(filed: ReturnOfFirm | undefined, country: string | undefined, isRepeated: boolean): string | null {
  if (!filed) return 'reference_unknown';
  if (isRepeated) return 'consignment_repeated';
  if (country !== 'BE') return 'consignment_not_belgian';
  return filed.status === 'draft' ? 'declaration_not_validated' : null;
}
