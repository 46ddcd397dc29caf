import { z } from 'zod';
import {
  changeCompanyFile,
  refusalOfChange,
  type CompanyFileChanged,
} from '../../commands/companies/change-company-file.ts';
import { regimeChanges, regimeOn } from '../../domain/companies/vat-regimes.ts';
import { invalid, isRefusal, refuse, type Problem, type Refusal } from '../../domain/refusal.ts';
import { companiesByIds, trashedCompanies } from '../../projections/companies/queries.ts';
import { isPublicToken } from '../http/input/fields.ts';
import { noContent, ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { todayOfTheBooks } from '../http/reply/time.ts';
import { changesOf, CompanyPatch, withoutOwnLogo } from './body.ts';
import { Company, CompanyWithDetails, presentCompany } from './company.ts';
import { companyConflict, companyWithDetails } from './details.ts';

const ONE = '/v1/companies/{company}';
const common = { area: 'companies', ability: 'write', demo: 'allowed' } as const;

export const identityRoutes = [
  route({
    ...common,
    method: 'patch',
    path: ONE,
    summary: 'Change the identity of a company file',
    role: 'manager',
    body: CompanyPatch,
    alsoWrong: { standIns: {}, judge: refusalOfPatch },
    example: ({ next }) => ({ body: { name: `File ${next()}` } }),
    replies: { 200: CompanyWithDetails },
    errorCodes: ['conflict'],
    async handle(request) {
      const { company, services, write } = request;
      if ((await countryProblems(request, request.body)).length > 0)
        return (await refusalOfPatch(request, request.body))!;
      const changes = changesOf(await withoutOwnRegime(request, withoutOwnLogo(request.body, request.baseUrl)));
      const command = { type: 'UpdateCompanyFile', changes, baseVersion: write.baseVersion } as const;
      const outcome = await changeCompanyFile(services, company, command, write);
      // One of two streams has refused it: the other may have something against it too.
      const isPlain = isRefusal(outcome) && outcome.code === undefined;
      return answerWith(request, isPlain ? ((await refusalOfPatch(request, request.body)) ?? outcome) : outcome);
    },
  }),
  route({
    ...common,
    method: 'delete',
    path: ONE,
    summary: 'Move a company file to the recycle bin of its firm; nobody sees it until it is restored',
    whileMigrating: true,
    role: 'admin',
    demo: 'blocked',
    example: async ({ otherCompany }) => ({ company: await otherCompany() }),
    replies: { 204: null },
    hidesFile: true,
    errorCodes: ['conflict'],
    async handle(request) {
      const { company, services, write } = request;
      const command = { type: 'TrashCompanyFile', baseVersion: write.baseVersion } as const;
      const outcome = await changeCompanyFile(services, company, command, write);
      if (isRefusal(outcome)) return companyConflict(request, company.id, outcome);
      await services.access.takenNote(outcome.position);
      return noContent({ recorded: true, headers: { 'X-Trashed': '1' } });
    },
  }),
  route({
    method: 'get',
    path: '/v1/trash/companies',
    area: 'companies',
    summary: 'Company files in the recycle bin that the caller may restore',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    replies: { 200: z.array(Company) },
    async handle(request) {
      return ok((await trashedFor(request)).map((row) => presentCompany(row, request.services.signedUrls)));
    },
  }),
  route({
    ...common,
    method: 'post',
    path: '/v1/trash/companies/{token}/restore',
    summary: 'Bring a company file back from the recycle bin',
    role: 'any',
    demo: 'blocked',
    params: z.object({ token: z.string().refine(isPublicToken) }),
    example: async ({ after }) => ({ params: { token: (await after(`DELETE ${ONE}`)).company.token } }),
    replies: { 200: CompanyWithDetails },
    errorCodes: ['company_limit_reached'],
    async handle(request) {
      const { params, services, write } = request;
      const trashed = (await trashedFor(request)).find((row) => row.public_token === params.token);
      if (!trashed) return refuse('not_found');
      const file = { id: trashed.id, firmId: trashed.firm_id };
      const outcome = await changeCompanyFile(services, file, { type: 'RestoreCompanyFile' }, write);
      if (isRefusal(outcome)) return outcome;
      await services.access.takenNote(outcome.position);
      const shown = await companyWithDetails(request, trashed.id);
      return ok(shown, { version: shown.version, recorded: true });
    },
  }),
];

type Patch = z.output<typeof CompanyPatch>;
type PatchRequest = Pick<RouteRequest, 'services' | 'company'>;

/** All that is wrong with a change. */
async function refusalOfPatch(request: PatchRequest, body: Patch): Promise<Refusal | null> {
  const problems = await countryProblems(request, body);
  const changes = changesOf(await withoutOwnRegime(request, body));
  const refused = await refusalOfChange(request.services, request.company, changes);
  return problems.length === 0 ? refused : invalid([...problems, ...(refused?.problems ?? [])]);
}

/** Where the settings tell regimes by day, the one of today may be sent back, but not changed here. */
async function withoutOwnRegime(request: PatchRequest, body: Patch): Promise<Patch> {
  if (body.vat_regime === undefined) return body;
  const [row] = await companiesByIds(request.services.pool, [request.company.id]);
  const isOwn = regimeChanges(row!.settings).length > 0 && regimeOn(row!, todayOfTheBooks()) === body.vat_regime;
  const { vat_regime: _own, ...others } = body;
  return isOwn ? others : body;
}

async function countryProblems(request: PatchRequest, { country_pack }: Patch): Promise<readonly Problem[]> {
  const isOther = country_pack !== undefined && country_pack !== (await countryPackOf(request));
  return isOther ? [{ code: 'not_editable', field: 'country_pack' }] : [];
}

async function countryPackOf({ services, company }: Pick<RouteRequest, 'services' | 'company'>): Promise<string> {
  const [row] = await companiesByIds(services.pool, [company.id]);
  return row!.country_pack;
}

/** The file as it is after a change; a conflict shows it too. */
export async function answerWith(
  request: Pick<RouteRequest, 'services' | 'company' | 'language'>,
  outcome: CompanyFileChanged | Refusal,
) {
  if (isRefusal(outcome)) return companyConflict(request, request.company.id, outcome);
  const shown = await companyWithDetails(request, request.company.id);
  return ok(shown, { version: shown.version, recorded: outcome.position !== null });
}

/** Only the administrators of a firm see what lies in its bin; a file that stands alone is its owner's. */
function trashedFor({ services, caller }: Pick<RouteRequest, 'services' | 'caller'>) {
  const firmIds = services.access
    .membershipsOf(caller)
    .filter(({ role }) => role === 'admin')
    .map(({ firm_id }) => firm_id);
  const { userId, isPlatformAdmin } = caller;
  return trashedCompanies(services.pool, { userId, isPlatformAdmin, firmIds, companyIds: [] });
}
