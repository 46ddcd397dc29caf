import { mergeReceived } from '../../domain/bridge/received-fields.ts';
import { MIRRORED_COMPANY_FIELDS } from '../../domain/bridge/mirrored-company.ts';
import type { RefusedPart, ReceivedFields } from '../../domain/bridge/bridge-events.ts';
import { findCompanyRequestProblems } from '../../domain/companies/company.ts';
import type { CompanyRequest } from '../../domain/companies/opening.ts';
import { findCountryPack } from '../../domain/country-packs/index.ts';
import { isSameJson } from '../../domain/json.ts';
import type { Language } from '../../domain/language.ts';
import { isRefusal, refuse, type Problem, type Refusal } from '../../domain/refusal.ts';
import type { PlatformCompany } from '../../outside/bridge/platform.ts';
import {
  listCompaniesByExternalId,
  listUnlinkedCompanies,
  type LinkedCompany,
} from '../../projections/bridge/queries.ts';
import { openCompanyFile } from '../companies/open-company-file.ts';
import type { CommandContext } from '../support/context.ts';
import { runExclusively } from '../support/advisory-lock.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Updates a company file to the data of the external platform, or opens it. */

export interface MirroredCompany {
  /** Null if it was not accepted. */
  readonly companyId: number | null;
  readonly isNew: boolean;
  readonly isRecorded: boolean;
  readonly isOutdated: boolean;
  readonly refused: readonly RefusedPart[];
  /** Why it was not accepted. */
  readonly refusal?: Refusal;
}

export interface CompanyOwner {
  readonly firmId: number;
  readonly language: Language;
  /** Determines the first fiscal year if the platform gives none; YYYY-MM-DD. */
  readonly today: string;
}

export async function mirrorCompany(
  toolbox: Toolbox,
  owner: CompanyOwner,
  company: PlatformCompany,
  context: CommandContext,
  found?: LinkedCompany,
): Promise<MirroredCompany> {
  const there = found ?? (await findLinked(toolbox, company));
  if (there) return mirrorKnownCompany(toolbox, owner, company, there, context);
  // Ids of the platform are unique: a concurrent request with the same id waits, and then finds the file.
  return runExclusively(toolbox.pool, `external company ${company.external_id}`, async () => {
    await toolbox.commands.waitForProjections();
    const meanwhile = await findLinked(toolbox, company);
    if (meanwhile) return mirrorKnownCompany(toolbox, owner, company, meanwhile, context);
    const same = await findSameEnterprise(toolbox, owner, company);
    return same === null ? openMirrored(toolbox, owner, company, context) : mirrorInto(toolbox, company, same, context);
  });
}

const findLinked = async ({ pool }: Toolbox, { external_id }: PlatformCompany): Promise<LinkedCompany | undefined> =>
  (await listCompaniesByExternalId(pool, [external_id]))[0];

/** Whether a known file already has the data of the platform. */
export const isUpToDate = ({ told, told_revision }: LinkedCompany, company: PlatformCompany): boolean =>
  told !== null &&
  (company.revision ?? told_revision) === told_revision &&
  isSameJson(mergeReceived(toTold(company), told), told);

async function mirrorKnownCompany(
  toolbox: Toolbox,
  { firmId }: CompanyOwner,
  company: PlatformCompany,
  there: LinkedCompany,
  context: CommandContext,
): Promise<MirroredCompany> {
  if (there.firm_id !== firmId) return refuseCompany(company, refuse('company_of_other_firm'));
  // Registered but not opened yet: a job opens it from the data received then.
  if (!there.is_open) return { companyId: there.id, isNew: false, isRecorded: false, isOutdated: false, refused: [] };
  if (there.is_trashed) return refuseCompany(company, refuse('company_in_bin'));
  return mirrorInto(toolbox, company, there.id, context);
}

async function mirrorInto(
  { commands }: Toolbox,
  company: PlatformCompany,
  companyId: number,
  context: CommandContext,
): Promise<MirroredCompany> {
  const { external_id: externalId } = company;
  const revision = company.revision ?? null;
  const command = { type: 'MirrorCompanyFile', externalId, revision, told: toTold(company) } as const;
  const outcome = await commands.execute('company', companyId, command, context);
  if (isRefusal(outcome)) return refuseCompany(company, outcome);
  const { mirror } = outcome.state;
  const isOutdated = revision !== null && mirror?.revision !== undefined && revision < mirror.revision;
  const isRecorded = outcome.events.length > 0;
  return { companyId, isNew: false, isRecorded, isOutdated, refused: mirror?.refused ?? [] };
}

/** A file of the same firm that was opened here for the same enterprise is linked; with two of them it would be ambiguous. */
async function findSameEnterprise(
  { pool }: Toolbox,
  { firmId }: CompanyOwner,
  { enterprise_number, country_pack }: PlatformCompany,
): Promise<number | null> {
  const number =
    enterprise_number && findCountryPack(country_pack ?? 'BE')?.enterpriseNumber.normalise(enterprise_number);
  if (!number) return null;
  const found = await listUnlinkedCompanies(pool, firmId, number);
  return found.length === 1 ? found[0]! : null;
}

async function openMirrored(
  toolbox: Toolbox,
  owner: CompanyOwner,
  company: PlatformCompany,
  context: CommandContext,
): Promise<MirroredCompany> {
  const { request, refused } = dropInvalidParts(toCompanyRequest(company, owner), company);
  const opened = await openWithFreeCode(toolbox, owner, request, context);
  if (isRefusal(opened)) return refuseCompany(company, opened);
  return { companyId: opened.companyId, isNew: true, isRecorded: true, isOutdated: false, refused };
}

/** Retries without the code if another file of the firm has it. */
async function openWithFreeCode(
  toolbox: Toolbox,
  { firmId }: CompanyOwner,
  request: CompanyRequest,
  context: CommandContext,
): Promise<{ readonly companyId: number } | Refusal> {
  const opened = await openCompanyFile(toolbox, request, { firmId, userId: null }, context);
  if (!isRefusal(opened) || !opened.problems.some(({ code }) => code === 'code_taken')) return opened;
  const uncoded = { ...request, details: { ...request.details, code: null } };
  return openCompanyFile(toolbox, uncoded, { firmId, userId: null }, context);
}

/** The request without its invalid parts. */
function dropInvalidParts(
  request: CompanyRequest,
  { external_id }: PlatformCompany,
): { readonly request: CompanyRequest; readonly refused: readonly RefusedPart[] } {
  const problems = findCompanyRequestProblems(request);
  const wrong = new Set(problems.map(({ field }) => field));
  const details = Object.fromEntries(
    Object.entries(request.details).map(([name, value]) => [name, wrong.has(name) ? null : value]),
  ) as CompanyRequest['details'];
  const year = `${request.fiscalYear.starts_on.slice(0, 4)}`;
  const isYearWrong = problems.some(({ field }) => field?.startsWith('fiscal_year.'));
  const refused = problems.map((problem) => toRefusedPart(external_id, problem));
  return {
    refused,
    request: {
      ...request,
      details: { ...details, vat_regime: details.vat_regime ?? 'quarterly' },
      fiscalYear: isYearWrong
        ? { code: null, starts_on: `${year}-01-01`, ends_on: `${year}-12-31` }
        : request.fiscalYear,
      external: { ...request.external!, refused },
    },
  };
}

const toRefusedPart = (external_id: string, { field, code }: Problem): RefusedPart => ({
  resource: 'companies',
  external_id,
  field: field ?? null,
  code,
});

function toCompanyRequest(company: PlatformCompany, { language, today }: CompanyOwner): CompanyRequest {
  const { external_id: externalId, revision, country_pack, vat_regime, locale, fiscal_year } = company;
  const pack = country_pack ?? 'BE';
  const none = { latitude: null, longitude: null, nace_codes: [], main_nace_code: null, logo_url: null };
  const year = today.slice(0, 4);
  return {
    details: {
      ...none,
      code: company.code ?? null,
      name: company.name,
      country_pack: pack,
      vat_regime: vat_regime ?? 'quarterly',
      locale: locale ?? language,
      country: company.country ?? pack,
      legal_form: company.legal_form ?? null,
      legal_form_code: company.legal_form_code ?? null,
      enterprise_number: company.enterprise_number ?? null,
      vat_number: company.vat_number ?? null,
      address: company.address ?? null,
      street: company.street ?? null,
      house_number: company.house_number ?? null,
      box: company.box ?? null,
      postal_code: company.postal_code ?? null,
      city: company.city ?? null,
    },
    fiscalYear: fiscal_year
      ? { code: fiscal_year.code ?? null, starts_on: fiscal_year.starts_on, ends_on: fiscal_year.ends_on }
      : { code: null, starts_on: `${year}-01-01`, ends_on: `${year}-12-31` },
    banks: [],
    external: { externalId, revision: revision ?? null, told: toTold(company) },
  };
}

/** Data of the platform by field; omitted fields are unchanged, and name and country can never be emptied. */
function toTold(company: PlatformCompany): ReceivedFields {
  const told = MIRRORED_COMPANY_FIELDS.flatMap((name) => {
    const value = company[name];
    const isNeeded = name === 'name' || name === 'country';
    return value === undefined || (value === null && isNeeded) ? [] : [[name, value] as const];
  });
  return Object.fromEntries(told);
}

function refuseCompany({ external_id }: PlatformCompany, refusal: Refusal): MirroredCompany {
  const refused = refusal.problems.map((problem) => toRefusedPart(external_id, problem));
  return { companyId: null, isNew: false, isRecorded: false, isOutdated: false, refused, refusal };
}
