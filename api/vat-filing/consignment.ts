import { z } from 'zod';
import { invalid, type Problem } from '../../domain/refusal.ts';
import { returnConsignment, type ConsignedReturn } from '../../domain/vat-filing/intervat-return.ts';
import { writeXml } from '../../domain/xml.ts';
import { companiesByIds } from '../../projections/companies/queries.ts';
import { returnsOfFirm, type ReturnOfFirm } from '../../projections/vat-filing/companies.ts';
import { id, list } from '../http/input/fields.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { todayOfTheBooks } from '../http/reply/time.ts';
import { ONE } from '../vat-declarations/examples.ts';
import { XML_TYPE, xmlReply } from './return-files.ts';

/** As many as a firm files in one go. */
const MOST_RETURNS = 500;

type Request = Pick<RouteRequest, 'services' | 'caller' | 'firm'>;

/** Returns of company files that the caller sees, by their id: each could be had alone. Others are as if they were not. */
async function returnsSeen(
  { services, caller, firm }: Request,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReturnOfFirm>> {
  const rows = await returnsOfFirm(services.pool, firm.id, ids);
  const tokens = [...new Set(rows.map(({ public_token }) => public_token))];
  // From memory, but for files that nobody has opened since the start of the service.
  const seen = await Promise.all(tokens.map((token) => services.access.company(caller, token)));
  const visible = new Set(seen.flatMap((one) => (one ? [one.id] : [])));
  return new Map(rows.filter(({ company_id }) => visible.has(company_id)).map((row) => [row.id, row]));
}

export const consignmentRoute = route({
  area: 'vat',
  method: 'post',
  path: '/v1/firms/{firm}/vat/consignment',
  summary: 'Validated Belgian returns of several company files as one file for Intervat; nothing is recorded',
  ability: 'write',
  role: 'manager',
  demo: 'allowed',
  body: z.object({ declaration_ids: list(id(), { min: 1, max: MOST_RETURNS }) }),
  example: async ({ after }) => ({
    body: { declaration_ids: [(await after(`POST ${ONE}/validate`)).answer.id] },
  }),
  replies: { 200: z.string() },
  fileTypes: [XML_TYPE],
  async handle(request) {
    const { declaration_ids: ids } = request.body;
    const rows = await returnsSeen(request, ids);
    const companies = new Map(
      (await companiesByIds(request.services.pool, [...new Set([...rows.values()].map((row) => row.company_id))])).map(
        (company) => [company.id, company],
      ),
    );
    const problems: Problem[] = [];
    const returns = ids.flatMap((declarationId, index): readonly ConsignedReturn[] => {
      const field = `declaration_ids.${index}`;
      const filed = rows.get(declarationId);
      const company = filed && companies.get(filed.company_id);
      const code = problemOf(filed, company?.country_pack, ids.indexOf(declarationId) < index);
      if (code !== null || !filed || !company) {
        problems.push({ code: code ?? 'reference_unknown', field, params: { company: company?.name ?? '' } });
        return [];
      }
      return [{ company, filed, field }];
    });
    const content = writeXml(returnConsignment(returns, problems));
    return problems.length > 0
      ? invalid(problems)
      : xmlReply(content, `Intervat-${request.firm.publicToken}-${todayOfTheBooks()}`);
  },
});

function problemOf(filed: ReturnOfFirm | undefined, country: string | undefined, isRepeated: boolean): string | null {
  if (!filed) return 'reference_unknown';
  if (isRepeated) return 'consignment_repeated';
  if (country !== 'BE') return 'consignment_not_belgian';
  return filed.status === 'draft' ? 'declaration_not_validated' : null;
}
