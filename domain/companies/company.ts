import type { BridgeEvent } from '../bridge/bridge-events.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { chartFor, countryPack } from '../country-packs/index.ts';
import type { CountryPack } from '../country-packs/pack.ts';
import { fiscalYearProblems, openedFiscalYear } from '../fiscal-years/fiscal-year.ts';
import type { FiscalYearEvent } from '../fiscal-years/fiscal-year-events.ts';
import type { RecordEvent } from '../records/record-events.ts';
import { invalid, refuse, type Decision, type Problem } from '../refusal.ts';
import type { CompanyEvent, CompanyIdentity } from './company-events.ts';
import { identityProblems, normalisedIdentity } from './identity.ts';
import { masterData } from './master-data.ts';
import type { CompanyRequest, OpenCompanyFile } from './opening.ts';
import { initialSettings } from './settings.ts';

/** Opening of a company file: its identity, first fiscal year, chart, VAT codes and journals in one operation. */

/** Everything wrong with a request to open a company file, before anything is recorded. */
export function companyRequestProblems({ details, fiscalYear, banks }: CompanyRequest): Problem[] {
  const pack = countryPack(details.country_pack);
  const problems = pack
    ? identityProblems(details, pack)
    : [{ code: 'country_pack_unavailable', field: 'country_pack' }];
  problems.push(
    ...fiscalYearProblems(fiscalYear).map((problem) => ({ ...problem, field: `fiscal_year.${problem.field}` })),
  );
  const codes = new Set(pack?.journals.map(({ code }) => code));
  for (const [index, bank] of banks.entries()) {
    if (codes.has(bank.code)) problems.push({ code: 'bank_code_taken', field: `banks.${index}.code` });
    codes.add(bank.code);
  }
  return problems;
}

/** The request with numbers in their stored form and the legal form by its name. */
export function normalised(request: CompanyRequest): CompanyRequest {
  const { details } = request;
  const pack = countryPack(details.country_pack);
  return pack ? { ...request, details: { ...details, ...normalisedIdentity(details, pack, details.locale) } } : request;
}

/** How many ids of each kind the opening of this file takes. */
export function idsNeeded(pack: CountryPack, { details, banks }: CompanyRequest) {
  return {
    accounts: chartFor(pack, details.legal_form_code).accounts.length + banks.length,
    vatCodes: pack.vatCodes.length,
    journals: pack.journals.length + banks.length,
  };
}

export function decideCompany(
  command: OpenCompanyFile,
  { identity: opened }: CompanyFile,
): Decision<CompanyEvent | FiscalYearEvent | RecordEvent | BridgeEvent> {
  if (opened) return [];
  const problems = companyRequestProblems(command);
  const pack = countryPack(command.details.country_pack);
  if (problems.length > 0 || !pack) return problems.length > 0 ? invalid(problems) : refuse('country_pack_unavailable');
  const identity: CompanyIdentity = {
    ...command.details,
    id: command.companyId,
    public_token: command.publicToken,
    firm_id: command.firmId,
    owner_id: command.ownerId,
    currency: pack.currency,
    settings: initialSettings(pack, miscellaneousJournal(command, pack)),
    source: command.external ? 'external' : 'manual',
  };
  return [
    { type: 'CompanyFileOpened', data: identity },
    openedFiscalYear(command.fiscalYear, command.ids.fiscalYear, command.ids.periods),
    ...masterData(command, pack),
    ...linked(command),
  ];
}

function linked({ external }: OpenCompanyFile): readonly BridgeEvent[] {
  if (!external) return [];
  const { externalId: external_id, revision, told, refused = [] } = external;
  const data = { version: 2, external_id, told, refused, ...(revision !== null && { revision }) };
  return [{ type: 'CompanyFileMirrored', data }];
}

function miscellaneousJournal({ ids }: OpenCompanyFile, { journals }: CountryPack): number | null {
  return ids.journals[journals.findIndex(({ type }) => type === 'miscellaneous')] ?? null;
}
