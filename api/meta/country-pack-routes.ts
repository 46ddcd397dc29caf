import { z } from 'zod';
import { findCountryPack, countryPacks } from '../../domain/country-packs/index.ts';
import { buildRefusal } from '../http/reply/errors.ts';
import { route } from '../http/routing/route.ts';
import { CountryPackDetails, CountryPackSummary, presentPack, presentPackSummary } from './country-pack.ts';
import { createReplyCache, getLabelLanguage, LanguageQuery } from './reference/answers.ts';

const READ = { method: 'get', area: 'meta', ability: 'read', role: 'any', demo: 'allowed' } as const;

/** The list and each pack, in four languages. */
const kept = createReplyCache(16);

export const countryPackRoutes = [
  route({
    ...READ,
    path: '/v1/country-packs',
    summary: 'List the supported countries',
    replies: { 200: z.array(CountryPackSummary) },
    handle: ({ language }) => kept('list', language, () => countryPacks.map(presentPackSummary)),
  }),
  route({
    ...READ,
    path: '/v1/country-packs/{code}',
    summary: 'Get a country pack: number formats, VAT, journals, declarations, legal forms',
    params: z.object({
      code: z
        .string()
        .toUpperCase()
        .meta({ examples: ['BE', 'FR', 'LU'] }),
    }),
    query: LanguageQuery,
    example: { params: { code: 'BE' } },
    replies: { 200: CountryPackDetails },
    handle: (request) => {
      const pack = findCountryPack(request.params.code);
      if (pack === undefined) return buildRefusal('not_found');
      const language = getLabelLanguage(request);
      return kept(pack.code, language, () => presentPack(pack, language));
    },
  }),
];
