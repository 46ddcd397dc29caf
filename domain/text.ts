/** Letters that are one for the eye and two for the keyboard. */
const SPELLED_OUT: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', '’': "'" };

/** Nothing here has an accent, and most texts hold nothing else. */
const PLAIN = /^[\0-\x7f]*$/;

/** Text as a search compares it: without accents and case. */
export function searchable(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđł’]/g, (letter) => SPELLED_OUT[letter]!);
}
