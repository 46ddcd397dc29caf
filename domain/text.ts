/** Characters that are typed as plain letters, often two. */
const SPELLED_OUT: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', '’': "'" };

/** ASCII text has no accents; this covers most texts. */
const PLAIN = /^[\0-\x7f]*$/;

/** Normalises text for search: without accents, in lower case. */
export function toSearchable(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđł’]/g, (letter) => SPELLED_OUT[letter]!);
}
