import { z } from 'zod';
import { openCompanyFile } from '../../commands/companies/open-company-file.ts';
import { NACE_CLASSIFICATIONS, VAT_REGIMES, type CompanyRequest } from '../../domain/companies/company.ts';
import { journals } from '../../domain/journals/journal.ts';
import { LANGUAGES, type Language } from '../../domain/language.ts';
import { invalid, isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { companiesByIds, listCompanies } from '../../projections/companies/queries.ts';
import { fiscalYearsOf } from '../../projections/fiscal-years/queries.ts';
import { listRecords } from '../../projections/records/queries.ts';
import type { Caller } from '../http/access.ts';
import { choice, date, list, number, publicTokenField, text } from '../http/fields.ts';
import { created, ok } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { manages } from '../auth/user.ts';
import { presentRecord } from '../records/present.ts';
import { formattedText } from '../records/schemas.ts';
import type { Services } from '../services.ts';
import { Company, CompanyWithDetails, presentCompany, presentCompanyWithDetails } from './company.ts';

const optional = (max: number) => text(max).nullish();

const NewCompany = z.object({
  firm: publicTokenField().nullish(),
  country_pack: choice(['BE', 'FR', 'LU']).nullish(),
  code: formattedText(20, 'company_code').nullish(),
  name: text(200),
  enterprise_number: optional(30),
  vat_number: optional(30),
  legal_form: optional(100),
  legal_form_code: optional(20),
  address: optional(300),
  logo_url: formattedText(500, 'url').nullish(),
  vat_regime: choice(VAT_REGIMES).nullish(),
  locale: choice(LANGUAGES).nullish(),
  street: optional(200),
  house_number: optional(20),
  box: optional(20),
  postal_code: optional(20),
  city: optional(100),
  country: formattedText(2, 'country').nullish(),
  latitude: number({ min: -90, max: 90 }).nullish(),
  longitude: number({ min: -180, max: 180 }).nullish(),
  nace_codes: list(z.object({ code: text(20), classification: choice(NACE_CLASSIFICATIONS).nullish() }), {
    max: 100,
  }).nullish(),
  main_nace_code: optional(20),
  fiscal_year: z.object({ code: text(10).nullish(), starts_on: date(), ends_on: date() }),
  banks: list(
    z.object({ code: formattedText(6, 'code'), label: text(200), iban: formattedText(42, 'iban').nullish() }),
    { max: 50 },
  ).nullish(),
});

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
      const firmIds = services.access
        .membershipsOf(caller)
        .filter((membership) => membership.all_companies)
        .map(({ firm_id }) => firm_id);
      const rows = await listCompanies(services.pool, {
        userId: caller.userId,
        isPlatformAdmin: caller.isPlatformAdmin,
        firmIds,
      });
      // As people look names up: accents and capitals set nothing apart, and 2 comes before 10.
      const { compare } = new Intl.Collator(language, { numeric: true });
      return ok(
        [...rows]
          .sort((left, right) => compare(left['name'] as string, right['name'] as string) || left.id - right.id)
          .map(presentCompany),
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
    replies: { 201: CompanyWithDetails },
    async handle({ body, caller, services, language, write }) {
      const firm = await firmFor(body.firm, caller, services);
      if (isRefusal(firm)) return firm;
      const outcome = await openCompanyFile(
        services,
        requestOf(body, firm?.locale ?? language),
        { firmId: firm?.id ?? null, userId: caller.userId },
        write,
      );
      return isRefusal(outcome)
        ? outcome
        : created(await companyWithDetails(services, outcome.companyId, language), { version: 1 });
    },
  }),
  route({
    method: 'get',
    path: '/v1/companies/{company}',
    area: 'companies',
    summary: 'A company file with its fiscal years, periods and journals',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    replies: { 200: CompanyWithDetails },
    async handle({ company, services, language }) {
      const body = await companyWithDetails(services, company.id, language);
      return ok(body, { version: body.version, showsMore: true });
    },
  }),
];

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

function requestOf(body: z.output<typeof NewCompany>, locale: Language): CompanyRequest {
  const countryPack = body.country_pack ?? 'BE';
  return {
    details: {
      code: body.code ?? null,
      name: body.name,
      country_pack: countryPack,
      legal_form: body.legal_form ?? null,
      legal_form_code: body.legal_form_code ?? null,
      enterprise_number: body.enterprise_number ?? null,
      vat_number: body.vat_number ?? null,
      vat_regime: body.vat_regime ?? 'quarterly',
      locale: body.locale ?? locale,
      address: body.address ?? null,
      street: body.street ?? null,
      house_number: body.house_number ?? null,
      box: body.box ?? null,
      postal_code: body.postal_code ?? null,
      city: body.city ?? null,
      country: body.country ?? countryPack,
      latitude: body.latitude?.toFixed(7) ?? null,
      longitude: body.longitude?.toFixed(7) ?? null,
      nace_codes: (body.nace_codes ?? []).map(({ code, classification }) => ({
        code,
        classification: classification ?? 'SECO',
      })),
      main_nace_code: body.main_nace_code ?? null,
      logo_url: body.logo_url ?? null,
    },
    fiscalYear: {
      code: body.fiscal_year.code ?? null,
      starts_on: body.fiscal_year.starts_on,
      ends_on: body.fiscal_year.ends_on,
    },
    banks: (body.banks ?? []).map(({ code, label, iban }) => ({ code, label, iban: iban ?? null })),
  };
}

async function companyWithDetails({ pool }: Services, companyId: number, language: Language) {
  const [companies, years, journalRows] = await Promise.all([
    companiesByIds(pool, [companyId]),
    fiscalYearsOf(pool, companyId),
    listRecords(pool, journals, companyId, { equal: {}, search: null }),
  ]);
  return presentCompanyWithDetails(
    companies[0]!,
    years,
    journalRows.map((row) => presentRecord(journals, row, language)),
    language,
  );
}
