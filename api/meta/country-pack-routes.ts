import { z } from 'zod';
import { countryPack, countryPacks } from '../../domain/country-packs/index.ts';
import { refusal } from '../http/reply/errors.ts';
import { route } from '../http/routing/route.ts';
import { CountryPackDetails, CountryPackSummary, presentPack, presentPackSummary } from './country-pack.ts';
import { keptAnswers, labelLanguage, LanguageQuery } from './reference/answers.ts';

const READ = { method: 'get', area: 'meta', ability: 'read', role: 'any', demo: 'allowed' } as const;

/** The list, and each pack, in four languages. */
const kept = keptAnswers(16);

export const countryPackRoutes = [
  route({
    ...READ,
    path: '/v1/country-packs',
    summary: 'The countries that company files are kept for',
    replies: { 200: z.array(CountryPackSummary) },
    handle: ({ language }) => kept('list', language, () => countryPacks.map(presentPackSummary)),
  }),
  route({
    ...READ,
    path: '/v1/country-packs/{code}',
    summary: 'One country pack: number formats, VAT, journals, declarations, legal forms',
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
      const pack = countryPack(request.params.code);
      if (pack === undefined) return refusal('not_found');
      const language = labelLanguage(request);
      return kept(pack.code, language, () => presentPack(pack, language));
    },
  }),
];
