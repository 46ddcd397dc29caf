import { z } from 'zod';
import type { Language } from '../../../domain/language.ts';
import { NACE_CLASSIFICATIONS, NACE_LEVELS } from '../../../domain/reference/nace/nace.ts';
import type { NaceClassification, NaceCode } from '../../../domain/reference/nace/nace.ts';
import { naceIndex, searchNace, type NaceIndex } from '../../../domain/reference/nace/search.ts';
import { invalid } from '../../../domain/refusal.ts';
import { choice, integer, text } from '../../http/input/fields.ts';
import { route } from '../../http/routing/route.ts';
import { jsonAnswer, keptAnswers, labelLanguage, languageQuery } from './answers.ts';

const MAX_QUERY_LENGTH = 100;
const DEFAULT_FOUND = 50;
const MAX_FOUND = 200;

const NaceAnswer = z
  .object({
    code: z.string().meta({ examples: ['C', '10', '10.7', '10.71', '10.711'] }),
    level: z.enum(NACE_LEVELS),
    label: z.string(),
    parent: z.string().nullable(),
    classification: z.enum(NACE_CLASSIFICATIONS).meta({ description: 'The classification that defines the code.' }),
  })
  .meta({ id: 'NaceCode' });

const Query = z.object({
  ...languageQuery,
  q: text(MAX_QUERY_LENGTH).optional().meta({ description: 'Beginning of a code, or words of the label.' }),
  classification: choice(NACE_CLASSIFICATIONS).optional().meta({ default: NACE_CLASSIFICATIONS[0] }),
  level: choice(NACE_LEVELS).optional(),
  parent: text(6).optional().meta({ description: 'Only the codes right below this one.' }),
  limit: integer({ min: 1, max: MAX_FOUND })
    .optional()
    .meta({ default: DEFAULT_FOUND, description: 'Most codes that a search with `q` answers, the best match first.' }),
});

/** Whole lists are large, and requested by classification and level. */
const kept = keptAnswers(8);
/** By classification and language: no more than these can be requested. */
const indexes = new Map<string, NaceIndex>();

export const naceRoutes = [
  route({
    method: 'get',
    area: 'meta',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    path: '/v1/reference/nace-codes',
    summary: 'Codes of economic activities: NACE and NACE-BEL',
    query: Query,
    replies: { 200: z.array(NaceAnswer) },
    handle: async (request) => {
      const { q, classification = NACE_CLASSIFICATIONS[0], level, parent, limit = DEFAULT_FOUND } = request.query;
      const language = labelLanguage(request);
      const codes = await codesOf(classification);
      if (parent !== undefined && !codes.some(({ code }) => code === parent)) {
        return invalid([{ code: 'nace_code_unknown', field: 'parent' }]);
      }
      const isAsked = (code: NaceCode) =>
        (level === undefined || code.level === level) && (parent === undefined || code.parent === parent);
      const present = (code: NaceCode) => presentNaceCode(code, language);
      if (q === undefined && parent === undefined) {
        return kept(`${classification} ${level ?? ''}`, language, () => codes.filter(isAsked).map(present));
      }
      if (q === undefined) return jsonAnswer(codes.filter(isAsked).map(present), language);
      const found = searchNace(await indexOf(classification, language), q, codes.length);
      return jsonAnswer(found.filter(isAsked).slice(0, limit).map(present), language);
    },
  }),
];

/** The list is large and rarely requested, so it is read when it is. */
async function codesOf(classification: NaceClassification): Promise<readonly NaceCode[]> {
  const { nace2025 } = await import('../../../domain/reference/nace/2025/index.ts');
  return classification === 'nace-2.1' ? nace2025.filter(({ level }) => level !== 'subclass') : nace2025;
}

async function indexOf(classification: NaceClassification, language: Language): Promise<NaceIndex> {
  const key = `${classification} ${language}`;
  const known = indexes.get(key);
  if (known !== undefined) return known;
  const index = naceIndex(await codesOf(classification), language);
  indexes.set(key, index);
  return index;
}

/** Belgium defines the subclasses; everything above them is the same in the whole Union. */
function presentNaceCode({ code, level, parent, labels }: NaceCode, language: Language): z.output<typeof NaceAnswer> {
  const classification = level === 'subclass' ? 'nace-bel-2025' : 'nace-2.1';
  return { code, level, label: labels[language], parent, classification };
}
