import { toldSoFar } from '../../domain/bridge/change-sentences.ts';
import { MIRRORED_COMPANY_FIELDS } from '../../domain/bridge/mirrored-company.ts';
import type { RefusedPart, Told } from '../../domain/bridge/bridge-events.ts';
import { companyRequestProblems } from '../../domain/companies/company.ts';
import type { CompanyRequest } from '../../domain/companies/opening.ts';
import { countryPack } from '../../domain/country-packs/index.ts';
import { sameJson } from '../../domain/json.ts';
import type { Language } from '../../domain/language.ts';
import { isRefusal, refuse, type Problem, type Refusal } from '../../domain/refusal.ts';
import type { PlatformCompany } from '../../outside/bridge/platform.ts';
import { companiesByExternalId, unlinkedOfEnterprise, type LinkedCompany } from '../../projections/bridge/queries.ts';
import { openCompanyFile } from '../companies/open-company-file.ts';
import type { CommandContext } from '../support/context.ts';
import { exclusively } from '../support/advisory-lock.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** A company file becomes what the external platform says of it, or is opened. */

export interface MirroredCompany {
  /** Null: not taken over. */
  readonly companyId: number | null;
  readonly isNew: boolean;
  readonly isRecorded: boolean;
  readonly isOutdated: boolean;
  readonly refused: readonly RefusedPart[];
  /** Why it was not taken over. */
  readonly refusal?: Refusal;
}

export interface CompanyOwner {
  readonly firmId: number;
  readonly language: Language;
  /** Decides about the first fiscal year where the platform names none; YYYY-MM-DD. */
  readonly today: string;
}

export async function mirrorCompany(
  toolbox: Toolbox,
  owner: CompanyOwner,
  company: PlatformCompany,
  context: CommandContext,
  found?: LinkedCompany,
): Promise<MirroredCompany> {
  const there = found ?? (await linked(toolbox, company));
  if (there) return mirrorKnown(toolbox, owner, company, there, context);
  // The platform gives an id once: whoever comes with the same one meanwhile waits, and finds the file.
  return exclusively(toolbox.pool, `external company ${company.external_id}`, async () => {
    await toolbox.commands.caughtUp();
    const meanwhile = await linked(toolbox, company);
    if (meanwhile) return mirrorKnown(toolbox, owner, company, meanwhile, context);
    const same = await sameEnterprise(toolbox, owner, company);
    return same === null ? open(toolbox, owner, company, context) : follow(toolbox, company, same, context);
  });
}

const linked = async ({ pool }: Toolbox, { external_id }: PlatformCompany): Promise<LinkedCompany | undefined> =>
  (await companiesByExternalId(pool, [external_id]))[0];

/** Whether there is anything to do for a file that is known already. */
export const isAsTold = ({ told, told_revision }: LinkedCompany, company: PlatformCompany): boolean =>
  told !== null &&
  (company.revision ?? told_revision) === told_revision &&
  sameJson(toldSoFar(toldOf(company), told), told);

async function mirrorKnown(
  toolbox: Toolbox,
  { firmId }: CompanyOwner,
  company: PlatformCompany,
  there: LinkedCompany,
  context: CommandContext,
): Promise<MirroredCompany> {
  if (there.firm_id !== firmId) return notTaken(company, refuse('company_of_other_firm'));
  // Taken up, and not opened yet: a job does it from what was told then.
  if (!there.is_open) return { companyId: there.id, isNew: false, isRecorded: false, isOutdated: false, refused: [] };
  if (there.is_trashed) return notTaken(company, refuse('company_in_bin'));
  return follow(toolbox, company, there.id, context);
}

async function follow(
  { commands }: Toolbox,
  company: PlatformCompany,
  companyId: number,
  context: CommandContext,
): Promise<MirroredCompany> {
  const { external_id: externalId } = company;
  const revision = company.revision ?? null;
  const command = { type: 'MirrorCompanyFile', externalId, revision, told: toldOf(company) } as const;
  const outcome = await commands.execute('company', companyId, command, context);
  if (isRefusal(outcome)) return notTaken(company, outcome);
  const { mirror } = outcome.state;
  const isOutdated = revision !== null && mirror?.revision !== undefined && revision < mirror.revision;
  const isRecorded = outcome.events.length > 0;
  return { companyId, isNew: false, isRecorded, isOutdated, refused: mirror?.refused ?? [] };
}

/** A file of the same firm that was opened here for the same enterprise is that file; of two, nobody could tell which. */
async function sameEnterprise(
  { pool }: Toolbox,
  { firmId }: CompanyOwner,
  { enterprise_number, country_pack }: PlatformCompany,
): Promise<number | null> {
  const number = enterprise_number && countryPack(country_pack ?? 'BE')?.enterpriseNumber.normalise(enterprise_number);
  if (!number) return null;
  const found = await unlinkedOfEnterprise(pool, firmId, number);
  return found.length === 1 ? found[0]! : null;
}

async function open(
  toolbox: Toolbox,
  owner: CompanyOwner,
  company: PlatformCompany,
  context: CommandContext,
): Promise<MirroredCompany> {
  const { request, refused } = readable(requestOf(company, owner), company);
  const opened = await openWith(toolbox, owner, request, context);
  if (isRefusal(opened)) return notTaken(company, opened);
  return { companyId: opened.companyId, isNew: true, isRecorded: true, isOutdated: false, refused };
}

/** A code that another file of the firm has is none for this one. */
async function openWith(
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

/** The request without what cannot be taken. */
function readable(
  request: CompanyRequest,
  { external_id }: PlatformCompany,
): { readonly request: CompanyRequest; readonly refused: readonly RefusedPart[] } {
  const problems = companyRequestProblems(request);
  const wrong = new Set(problems.map(({ field }) => field));
  const details = Object.fromEntries(
    Object.entries(request.details).map(([name, value]) => [name, wrong.has(name) ? null : value]),
  ) as CompanyRequest['details'];
  const year = `${request.fiscalYear.starts_on.slice(0, 4)}`;
  const isYearWrong = problems.some(({ field }) => field?.startsWith('fiscal_year.'));
  const refused = problems.map((problem) => refusedPart(external_id, problem));
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

const refusedPart = (external_id: string, { field, code }: Problem): RefusedPart => ({
  resource: 'companies',
  external_id,
  field: field ?? null,
  code,
});

function requestOf(company: PlatformCompany, { language, today }: CompanyOwner): CompanyRequest {
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
    external: { externalId, revision: revision ?? null, told: toldOf(company) },
  };
}

/** What the platform says, by field; what it leaves out it says nothing of, and a file always has a name and a country. */
function toldOf(company: PlatformCompany): Told {
  const told = MIRRORED_COMPANY_FIELDS.flatMap((name) => {
    const value = company[name];
    const isNeeded = name === 'name' || name === 'country';
    return value === undefined || (value === null && isNeeded) ? [] : [[name, value] as const];
  });
  return Object.fromEntries(told);
}

function notTaken({ external_id }: PlatformCompany, refusal: Refusal): MirroredCompany {
  const refused = refusal.problems.map((problem) => refusedPart(external_id, problem));
  return { companyId: null, isNew: false, isRecorded: false, isOutdated: false, refused, refusal };
}
