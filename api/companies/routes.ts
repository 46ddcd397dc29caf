import { z } from 'zod';
import { openCompanyFile, refusalOfOpening } from '../../commands/companies/open-company-file.ts';
import type { Language } from '../../domain/language.ts';
import { companyRequestProblems } from '../../domain/companies/company.ts';
import { invalid, isRefusal, refuse, type Problem, type Refusal } from '../../domain/refusal.ts';
import { listCompanies } from '../../projections/companies/queries.ts';
import type { Caller } from '../http/routing/access.ts';
import { created, ok } from '../http/reply/reply.ts';
import { route, type JudgedRequest, type WrongFields } from '../http/routing/route.ts';
import { todayOfTheBooks } from '../http/reply/time.ts';
import { manages } from '../identity/user.ts';
import type { Services } from '../services.ts';
import { completed, NewCompany, ReadableCompany, requestOf, withoutOwnLogo } from './body.ts';
import { Company, CompanyWithDetails, presentCompany } from './company.ts';
import { companyAtMoment, companyWithDetails } from './details.ts';

export const companyRoutes = [
  route({
    method: 'get',
    path: '/v1/companies',
    area: 'companies',
    summary: 'Company files that the caller may see',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    replies: { 200: z.array(Company) },
    async handle({ caller, services, language }) {
      const rows = await listCompanies(services.pool, services.access.viewer(caller));
      // As people look names up: accents and capitals set nothing apart, and 2 comes before 10.
      const { compare } = new Intl.Collator(language, { numeric: true });
      return ok(
        [...rows]
          .sort((left, right) => compare(left.name, right.name) || left.id - right.id)
          .map((row) => presentCompany(row, services.signedUrls)),
      );
    },
  }),
  route({
    method: 'post',
    path: '/v1/companies',
    area: 'companies',
    summary: 'Open a company file with its chart of accounts, VAT codes, journals and first fiscal year',
    ability: 'write',
    role: 'manager',
    demo: 'blocked',
    body: NewCompany,
    alsoWrong: {
      standIns: {},
      schema: ReadableCompany,
      judge: refusalOfReadable,
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
      const firm = await firmFor(body.firm, caller, services);
      if (isRefusal(firm))
        return withOthers(firm, companyRequestProblems(requestOf(body, language, todayOfTheBooks())));
      const outcome = await openCompanyFile(
        services,
        requestOf(withoutOwnLogo(body, baseUrl), firm?.locale ?? language, todayOfTheBooks()),
        { firmId: firm?.id ?? null, userId: caller.userId },
        write,
      );
      if (isRefusal(outcome)) return outcome;
      await services.access.takenNote(outcome.rightsChangedAt ?? null);
      return created(await companyWithDetails(request, outcome.companyId), { version: 1 });
    },
  }),
  route({
    method: 'get',
    path: '/v1/companies/{company}',
    area: 'companies',
    summary: 'A company file with its fiscal years, periods and journals',
    whileMigrating: true,
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    replies: { 200: CompanyWithDetails },
    async handle(request) {
      const body = await companyAtMoment(request, request.company.id);
      if (!body) return refuse('not_found');
      return ok(body, { version: body.version, showsMore: true });
    },
  }),
];

/** What is wrong with the rest of a body with wrong fields. */
async function refusalOfReadable(
  { caller, services, language }: JudgedRequest,
  body: z.output<typeof ReadableCompany>,
  wrong: WrongFields,
): Promise<Refusal | null> {
  const request = requestOf(completed(body), language, todayOfTheBooks());
  const firm = wrong.has('firm') ? null : await firmFor(body.firm, caller, services);
  const refused = isRefusal(firm)
    ? withOthers(firm, companyRequestProblems(request))
    : await refusalOfOpening(services, request, firm?.id ?? null);
  // Without the country, nobody knows whose rules its numbers follow.
  if (!refused || !wrong.has('country_pack')) return refused;
  const problems = refused.problems.filter(({ field }) => !OF_THE_COUNTRY.has(field ?? ''));
  return problems.length === 0 ? null : { ...refused, problems };
}

const OF_THE_COUNTRY = new Set(['enterprise_number', 'vat_number', 'legal_form_code']);

/** What is wrong with the firm together with what is wrong with the file; whoever may not open one there learns only that. */
const withOthers = (refused: Refusal, problems: readonly Problem[]): Refusal =>
  refused.code === undefined ? invalid([...refused.problems, ...problems]) : refused;

/** The firm that the file goes to: the one named, or without a word the only one that the caller manages; null = none. */
async function firmFor(
  token: string | null | undefined,
  caller: Caller,
  { access }: Services,
): Promise<{ id: number; locale: Language } | null | Refusal> {
  if (token) {
    const firm = await access.firm(caller, token);
    if (!firm) return invalid([{ code: 'firm_unknown', field: 'firm' }]);
    return firm.role === 'admin' || firm.role === 'manager' ? firm : refuse('role_too_low');
  }
  const memberships = access.membershipsOf(caller);
  const managed = memberships.filter(manages);
  if (managed.length === 0 && memberships.length > 0) return refuse('role_too_low');
  if (token === null || managed.length === 0) return null;
  if (managed.length > 1) return invalid([{ code: 'firm_required', field: 'firm' }]);
  return { id: managed[0]!.firm_id, locale: managed[0]!.locale };
}
