import { z } from 'zod';
import { countryPacks } from '../../../domain/country-packs/index.ts';
import type { Language } from '../../../domain/language.ts';
import { countries, type Country } from '../../../domain/reference/countries.ts';
import { currencies } from '../../../domain/reference/currencies.ts';
import { choice } from '../../http/input/fields.ts';
import { route } from '../../http/routing/route.ts';
import type { MessageKey } from '../../i18n/catalogue.ts';
import { translate } from '../../i18n/translate.ts';
import { LegalForm, presentLegalForm } from '../country-pack.ts';
import { createReplyCache, getLabelLanguage, languageQuery, LanguageQuery } from './answers.ts';

const READ = { method: 'get', area: 'meta', ability: 'read', role: 'any', demo: 'allowed' } as const;

/** Three lists in four languages, and the legal forms of each country. */
const kept = createReplyCache(32);

const CountryAnswer = z
  .object({
    code: z.string().meta({ description: 'ISO 3166-1 alpha-2.' }),
    alpha3: z.string(),
    numeric: z.string(),
    name: z.string(),
    is_eu: z.boolean().meta({ description: 'Member state of the European Union.' }),
    vat_prefix: z.string().nullable().meta({ description: 'Prefix of VAT numbers in VIES.' }),
    vat_note: z.string().nullable().meta({ description: 'Special note about the prefix.' }),
    currency: z.string().nullable(),
  })
  .meta({ id: 'Country' });

const CurrencyAnswer = z
  .object({
    code: z.string().meta({ description: 'ISO 4217.' }),
    numeric: z.string(),
    name: z.string(),
    minor_units: z
      .int()
      .nullable()
      .meta({ description: 'Decimals of an amount; null if the currency has no minor unit.' }),
    kind: z.enum(['currency', 'fund', 'metal', 'unit', 'special']),
  })
  .meta({ id: 'Currency' });

const VAT_NOTES: Readonly<Record<string, MessageKey>> = {
  GR: 'vat_prefix_greece',
  GB: 'vat_prefix_northern_ireland',
  MC: 'vat_prefix_monaco',
};

export const listRoutes = [
  route({
    ...READ,
    path: '/v1/reference/legal-forms',
    summary: 'List legal forms of companies, by country',
    query: z.object({ ...languageQuery, country: choice(countryPacks.map(({ code }) => code)).optional() }),
    replies: { 200: z.array(LegalForm) },
    handle: (request) => {
      const language = getLabelLanguage(request);
      const { country } = request.query;
      return kept(`legal-forms ${country ?? ''}`, language, () =>
        countryPacks
          .filter(({ code }) => country === undefined || code === country)
          .flatMap(({ code, legalForms }) => legalForms.map((form) => presentLegalForm(form, code, language))),
      );
    },
  }),
  route({
    ...READ,
    path: '/v1/reference/countries',
    summary: 'List countries (ISO 3166-1), with EU membership and VAT prefix',
    query: LanguageQuery,
    replies: { 200: z.array(CountryAnswer) },
    handle: (request) => {
      const language = getLabelLanguage(request);
      return kept('countries', language, () => countries.map((country) => presentCountry(country, language)));
    },
  }),
  route({
    ...READ,
    path: '/v1/reference/currencies',
    summary: 'List currencies (ISO 4217)',
    query: LanguageQuery,
    replies: { 200: z.array(CurrencyAnswer) },
    handle: (request) => {
      const language = getLabelLanguage(request);
      return kept('currencies', language, () =>
        currencies.map(({ code, numeric, names, minorUnits, kind }) => ({
          code,
          numeric,
          name: names[language],
          minor_units: minorUnits,
          kind,
        })),
      );
    },
  }),
];

function presentCountry(country: Country, language: Language): z.output<typeof CountryAnswer> {
  const note = VAT_NOTES[country.code];
  return {
    code: country.code,
    alpha3: country.alpha3,
    numeric: country.numeric,
    name: country.names[language],
    is_eu: country.isEu,
    vat_prefix: country.vatPrefix,
    vat_note: note === undefined ? null : translate(note, language),
    currency: country.currency,
  };
}
