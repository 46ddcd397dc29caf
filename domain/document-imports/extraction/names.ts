import { searchable } from '../../text.ts';

/** Names of enterprises, and what of them is compared: without their legal form and what stands between words. */

const FORMS =
  /\b(?:s\.?a\.?r\.?l\.?|s\.? ?a ?r\.? ?l\.?|s\.?a\.?s\.?u?|s\.?a\.?|s\.?r\.?l\.?|b\.?v\.?b\.?a\.?|b\.?v\.?|n\.?v\.?|s\.?p\.?r\.?l\.?|s\.?c\.?r\.?l\.?|s\.?c\.?s\.?|s\.?n\.?c\.?|g\.?m\.?b\.?h\.?|a\.?g\.?|k\.?g\.?|u\.?g\.?|e\.? ?k\.?|o\.?h\.?g\.?|ltd|limited|inc|llc|plc|asbl|vzw|v\.?o\.?f\.?|comm\.? ?v|eurl|sci|scop|s\.?e\.?|cvba|cv|co)(?![\p{L}])\.?/gu;

export const LEGAL_FORM =
  /(?:^|[\s,(])(?:S\.?A\.?R\.?L\.?|S\.? ?à ?r\.? ?l\.?|S\.?A\.?S\.?U?|S\.?A\.?|S\.?R\.?L\.?|BVBA|B\.?V\.?|N\.?V\.?|SPRL|SCRL|SCS|SNC|GmbH(?: & Co\.? KG)?|AG|KG|UG|e\.K\.|OHG|Ltd\.?|Limited|Inc\.?|LLC|PLC|ASBL|VZW|VOF|EURL|SCI|CVBA|Comm\.?V)(?:$|[\s,).-])/u;

export function bareName(name: string): string {
  return searchable(name)
    .replace(FORMS, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Whether a text without accents and case has the name in it, as whole words. */
export function hasName(plain: string, name: string): boolean {
  const bare = bareName(name);
  if (bare.length < 3) return false;
  const text = ` ${plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
  // Single words are too common to be a name in the middle of a sentence.
  return text.includes(` ${bare} `) && (bare.includes(' ') || text.trim().split(' ').length <= 4);
}
