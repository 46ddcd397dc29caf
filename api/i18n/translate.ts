import { IntlMessageFormat } from 'intl-messageformat';
import type { Language } from '../../domain/language.ts';
import { catalogue, isMessageKey } from './catalogue.ts';

export type MessageParams = Readonly<Record<string, string | number>>;

/** Compiled messages by language and key; the catalogue bounds its size. */
const compiled = new Map<string, IntlMessageFormat>();

/** The message of a key. A key that the catalogue does not know still gives a sentence, which names it. */
export function translate(key: string, language: Language, params: MessageParams = {}): string {
  if (!isMessageKey(key)) return translate('refused', language, { code: key });
  const source = catalogue[key][language];
  if (!source.includes('{')) return source;
  const id = `${language}:${key}`;
  let message = compiled.get(id);
  if (message === undefined) {
    message = new IntlMessageFormat(source, language, undefined, { ignoreTag: true });
    compiled.set(id, message);
  }
  try {
    return String(message.format(params));
  } catch {
    // A parameter that the caller forgot must not turn a refusal into an internal error.
    return source.replace(/\{(\w+)[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, (_, name: string) => String(params[name] ?? name));
  }
}
