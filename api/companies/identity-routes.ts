import { z } from 'zod';
import {
  changeCompanyFile,
  findChangeRefusal,
  type CompanyFileChanged,
} from '../../commands/companies/change-company-file.ts';
import { getRegimeChanges, getRegimeOn } from '../../domain/companies/vat-regimes.ts';
import { refuseInvalid, isRefusal, refuse, type Problem, type Refusal } from '../../domain/refusal.ts';
import { loadCompaniesByIds, listTrashedCompanies } from '../../projections/companies/queries.ts';
import { listCompanyMembers } from '../../projections/firms/queries.ts';
import { isPublicToken } from '../http/input/fields.ts';
import { replyTrashed, ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { getBookToday } from '../http/reply/time.ts';
import { toCompanyChanges, CompanyPatch, withoutOwnLogo } from './body.ts';
import { Company, CompanyWithDetails, presentCompany } from './company.ts';
import { withServerCompany, readCompanyWithDetails } from './details.ts';

const ONE = '/v1/companies/{company}';
const common = { area: 'companies', ability: 'write', demo: 'allowed' } as const;

export const identityRoutes = [
  route({
    ...common,
    method: 'patch',
    path: '/v1/companies/{company}',
    summary: 'Change the identity of a company file',
    role: 'manager',
    body: CompanyPatch,
    alsoWrong: { standIns: {}, findRefusal: findPatchRefusal },
    example: ({ next }) => ({ body: { name: `File ${next()}` } }),
    replies: { 200: CompanyWithDetails },
    errorCodes: ['conflict'],
    async handle(request) {
      const { company, services, write } = request;
      if ((await findFieldProblems(request, request.body)).length > 0)
        return (await findPatchRefusal(request, request.body))!;
      const changes = toCompanyChanges(await withoutOwnRegime(request, withoutOwnLogo(request.body, request.baseUrl)));
      const command = { type: 'UpdateCompanyFile', changes, baseVersion: write.baseVersion } as const;
      const outcome = await changeCompanyFile(services, company, command, write);
      // One of two streams refused it; the other may have further objections.
      const isPlain = isRefusal(outcome) && outcome.code === undefined;
      return respondWithCompany(
        request,
        isPlain ? ((await findPatchRefusal(request, request.body)) ?? outcome) : outcome,
      );
    },
  }),
  route({
    ...common,
    method: 'delete',
    path: '/v1/companies/{company}',
    summary: 'Move a company file to the recycle bin of its firm; it is hidden until it is restored',
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
      if (isRefusal(outcome)) return withServerCompany(request, company.id, outcome);
      await services.access.waitUntilApplied(outcome.position, company.id);
      return replyTrashed();
    },
  }),
  route({
    method: 'get',
    path: '/v1/trash/companies',
    operationId: 'listTrashedCompanies',
    area: 'companies',
    summary: 'List trashed company files that the caller can restore',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    replies: { 200: z.array(Company) },
    async handle(request) {
      return ok((await listTrashedFiles(request)).map((row) => presentCompany(row, request.services.signedUrls)));
    },
  }),
  route({
    ...common,
    method: 'post',
    path: '/v1/trash/companies/{token}/restore',
    operationId: 'restoreCompany',
    summary: 'Restore a company file from the recycle bin',
    role: 'any',
    demo: 'blocked',
    params: z.object({ token: z.string().refine(isPublicToken) }),
    example: async ({ after }) => ({ params: { token: (await after(`DELETE ${ONE}`)).company.token } }),
    replies: { 200: CompanyWithDetails },
    errorCodes: ['company_limit_reached'],
    async handle(request) {
      const { params, services, write } = request;
      const trashed = (await listTrashedFiles(request)).find((row) => row.public_token === params.token);
      if (!trashed) return refuse('not_found');
      const file = { id: trashed.id, firmId: trashed.firm_id };
      const outcome = await changeCompanyFile(services, file, { type: 'RestoreCompanyFile' }, write);
      if (isRefusal(outcome)) return outcome;
      await services.access.waitUntilApplied(outcome.position, trashed.id);
      const shown = await readCompanyWithDetails(request, trashed.id);
      return ok(shown, { version: shown.version, recorded: true });
    },
  }),
];

type Patch = z.output<typeof CompanyPatch>;
type PatchRequest = Pick<RouteRequest, 'services' | 'company'>;

/** Collects every problem of a change. */
async function findPatchRefusal(request: PatchRequest, body: Patch): Promise<Refusal | null> {
  const problems = await findFieldProblems(request, body);
  const changes = toCompanyChanges(await withoutOwnRegime(request, body));
  const refused = await findChangeRefusal(request.services, request.company, changes);
  return problems.length === 0 ? refused : refuseInvalid([...problems, ...(refused?.problems ?? [])]);
}

/** If the settings define regimes by date, the current one may be sent back but not changed here. */
async function withoutOwnRegime(request: PatchRequest, body: Patch): Promise<Patch> {
  if (body.vat_regime === undefined) return body;
  const [row] = await loadCompaniesByIds(request.services.pool, [request.company.id]);
  const isOwn = getRegimeChanges(row!.settings).length > 0 && getRegimeOn(row!, getBookToday()) === body.vat_regime;
  const { vat_regime: _own, ...others } = body;
  return isOwn ? others : body;
}

/** Fields that a file keeps as long as it exists. */
const PERMANENT = ['country_pack', 'currency'] as const;

const findFieldProblems = async (request: PatchRequest, body: Patch): Promise<readonly Problem[]> => [
  ...(await findPermanentFieldProblems(request, body)),
  ...(await findResponsibleProblems(request, body)),
];

/** Members are in the stream of the firm, which a decision about the file does not read. */
async function findResponsibleProblems(
  { services, company }: PatchRequest,
  { responsible_id: userId }: Patch,
): Promise<readonly Problem[]> {
  if (typeof userId !== 'number') return [];
  const members = company.firmId === null ? [] : await listCompanyMembers(services.pool, company.id);
  const isMember = members.some(({ id, is_active }) => id === userId && is_active);
  return isMember ? [] : [{ code: 'responsible_not_member', field: 'responsible_id' }];
}

async function findPermanentFieldProblems(
  { services, company }: PatchRequest,
  body: Patch,
): Promise<readonly Problem[]> {
  if (PERMANENT.every((field) => body[field] === undefined)) return [];
  const [row] = await loadCompaniesByIds(services.pool, [company.id]);
  return PERMANENT.filter((field) => body[field] !== undefined && body[field] !== row![field]).map((field) => ({
    code: 'not_editable',
    field,
  }));
}

/** Responds with the company file after a change; a conflict includes it too. */
export async function respondWithCompany(
  request: Pick<RouteRequest, 'services' | 'company' | 'language'>,
  outcome: CompanyFileChanged | Refusal,
) {
  if (isRefusal(outcome)) return withServerCompany(request, request.company.id, outcome);
  const shown = await readCompanyWithDetails(request, request.company.id);
  return ok(shown, { version: shown.version, recorded: outcome.position !== null });
}

/** Only administrators of a firm see its trashed files; a file without a firm belongs to its owner. */
function listTrashedFiles({ services, caller }: Pick<RouteRequest, 'services' | 'caller'>) {
  const firmIds = services.access
    .getMemberships(caller)
    .filter(({ role }) => role === 'admin')
    .map(({ firm_id }) => firm_id);
  const { userId, isPlatformAdmin } = caller;
  return listTrashedCompanies(services.pool, { userId, isPlatformAdmin, firmIds, companyIds: [] });
}
