import { findCountryPack } from '../country-packs/index.ts';
import type { Problem } from '../refusal.ts';

/** Codes of mentions have no blanks and capitals; own words have. */
const CODE = /^[a-z0-9_]+$/;

export const isMentionCode = (mention: string): boolean => CODE.test(mention);

/** A code must be a mention of the country that a VAT code can have. */
export function findMentionProblems(mention: string | null, country: string): readonly Problem[] {
  if (mention === null || !isMentionCode(mention)) return [];
  const known = findCountryPack(country)!.mentions.filter(({ on }) => on === 'vat_code');
  if (known.some(({ code }) => code === mention)) return [];
  const mentions = [...new Set(known.map(({ code }) => code))].join(', ');
  return [{ code: 'mention_unknown', field: 'mention', params: { mentions } }];
}
