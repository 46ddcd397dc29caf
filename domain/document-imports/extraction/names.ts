import { toSearchable } from '../../text.ts';

/** Company names in comparable form: without legal form and punctuation. */

const FORMS =
  /\b(?:s\.?a\.?r\.?l\.?|s\.? ?a ?r\.? ?l\.?|s\.?a\.?s\.?u?|s\.?a\.?|s\.?r\.?l\.?|b\.?v\.?b\.?a\.?|b\.?v\.?|n\.?v\.?|s\.?p\.?r\.?l\.?|s\.?c\.?r\.?l\.?|s\.?c\.?s\.?|s\.?n\.?c\.?|g\.?m\.?b\.?h\.?|a\.?g\.?|k\.?g\.?|u\.?g\.?|e\.? ?k\.?|o\.?h\.?g\.?|ltd|limited|inc|llc|plc|asbl|vzw|v\.?o\.?f\.?|comm\.? ?v|eurl|sci|scop|s\.?e\.?|cvba|cv|co|ab|aps|a\/s|sp\.? ?z ?o\.? ?o|e\.? ?g|gbr|mbh|s\.?p\.?a|s\.?l|lda|oy)(?![\p{L}])\.?/gu;

export const LEGAL_FORM =
  /(?:^|[\s,(])(?:S\.?A\.?R\.?L\.?|[Ss]\.? ?[àÀ] ?[rR]\.? ?[lL]\.?|S\.?A\.?S\.?U?|S\.?A\.?|S\.?R\.?L\.?|BVBA|B\.?V\.?|N\.?V\.?|SPRL|SCRL|SCS|SNC|GmbH(?: & Co\.? KG)?|AG|KG|UG|e\.K\.|OHG|Ltd\.?|Limited|Inc\.?|LLC|PLC|ASBL|VZW|VOF|EURL|SCI|CVBA|Comm\.?V|AB|ApS|A\/S|Sp\. ?z ?o\.? ?o\.?|Sàrl|eG|GbR|mbH|S\.?p\.?A\.?|Oy)(?:$|[\s,).-])/u;

export function stripLegalForm(name: string): string {
  return toSearchable(name)
    .replace(FORMS, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Only the letters and digits of a name, without its legal form: «Holzbau Reinhardt GmbH» is «holzbaureinhardt». */
export const toLetters = (name: string): string => stripLegalForm(name).replace(/[^a-z0-9]/g, '');

/** True if a text without accents and case contains the name, as whole words. */
export function hasName(plain: string, name: string): boolean {
  const bare = stripLegalForm(name);
  if (bare.length < 3) return false;
  const text = ` ${plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
  if (!text.includes(` ${bare.split(' ')[0]} `)) return false;
  // A legal form may be in the middle of a name.
  const isContained = text.includes(` ${bare} `) || ` ${stripLegalForm(plain)} `.includes(` ${bare} `);
  // Single words are too common to be a name in the middle of a sentence.
  return isContained && (bare.includes(' ') || text.trim().split(' ').length <= 4);
}
