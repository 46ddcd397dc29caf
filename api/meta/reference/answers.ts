import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { LANGUAGES, type Language } from '../../../domain/language.ts';
import { JSON_TYPE } from '../../http/reply/send-reply.ts';
import { choice } from '../../http/input/fields.ts';
import type { Reply } from '../../http/reply/reply.ts';

/** Only a new release changes these replies, but a user may change language sooner: cached for minutes, not hours. */
const CACHE_CONTROL = 'private, max-age=300';

/** Language of the labels, independent of the caller's: a French firm may look up the Dutch name of a legal form. */
export const languageQuery = {
  lang: choice(LANGUAGES)
    .optional()
    .meta({
      type: 'string',
      enum: [...LANGUAGES],
      description: 'Language of the labels; by default that of the caller.',
    }),
};
export const LanguageQuery = z.object(languageQuery);

interface LanguageRequest {
  readonly query: { readonly lang?: Language | undefined };
  readonly language: Language;
}

export const getLabelLanguage = ({ query, language }: LanguageRequest): Language => query.lang ?? language;

/** Caches replies, built on first request, as the bytes that are sent; holds at most `most` of them. */
export function createReplyCache(most: number) {
  const kept = new LRUCache<string, Reply>({ max: most });
  return (key: string, language: Language, build: () => unknown): Reply => {
    const id = `${language} ${key}`;
    const known = kept.get(id);
    if (known !== undefined) return known;
    const reply = buildJsonReply(build(), language);
    kept.set(id, reply);
    return reply;
  };
}

/** Builds a reply in a language, with an ETag derived from its content. */
export function buildJsonReply(body: unknown, language: Language): Reply {
  const raw = JSON.stringify(body);
  const etag = `"${hash('sha256', raw, 'hex').slice(0, 32)}"`;
  const headers = {
    'Content-Type': JSON_TYPE,
    'Content-Language': language,
    'Cache-Control': CACHE_CONTROL,
    ETag: etag,
  };
  return { status: 200, raw, headers };
}
