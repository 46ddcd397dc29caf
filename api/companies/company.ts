import { z } from 'zod';
import { NACE_CLASSIFICATIONS, VAT_REGIMES } from '../../domain/companies/company-events.ts';
import { buildSettingsTree } from '../../domain/companies/settings.ts';
import { getRegimeOn } from '../../domain/companies/vat-regimes.ts';
import { findCountryPack } from '../../domain/country-packs/index.ts';
import { LANGUAGES, type Language } from '../../domain/language.ts';
import type { CompanyRow } from '../../projections/companies/queries.ts';
import type { FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import { plainDate, publicToken, recordId, timestamp } from '../http/reply/output.ts';
import { journalApi } from '../journals/journal.ts';
import { buildLogoUrl } from '../files/logos.ts';
import type { SignedUrls } from '../http/routing/signed-urls.ts';
import { getBookToday } from '../http/reply/time.ts';
import { presentFiscalYear } from '../fiscal-years/fiscal-year.ts';
import { FiscalYear } from '../fiscal-years/fiscal-year.ts';
import { Settings } from './settings.ts';

const nullableText = z.string().nullable();

export const Company = z
  .object({
    id: recordId,
    public_token: publicToken,
    firm_id: recordId.nullable(),
    code: z.string(),
    name: z.string(),
    legal_form: nullableText,
    legal_form_code: nullableText,
    enterprise_number: nullableText,
    vat_number: nullableText,
    country_pack: z.enum(['BE', 'FR', 'LU']),
    vat_regime: z.enum(VAT_REGIMES).meta({ description: 'Current regime; the settings show when it changed.' }),
    currency: z.string(),
    locale: z.enum(LANGUAGES),
    address: nullableText,
    street: nullableText,
    house_number: nullableText,
    box: nullableText,
    postal_code: nullableText,
    city: nullableText,
    country: z.string(),
    latitude: nullableText,
    longitude: nullableText,
    nace_codes: z.array(z.object({ code: z.string(), classification: z.enum(NACE_CLASSIFICATIONS) })),
    main_nace_code: nullableText,
    company_sheet_at: timestamp.nullable(),
    logo_url: nullableText,
    icon_url: nullableText,
    fiscal_year_start: plainDate,
    fiscal_year_end: plainDate,
    settings: Settings,
    is_active: z.boolean(),
    is_demo: z.boolean(),
    source: z.string(),
    external_id: nullableText,
    synced_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    deleted_at: timestamp.nullable(),
    lock_version: z.int(),
    version: z.int(),
    journal_entries_count: z.int(),
    firm: z.object({ id: recordId, public_token: publicToken, name: z.string() }).nullable(),
  })
  .meta({ id: 'Company' });

export const CompanyWithDetails = Company.extend({
  fiscal_years: z.array(FiscalYear),
  journals: z.array(journalApi.answer),
}).meta({ id: 'CompanyWithDetails' });

/** The caller may leave out what the summary does not have. */
export const ListedCompany = CompanyWithDetails.partial({ fiscal_years: true, journals: true }).meta({
  id: 'ListedCompany',
});

/** Stored fields of a company file that are shown, in the order of the response. */
const SHOWN = [
  'id',
  'public_token',
  'firm_id',
  'code',
  'name',
  'legal_form',
  'legal_form_code',
  'enterprise_number',
  'vat_number',
  'country_pack',
  'vat_regime',
  'currency',
  'locale',
  'address',
  'street',
  'house_number',
  'box',
  'postal_code',
  'city',
  'country',
  'latitude',
  'longitude',
  'nace_codes',
  'main_nace_code',
  'logo_url',
  'company_sheet_at',
  'settings',
  'is_active',
  'source',
  'external_id',
  'synced_at',
  'version',
  'created_at',
  'updated_at',
  'deleted_at',
  'firm',
  'is_demo',
  'fiscal_year_start',
  'fiscal_year_end',
  'journal_entries_count',
] as const satisfies readonly (keyof z.output<typeof Company>)[];

/** Numbers are stored without formatting and shown in the format of their country. */
export function presentCompany(row: CompanyRow, signedUrls: SignedUrls): Record<string, unknown> {
  const shown = Object.fromEntries(SHOWN.map((name) => [name, row[name]]));
  const pack = findCountryPack(row.country_pack);
  const enterpriseNumber = row.enterprise_number;
  const vatNumber = row.vat_number;
  return {
    ...shown,
    enterprise_number: enterpriseNumber && (pack?.enterpriseNumber.format(enterpriseNumber) ?? enterpriseNumber),
    vat_number: vatNumber && (pack?.vatNumber.format(vatNumber) ?? vatNumber),
    vat_regime: getRegimeOn(row, getBookToday()),
    settings: buildSettingsTree(row.settings),
    icon_url: buildLogoUrl(signedUrls, row.icon_file),
    logo_url: buildLogoUrl(signedUrls, row.logo_file) ?? row.logo_url,
    lock_version: row.version,
  };
}

export function presentCompanyWithDetails(
  row: CompanyRow,
  years: readonly FiscalYearRow[],
  journals: readonly unknown[],
  language: Language,
  signedUrls: SignedUrls,
) {
  return {
    ...presentCompany(row, signedUrls),
    version: row.version,
    fiscal_years: years.map((year) => presentFiscalYear(year, language)),
    journals,
  };
}
