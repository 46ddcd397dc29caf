import { LRUCache } from 'lru-cache';
import type { Language } from '../../../domain/language.ts';
import { isLanguage } from '../../../domain/language.ts';

export const DEFAULT_LANGUAGE: Language = 'fr';

/** Clients send few different headers: those of late are remembered. */
const remembered = new LRUCache<string, Language | 'none'>({ max: 500 });
const MAX_HEADER_LENGTH = 200;

/** The best of our languages in an `Accept-Language` header, or null when it names none of them. */
export function acceptedLanguage(header: string | undefined): Language | null {
  if (header === undefined || header.length > MAX_HEADER_LENGTH) return null;
  const known = remembered.get(header);
  if (known !== undefined) return known === 'none' ? null : known;
  const found = bestLanguage(header);
  remembered.set(header, found ?? 'none');
  return found;
}

function bestLanguage(header: string): Language | null {
  let best: Language | null = null;
  let bestQuality = 0;
  for (const range of header.split(',')) {
    const [tag = '', ...params] = range.trim().toLowerCase().split(';');
    const language = tag.split('-')[0]!.trim();
    const quality = qualityOf(params);
    // Of equal wishes the first one wins; a quality of 0 means "never this".
    if (isLanguage(language) && quality > bestQuality) {
      best = language;
      bestQuality = quality;
    }
  }
  return best;
}

function qualityOf(params: readonly string[]): number {
  const text = params.map((param) => param.trim()).find((param) => param.startsWith('q='));
  if (text === undefined) return 1;
  const quality = Number(text.slice(2));
  return quality >= 0 && quality <= 1 ? quality : 0;
}
