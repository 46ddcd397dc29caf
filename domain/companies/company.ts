import { chartFor, countryPack } from '../country-packs/index.ts';
import type { CountryPack } from '../country-packs/pack.ts';
import { shape, type EventCatalogue } from '../event.ts';
import {
  fiscalYearProblems,
  openedFiscalYear,
  type FiscalYearEvent,
  type NewFiscalYear,
} from '../fiscal-years/fiscal-year.ts';
import type { JsonRecord } from '../json.ts';
import type { Language } from '../language.ts';
import type { RecordEvent } from '../records/records.ts';
import { invalid, refuse, type Decision, type Problem } from '../refusal.ts';
import { masterData } from './master-data.ts';

/** Opening of a company file: its identity, first fiscal year, chart, VAT codes and journals in one operation. */

export const VAT_REGIMES = ['monthly', 'quarterly', 'franchise', 'exempt', 'unit'] as const;
export const NACE_CLASSIFICATIONS = ['MAIN', 'SECO', 'ANCI'] as const;

export interface CompanyDetails {
  readonly code: string;
  readonly name: string;
  readonly country_pack: string;
  readonly legal_form: string | null;
  readonly legal_form_code: string | null;
  readonly enterprise_number: string | null;
  readonly vat_number: string | null;
  readonly vat_regime: (typeof VAT_REGIMES)[number];
  readonly locale: Language;
  readonly address: string | null;
  readonly street: string | null;
  readonly house_number: string | null;
  readonly box: string | null;
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly country: string;
  readonly latitude: string | null;
  readonly longitude: string | null;
  readonly nace_codes: readonly { readonly code: string; readonly classification: string }[];
  readonly main_nace_code: string | null;
  readonly logo_url: string | null;
}

export interface BankJournal {
  readonly code: string;
  readonly label: string;
  readonly iban: string | null;
}

/** What a client asks for; the code may still be missing. */
export interface CompanyRequest {
  readonly details: Omit<CompanyDetails, 'code'> & { readonly code: string | null };
  readonly fiscalYear: NewFiscalYear;
  readonly banks: readonly BankJournal[];
}

export interface OpenCompanyFile {
  readonly type: 'OpenCompanyFile';
  readonly companyId: number;
  readonly publicToken: string;
  readonly firmId: number | null;
  /** The user whose file it is when no firm keeps it. */
  readonly ownerId: number | null;
  readonly details: CompanyDetails;
  readonly fiscalYear: NewFiscalYear;
  readonly banks: readonly BankJournal[];
  readonly ids: OpeningIds;
}

export interface OpeningIds {
  readonly fiscalYear: number;
  readonly periods: readonly number[];
  readonly accounts: readonly number[];
  readonly vatCodes: readonly number[];
  readonly journals: readonly number[];
}

export type CompanyEvent = { type: 'CompanyFileOpened'; data: CompanyIdentity };

export type CompanyIdentity = CompanyDetails & {
  readonly id: number;
  readonly public_token: string;
  readonly firm_id: number | null;
  readonly owner_id: number | null;
  readonly currency: string;
  readonly settings: JsonRecord;
  readonly source: string;
};

const nullable = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, shape.optionalText]));

export const companyEvents = {
  CompanyFileOpened: {
    version: 1,
    meaning: 'A company file was opened, in a firm or standing alone.',
    schema: shape.object({
      id: shape.id,
      public_token: shape.text,
      firm_id: shape.reference,
      owner_id: shape.reference,
      code: shape.text,
      name: shape.text,
      country_pack: shape.oneOf('BE', 'FR', 'LU'),
      vat_regime: shape.oneOf(...VAT_REGIMES),
      currency: shape.text,
      locale: shape.oneOf('fr', 'nl', 'en', 'de'),
      country: shape.text,
      ...nullable([
        'legal_form',
        'legal_form_code',
        'enterprise_number',
        'vat_number',
        'address',
        'street',
        'house_number',
      ]),
      ...nullable(['box', 'postal_code', 'city', 'latitude', 'longitude', 'main_nace_code', 'logo_url']),
      nace_codes: shape.list(shape.object({ code: shape.text, classification: shape.oneOf(...NACE_CLASSIFICATIONS) })),
      settings: shape.anyObject,
      source: shape.text,
    }),
  },
} satisfies EventCatalogue;

/** Everything wrong with a request to open a company file, before anything is recorded. */
export function companyRequestProblems({ details, fiscalYear, banks }: CompanyRequest): Problem[] {
  const problems: Problem[] = [];
  if (!countryPack(details.country_pack)) problems.push({ code: 'country_pack_unavailable', field: 'country_pack' });
  const pack = countryPack(details.country_pack);
  if (
    pack &&
    details.enterprise_number !== null &&
    pack.enterpriseNumber.normalise(details.enterprise_number) === null
  ) {
    problems.push({ code: 'enterprise_number_invalid', field: 'enterprise_number' });
  }
  if (pack && details.vat_number !== null && pack.vatNumber.normalise(details.vat_number) === null) {
    problems.push({ code: 'vat_number_invalid', field: 'vat_number' });
  }
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

/** The request with numbers in their stored form. */
export function normalised(request: CompanyRequest): CompanyRequest {
  const { enterprise_number, vat_number, country_pack } = request.details;
  const pack = countryPack(country_pack);
  if (!pack) return request;
  return {
    ...request,
    details: {
      ...request.details,
      enterprise_number: enterprise_number && pack.enterpriseNumber.normalise(enterprise_number),
      vat_number: vat_number && pack.vatNumber.normalise(vat_number),
    },
  };
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
  opened: CompanyIdentity | null,
): Decision<CompanyEvent | FiscalYearEvent | RecordEvent> {
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
    settings: {},
    source: 'manual',
  };
  return [
    { type: 'CompanyFileOpened', data: identity },
    openedFiscalYear(command.fiscalYear, command.ids.fiscalYear, command.ids.periods),
    ...masterData(command, pack),
  ];
}
