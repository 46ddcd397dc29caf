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
    responsible: z
      .object({ id: recordId, name: z.string() })
      .nullable()
      .meta({ description: 'Member of the firm who is responsible for the file.' }),
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

/**
 * Numbers are stored without formatting and shown in the format of their country. One literal, because a list has
 * hundreds of files, and an object whose members are added one by one is slow to build and to serialise.
 */
export function presentCompany(row: CompanyRow, signedUrls: SignedUrls, today = getBookToday()) {
  const pack = findCountryPack(row.country_pack);
  return {
    id: row.id,
    public_token: row.public_token,
    firm_id: row.firm_id,
    code: row.code,
    name: row.name,
    legal_form: row.legal_form,
    legal_form_code: row.legal_form_code,
    enterprise_number:
      row.enterprise_number && (pack?.enterpriseNumber.format(row.enterprise_number) ?? row.enterprise_number),
    vat_number: row.vat_number && (pack?.vatNumber.format(row.vat_number) ?? row.vat_number),
    country_pack: row.country_pack,
    vat_regime: getRegimeOn(row, today),
    currency: row.currency,
    locale: row.locale,
    address: row.address,
    street: row.street,
    house_number: row.house_number,
    box: row.box,
    postal_code: row.postal_code,
    city: row.city,
    country: row.country,
    latitude: row.latitude,
    longitude: row.longitude,
    nace_codes: row.nace_codes,
    main_nace_code: row.main_nace_code,
    logo_url: buildLogoUrl(signedUrls, row.logo_file) ?? row.logo_url,
    company_sheet_at: row.company_sheet_at,
    settings: buildSettingsTree(row.settings),
    is_active: row.is_active,
    source: row.source,
    external_id: row.external_id,
    synced_at: row.synced_at,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
    deleted_at: row.deleted_at,
    firm: row.firm,
    responsible: row.responsible,
    is_demo: row.is_demo,
    fiscal_year_start: row.fiscal_year_start,
    fiscal_year_end: row.fiscal_year_end,
    journal_entries_count: row.journal_entries_count,
    icon_url: buildLogoUrl(signedUrls, row.icon_file),
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
    fiscal_years: years.map((year) => presentFiscalYear(year, language)),
    journals,
  };
}
