import { LRUCache } from 'lru-cache';
import type { Language } from '../../../domain/language.ts';
import { isLanguage } from '../../../domain/language.ts';

export const DEFAULT_LANGUAGE: Language = 'fr';

/** Clients send few different headers: recent ones are cached. */
const remembered = new LRUCache<string, Language | 'none'>({ max: 500 });
const MAX_HEADER_LENGTH = 200;

/** The best supported language in an `Accept-Language` header, or null if it names none. */
export function findAcceptedLanguage(header: string | undefined): Language | null {
  if (header === undefined || header.length > MAX_HEADER_LENGTH) return null;
  const known = remembered.get(header);
  if (known !== undefined) return known === 'none' ? null : known;
  const found = findBestLanguage(header);
  remembered.set(header, found ?? 'none');
  return found;
}

function findBestLanguage(header: string): Language | null {
  let best: Language | null = null;
  let bestQuality = 0;
  for (const range of header.split(',')) {
    const [tag = '', ...params] = range.trim().toLowerCase().split(';');
    const language = tag.split('-')[0]!.trim();
    const quality = parseQuality(params);
    // For equal quality the first one wins; a quality of 0 means "not acceptable".
    if (isLanguage(language) && quality > bestQuality) {
      best = language;
      bestQuality = quality;
    }
  }
  return best;
}

function parseQuality(params: readonly string[]): number {
  const text = params.map((param) => param.trim()).find((param) => param.startsWith('q='));
  if (text === undefined) return 1;
  const quality = Number(text.slice(2));
  return quality >= 0 && quality <= 1 ? quality : 0;
}
