import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { LANGUAGES, type Language } from '../../../domain/language.ts';
import { JSON_TYPE } from '../../http/reply/send-reply.ts';
import { choice } from '../../http/input/fields.ts';
import type { Reply } from '../../http/reply/reply.ts';

/** Only a new release changes these answers; the language of a user may change sooner, so it is not kept for hours. */
const CACHE_CONTROL = 'private, max-age=300';

/** The language of the labels, whatever that of the caller: a French firm looks up how a form is called in Dutch. */
export const languageQuery = {
  lang: choice(LANGUAGES)
    .optional()
    .meta({ type: 'string', enum: [...LANGUAGES], description: 'Language of the labels; absent: that of the caller.' }),
};
export const LanguageQuery = z.object(languageQuery);

interface LanguageRequest {
  readonly query: { readonly lang?: Language | undefined };
  readonly language: Language;
}

export const labelLanguage = ({ query, language }: LanguageRequest): Language => query.lang ?? language;

/** Answers that are built when first requested, and kept as the bytes that are sent: at most so many. */
export function keptAnswers(most: number) {
  const kept = new LRUCache<string, Reply>({ max: most });
  return (key: string, language: Language, build: () => unknown): Reply => {
    const id = `${language} ${key}`;
    const known = kept.get(id);
    if (known !== undefined) return known;
    const reply = jsonAnswer(build(), language);
    kept.set(id, reply);
    return reply;
  };
}

/** The answer in a language, with an ETag by its content. */
export function jsonAnswer(body: unknown, language: Language): Reply {
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
