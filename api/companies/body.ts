import { z } from 'zod';
import { NACE_CLASSIFICATIONS, VAT_REGIMES, type CompanyChanges } from '../../domain/companies/company-events.ts';
import type { CompanyRequest } from '../../domain/companies/opening.ts';
import { CURRENCY_CODES } from '../../domain/currency/codes.ts';
import type { PlainDate } from '../../domain/dates.ts';
import { LANGUAGES, type Language } from '../../domain/language.ts';
import { isLogoLink } from '../files/logos.ts';
import { bool, choice, date, id, list, number, publicTokenField, text } from '../http/input/fields.ts';
import { formattedText } from '../records/schemas.ts';

/** Request bodies for creating a company file and changing its identity. */

const optionalText = (max: number) => text(max).nullish();
const code = formattedText(20, 'company_code');
const country = formattedText(2, 'country');
const naceCodes = list(z.object({ code: text(20), classification: choice(NACE_CLASSIFICATIONS).nullish() }), {
  max: 100,
});

const identity = {
  enterprise_number: optionalText(30),
  vat_number: optionalText(30),
  legal_form: optionalText(100),
  legal_form_code: optionalText(20),
  address: optionalText(300),
  logo_url: formattedText(500, 'url').nullish(),
  street: optionalText(200),
  house_number: optionalText(20),
  box: optionalText(20),
  postal_code: optionalText(20),
  city: optionalText(100),
  latitude: number({ min: -90, max: 90 }).nullish(),
  longitude: number({ min: -180, max: 180 }).nullish(),
  nace_codes: naceCodes.nullish(),
  main_nace_code: optionalText(20),
};

export const NewCompany = z.object({
  firm: publicTokenField().nullish(),
  country_pack: choice(['BE', 'FR', 'LU']).nullish(),
  code: code.nullish(),
  name: text(200),
  vat_regime: choice(VAT_REGIMES).nullish(),
  locale: choice(LANGUAGES).nullish(),
  country: country.nullish(),
  currency: choice(CURRENCY_CODES).nullish().meta({
    description:
      'Currency in which the books are kept: EUR by default. Only Luxembourg allows another one. It cannot be changed later.',
  }),
  ...identity,
  fiscal_year: z
    .object({ code: text(10).nullish(), starts_on: date(), ends_on: date() })
    .nullish()
    .meta({ description: 'The first fiscal year; by default the current calendar year.' }),
  banks: list(
    z.object({ code: formattedText(6, 'code'), label: text(200), iban: formattedText(42, 'iban').nullish() }),
    { max: 50 },
  ).nullish(),
});

/** Readable part of an invalid body, which may lack required fields. */
export const ReadableCompany = NewCompany.extend({
  name: text(200).nullish(),
  fiscal_year: z.object({ code: text(10).nullish(), starts_on: date().nullish(), ends_on: date().nullish() }).nullish(),
  banks: list(z.object({ code: formattedText(6, 'code').nullish(), label: text(200).nullish() }), {
    max: 50,
  }).nullish(),
});

/** Fills missing fields with harmless values. */
export function completeCompanyBody(body: z.output<typeof ReadableCompany>): z.output<typeof NewCompany> {
  const { starts_on, ends_on } = body.fiscal_year ?? {};
  return {
    ...body,
    name: body.name ?? '',
    fiscal_year: starts_on && ends_on ? { code: body.fiscal_year?.code ?? null, starts_on, ends_on } : null,
    banks: body.banks?.map(({ code, label }) => ({ code: code ?? '', label: label ?? '' })) ?? null,
  };
}

/** Required fields may be omitted, but not emptied. */
export const CompanyPatch = z.object({
  /** Country and currency are read-only: they may be sent back, but not changed. */
  country_pack: choice(['BE', 'FR', 'LU']).optional(),
  currency: choice(CURRENCY_CODES).optional(),
  code: code.optional(),
  name: text(200).optional(),
  vat_regime: choice(VAT_REGIMES).optional(),
  locale: choice(LANGUAGES).optional(),
  country: country.optional(),
  is_active: bool().optional(),
  responsible_id: id()
    .nullish()
    .meta({ description: 'Member of the firm who is responsible for the file; null for none.' }),
  ...identity,
});

/** @param today determines the first fiscal year if the body has none */
export function toCompanyRequest(
  body: z.output<typeof NewCompany>,
  locale: Language,
  today: PlainDate,
): CompanyRequest {
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
      latitude: formatCoordinate(body.latitude) ?? null,
      longitude: formatCoordinate(body.longitude) ?? null,
      nace_codes: toNaceList(body.nace_codes),
      main_nace_code: body.main_nace_code ?? null,
      logo_url: body.logo_url ?? null,
    },
    fiscalYear: body.fiscal_year
      ? { ...body.fiscal_year, code: body.fiscal_year.code ?? null }
      : { code: null, starts_on: `${today.slice(0, 4)}-01-01`, ends_on: `${today.slice(0, 4)}-12-31` },
    ...(body.currency && { currency: body.currency }),
    banks: (body.banks ?? []).map(({ code, label, iban }) => ({ code, label, iban: iban ?? null })),
  };
}

/** A client that sends back a response includes the link to the uploaded logo. It is not an external link and is dropped. */
export function withoutOwnLogo<B extends { readonly logo_url?: string | null | undefined }>(
  body: B,
  baseUrl: string,
): B {
  if (!body.logo_url || !isLogoLink(baseUrl, body.logo_url)) return body;
  const { logo_url: _own, ...others } = body;
  return others as B;
}

/** Changes for the fields present in the body. */
export function toCompanyChanges({
  country_pack: _country,
  currency: _currency,
  latitude,
  longitude,
  nace_codes,
  ...fields
}: z.output<typeof CompanyPatch>): CompanyChanges {
  const changes = {
    ...fields,
    latitude: formatCoordinate(latitude),
    longitude: formatCoordinate(longitude),
    nace_codes: nace_codes === undefined ? undefined : toNaceList(nace_codes),
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

const formatCoordinate = (value: number | null | undefined) => (typeof value === 'number' ? value.toFixed(7) : value);

const toNaceList = (codes: z.output<typeof naceCodes> | null | undefined) =>
  (codes ?? []).map(({ code, classification }) => ({ code, classification: classification ?? ('SECO' as const) }));
