import { z } from 'zod';
import { openCompanyFile, findOpeningRefusal } from '../../commands/companies/open-company-file.ts';
import type { Language } from '../../domain/language.ts';
import { findCompanyRequestProblems } from '../../domain/companies/company.ts';
import { refuseInvalid, isRefusal, refuse, type Problem, type Refusal } from '../../domain/refusal.ts';
import { listCompanies } from '../../projections/companies/queries.ts';
import { choice } from '../http/input/fields.ts';
import { HELD_AT_ONCE, replyWithArray } from '../http/reply/array-reply.ts';
import type { Caller } from '../http/routing/access.ts';
import { created, ok } from '../http/reply/reply.ts';
import { route, type JudgedRequest, type WrongFields } from '../http/routing/route.ts';
import { getBookToday } from '../http/reply/time.ts';
import { canManageFirm } from '../identity/user.ts';
import type { Services } from '../services.ts';
import { completeCompanyBody, NewCompany, ReadableCompany, toCompanyRequest, withoutOwnLogo } from './body.ts';
import { CompanyWithDetails, ListedCompany, presentCompany } from './company.ts';
import { findCompanyWithDetails, readCompaniesWithDetails, readCompanyWithDetails } from './details.ts';

export const companyRoutes = [
  route({
    method: 'get',
    path: '/v1/companies',
    area: 'companies',
    summary: 'List company files that the caller can see, with their fiscal years and journals',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    query: z.object({
      fields: choice(['all', 'summary'])
        .optional()
        .meta({ description: '`summary` leaves out `fiscal_years` and `journals`. Default: `all`.' }),
    }),
    replies: { 200: z.array(ListedCompany) },
    async handle(request) {
      const { caller, services, language, query } = request;
      const rows = await listCompanies(services.pool, services.access.toViewer(caller));
      // Natural sorting: accents and case are ignored, and 2 comes before 10.
      const { compare } = new Intl.Collator(language, { numeric: true });
      const sorted = [...rows].sort((left, right) => compare(left.name, right.name) || left.id - right.id);
      if (query.fields === 'summary') return ok(sorted.map((row) => presentCompany(row, services.signedUrls)));
      const batches = readCompaniesWithDetails(request, sorted);
      if (sorted.length > HELD_AT_ONCE) return replyWithArray(batches);
      const shown: unknown[] = [];
      for await (const batch of batches) shown.push(...batch);
      return ok(shown);
    },
  }),
  route({
    method: 'post',
    path: '/v1/companies',
    area: 'companies',
    summary: 'Create a company file with its chart of accounts, VAT codes, journals and first fiscal year',
    ability: 'write',
    role: 'manager',
    demo: 'blocked',
    body: NewCompany,
    alsoWrong: {
      standIns: {},
      schema: ReadableCompany,
      findRefusal: findReadableRefusal,
    },
    example: ({ firm, next }) => ({
      body: {
        firm: firm.token,
        code: `FILE-${next()}`,
        name: `File ${next()}`,
        enterprise_number: '0477472701',
        fiscal_year: { starts_on: '2026-01-01', ends_on: '2026-12-31' },
      },
    }),
    replies: { 201: CompanyWithDetails },
    async handle(request) {
      const { body, caller, services, language, write, baseUrl } = request;
      const firm = await resolveFirm(body.firm, caller, services);
      if (isRefusal(firm))
        return withFileProblems(firm, findCompanyRequestProblems(toCompanyRequest(body, language, getBookToday())));
      const outcome = await openCompanyFile(
        services,
        toCompanyRequest(withoutOwnLogo(body, baseUrl), firm?.locale ?? language, getBookToday()),
        { firmId: firm?.id ?? null, userId: caller.userId },
        write,
      );
      if (isRefusal(outcome)) return outcome;
      await services.access.waitUntilApplied(outcome.rightsChangedAt ?? null);
      return created(await readCompanyWithDetails(request, outcome.companyId), { version: 1 });
    },
  }),
  route({
    method: 'get',
    path: '/v1/companies/{company}',
    area: 'companies',
    summary: 'Get a company file with its fiscal years, periods and journals',
    whileMigrating: true,
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    replies: { 200: CompanyWithDetails },
    async handle(request) {
      const body = await findCompanyWithDetails(request, request.company.id);
      if (!body) return refuse('not_found');
      return ok(body, { version: body.version, showsMore: true });
    },
  }),
];

/** Checks the remaining fields of an invalid body. */
async function findReadableRefusal(
  { caller, services, language }: JudgedRequest,
  body: z.output<typeof ReadableCompany>,
  wrong: WrongFields,
): Promise<Refusal | null> {
  const request = toCompanyRequest(completeCompanyBody(body), language, getBookToday());
  const firm = wrong.hasField('firm') ? null : await resolveFirm(body.firm, caller, services);
  const refused = isRefusal(firm)
    ? withFileProblems(firm, findCompanyRequestProblems(request))
    : await findOpeningRefusal(services, request, firm?.id ?? null);
  // Without the country, the rules for its numbers are unknown.
  if (!refused || !wrong.hasField('country_pack')) return refused;
  const problems = refused.problems.filter(({ field }) => !OF_THE_COUNTRY.has(field ?? ''));
  return problems.length === 0 ? null : { ...refused, problems };
}

const OF_THE_COUNTRY = new Set(['enterprise_number', 'vat_number', 'legal_form_code']);

/** Combines problems of the firm and of the file. A caller without the right to create files there sees only that refusal. */
const withFileProblems = (refused: Refusal, problems: readonly Problem[]): Refusal =>
  refused.code === undefined ? refuseInvalid([...refused.problems, ...problems]) : refused;

/** The firm of the new file: the requested one, or by default the only one that the caller manages; null for none. */
async function resolveFirm(
  token: string | null | undefined,
  caller: Caller,
  { access }: Services,
): Promise<{ id: number; locale: Language } | null | Refusal> {
  if (token) {
    const firm = await access.findFirmAccess(caller, token);
    if (!firm) return refuseInvalid([{ code: 'firm_unknown', field: 'firm' }]);
    return firm.role === 'admin' || firm.role === 'manager' ? firm : refuse('role_too_low');
  }
  const memberships = access.getMemberships(caller);
  const managed = memberships.filter(canManageFirm);
  if (managed.length === 0 && memberships.length > 0) return refuse('role_too_low');
  if (token === null || managed.length === 0) return null;
  if (managed.length > 1) return refuseInvalid([{ code: 'firm_required', field: 'firm' }]);
  return { id: managed[0]!.firm_id, locale: managed[0]!.locale };
}
