import { z } from 'zod';
import type { Language } from '../../../domain/language.ts';
import { NACE_CLASSIFICATIONS, NACE_LEVELS } from '../../../domain/reference/nace/nace.ts';
import type { NaceClassification, NaceCode } from '../../../domain/reference/nace/nace.ts';
import { buildNaceIndex, searchNace, type NaceIndex } from '../../../domain/reference/nace/search.ts';
import { refuseInvalid } from '../../../domain/refusal.ts';
import { choice, integer, text } from '../../http/input/fields.ts';
import { route } from '../../http/routing/route.ts';
import { buildJsonReply, createReplyCache, getLabelLanguage, languageQuery } from './answers.ts';

const MAX_QUERY_LENGTH = 100;
const DEFAULT_FOUND = 50;
const MAX_FOUND = 200;

const NaceAnswer = z
  .object({
    code: z.string().meta({ examples: ['C', '10', '10.7', '10.71', '10.711'] }),
    level: z.enum(NACE_LEVELS),
    label: z.string(),
    parent: z.string().nullable(),
    classification: z.enum(NACE_CLASSIFICATIONS).meta({ description: 'Classification that defines the code.' }),
  })
  .meta({ id: 'NaceCode' });

const Query = z.object({
  ...languageQuery,
  q: text(MAX_QUERY_LENGTH).optional().meta({ description: 'Beginning of a code, or words of the label.' }),
  classification: choice(NACE_CLASSIFICATIONS).optional().meta({ default: NACE_CLASSIFICATIONS[0] }),
  level: choice(NACE_LEVELS).optional(),
  parent: text(6).optional().meta({ description: 'Only the direct children of this code.' }),
  limit: integer({ min: 1, max: MAX_FOUND })
    .optional()
    .meta({ default: DEFAULT_FOUND, description: 'Maximum number of results of a search with `q`, best match first.' }),
});

/** Whole lists are large; they are requested by classification and level. */
const kept = createReplyCache(8);
/** By classification and language, which bounds its size. */
const indexes = new Map<string, NaceIndex>();

export const naceRoutes = [
  route({
    method: 'get',
    area: 'meta',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    path: '/v1/reference/nace-codes',
    summary: 'List codes of economic activities: NACE and NACE-BEL',
    query: Query,
    replies: { 200: z.array(NaceAnswer) },
    handle: async (request) => {
      const { q, classification = NACE_CLASSIFICATIONS[0], level, parent, limit = DEFAULT_FOUND } = request.query;
      const language = getLabelLanguage(request);
      const codes = await loadNaceCodes(classification);
      if (parent !== undefined && !codes.some(({ code }) => code === parent)) {
        return refuseInvalid([{ code: 'nace_code_unknown', field: 'parent' }]);
      }
      const isRequested = (code: NaceCode) =>
        (level === undefined || code.level === level) && (parent === undefined || code.parent === parent);
      const presentCode = (code: NaceCode) => presentNaceCode(code, language);
      if (q === undefined && parent === undefined) {
        return kept(`${classification} ${level ?? ''}`, language, () => codes.filter(isRequested).map(presentCode));
      }
      if (q === undefined) return buildJsonReply(codes.filter(isRequested).map(presentCode), language);
      const found = searchNace(await getNaceIndex(classification, language), q, codes.length);
      return buildJsonReply(found.filter(isRequested).slice(0, limit).map(presentCode), language);
    },
  }),
];

/** The list is large and rarely requested, so it is loaded on demand. */
async function loadNaceCodes(classification: NaceClassification): Promise<readonly NaceCode[]> {
  const { nace2025 } = await import('../../../domain/reference/nace/2025/index.ts');
  return classification === 'nace-2.1' ? nace2025.filter(({ level }) => level !== 'subclass') : nace2025;
}

async function getNaceIndex(classification: NaceClassification, language: Language): Promise<NaceIndex> {
  const key = `${classification} ${language}`;
  const known = indexes.get(key);
  if (known !== undefined) return known;
  const index = buildNaceIndex(await loadNaceCodes(classification), language);
  indexes.set(key, index);
  return index;
}

/** Belgium defines the subclasses; all higher levels are the same throughout the EU. */
function presentNaceCode({ code, level, parent, labels }: NaceCode, language: Language): z.output<typeof NaceAnswer> {
  const classification = level === 'subclass' ? 'nace-bel-2025' : 'nace-2.1';
  return { code, level, label: labels[language], parent, classification };
}
