import type { BridgeEvent } from '../bridge/bridge-events.ts';
import type { CompanyFileState } from '../company-file-state.ts';
import { getChartFor, findCountryPack } from '../country-packs/index.ts';
import type { CountryPack } from '../country-packs/pack.ts';
import { checkFiscalYearDates, buildFiscalYearOpened } from '../fiscal-years/fiscal-year.ts';
import type { FiscalYearEvent } from '../fiscal-years/fiscal-year-events.ts';
import { DEFAULT_SERIES_COUNT } from '../number-series/default-series.ts';
import type { RecordEvent } from '../records/record-events.ts';
import { refuseInvalid, refuse, type Decision, type Problem } from '../refusal.ts';
import type { CompanyEvent, CompanyIdentity } from './company-events.ts';
import { findIdentityProblems, normaliseIdentity } from './identity.ts';
import { buildMasterData } from './master-data.ts';
import type { CompanyRequest, OpenCompanyFile } from './opening.ts';
import { buildInitialSettings } from './settings.ts';

/** Opens a company file: its identity, first fiscal year, chart, VAT codes and journals in one operation. */

/** All problems of a request to open a company file, before anything is recorded. */
export function findCompanyRequestProblems({ details, fiscalYear, banks, currency }: CompanyRequest): Problem[] {
  const pack = findCountryPack(details.country_pack);
  const problems = pack
    ? findIdentityProblems(details, pack)
    : [{ code: 'country_pack_unavailable', field: 'country_pack' }];
  if (pack && currency !== undefined) problems.push(...findCurrencyProblems(currency, pack));
  problems.push(
    ...checkFiscalYearDates(fiscalYear, details.country_pack).map((problem) => ({
      ...problem,
      field: `fiscal_year.${problem.field}`,
    })),
  );
  const codes = new Set(pack?.journals.map(({ code }) => code));
  for (const [index, bank] of banks.entries()) {
    if (codes.has(bank.code)) problems.push({ code: 'bank_code_taken', field: `banks.${index}.code` });
    codes.add(bank.code);
  }
  return problems;
}

function findCurrencyProblems(currency: string, pack: CountryPack): readonly Problem[] {
  if (currency === pack.currency || pack.mayUseOtherCurrency) return [];
  const params = { country: pack.code, currency: pack.currency };
  return [{ code: 'currency_not_of_country', field: 'currency', params }];
}

/** The request with numbers in stored form and the legal form by name. */
export function normaliseCompanyRequest(request: CompanyRequest): CompanyRequest {
  const { details } = request;
  const pack = findCountryPack(details.country_pack);
  return pack ? { ...request, details: { ...details, ...normaliseIdentity(details, pack, details.locale) } } : request;
}

/** Number of ids of each kind needed to open this file. */
export function countNeededIds(pack: CountryPack, { details, banks }: CompanyRequest) {
  return {
    accounts: getChartFor(pack, details.legal_form_code).accounts.length + banks.length,
    vatCodes: pack.vatCodes.length,
    journals: pack.journals.length + banks.length,
    numberSeries: DEFAULT_SERIES_COUNT,
  };
}

export function decideCompany(
  command: OpenCompanyFile,
  { identity: opened }: CompanyFileState,
): Decision<CompanyEvent | FiscalYearEvent | RecordEvent | BridgeEvent> {
  if (opened) return [];
  const problems = findCompanyRequestProblems(command);
  const pack = findCountryPack(command.details.country_pack);
  if (problems.length > 0 || !pack)
    return problems.length > 0 ? refuseInvalid(problems) : refuse('country_pack_unavailable');
  const identity: CompanyIdentity = {
    ...command.details,
    id: command.companyId,
    public_token: command.publicToken,
    firm_id: command.firmId,
    owner_id: command.ownerId,
    currency: command.currency ?? pack.currency,
    settings: buildInitialSettings(pack, findMiscellaneousJournal(command, pack)),
    source: command.external ? 'external' : 'manual',
  };
  return [
    { type: 'CompanyFileOpened', data: identity },
    buildFiscalYearOpened(command.fiscalYear, command.ids.fiscalYear, command.ids.periods),
    ...buildMasterData(command, pack),
    ...buildMirrorEvents(command),
  ];
}

function buildMirrorEvents({ external }: OpenCompanyFile): readonly BridgeEvent[] {
  if (!external) return [];
  const { externalId: external_id, revision, told, refused = [] } = external;
  const data = { version: 2, external_id, told, refused, ...(revision !== null && { revision }) };
  return [{ type: 'CompanyFileMirrored', data }];
}

function findMiscellaneousJournal({ ids }: OpenCompanyFile, { journals }: CountryPack): number | null {
  return ids.journals[journals.findIndex(({ type }) => type === 'miscellaneous')] ?? null;
}
