/**
 * Finds the encoding of a text that does not declare it, by its words: in the right encoding accents are inside words,
 * apostrophes between letters, and the euro sign beside a number.
 */

/** Characters above 127 in the DOS code page, which some banks still use. */
export const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

type Candidate = 'windows-1252' | 'iso-8859-15' | 'cp850';

/** The most common one first: it is used if the words do not decide. */
const CANDIDATES: readonly Candidate[] = ['windows-1252', 'iso-8859-15', 'cp850'];

/** Characters of the bytes from 0x80 on. */
const UPPER: Readonly<Record<Candidate, string>> = {
  'windows-1252': decodeUpper('windows-1252'),
  'iso-8859-15': decodeUpper('iso-8859-15'),
  cp850: CP850,
};

function decodeUpper(encoding: Candidate): string {
  const bytes = Uint8Array.from({ length: 128 }, (_, at) => 0x80 + at);
  return new TextDecoder(encoding).decode(bytes, { stream: true });
}

/** Letters of French, Dutch, German and Luxembourgish. */
const LETTERS = new Set('éèêëàâäçîïôöûüùœæßÿÉÈÊËÀÂÄÇÎÏÔÖÛÜÙŒÆŸ');
const APOSTROPHES = new Set('’‘');
/** Signs between words, or beside numbers. */
const SIGNS = new Set('€“”„«»–—…•°§²³£µ·©®\u00a0');

export function detectByWords(bytes: Uint8Array): Candidate {
  const scores = CANDIDATES.map(() => 0);
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte < 0x80) continue;
    const [before, after] = [bytes[at - 1] ?? 0x20, bytes[at + 1] ?? 0x20];
    CANDIDATES.forEach((candidate, index) => {
      const upper = UPPER[candidate];
      const decode = (other: number): string => (other < 0x80 ? String.fromCharCode(other) : upper[other - 0x80]!);
      scores[index]! += rateCharacter(decode(byte), decode(before), decode(after));
    });
  }
  return CANDIDATES[scores.indexOf(Math.max(...scores))]!;
}

const isLetter = (character: string): boolean => /[A-Za-z]/.test(character) || LETTERS.has(character);

/** How well a character fits between its neighbours. */
function rateCharacter(character: string, before: string, after: string): number {
  const isInside = isLetter(before) && isLetter(after);
  const isBeside = isLetter(before) || isLetter(after);
  if (LETTERS.has(character)) {
    if (character === 'à' || character === 'À') return 2;
    // A capital after a small letter is unusual.
    if (/[a-z]/.test(before) && character !== 'ß' && character === character.toUpperCase()) return -1;
    return isBeside ? 2 : -1;
  }
  if (APOSTROPHES.has(character)) return isLetter(before) ? 2 : 0;
  if (SIGNS.has(character)) return isInside ? -2 : 1;
  return /[\u0080-\u009f\u2500-\u25ff]/.test(character) ? -3 : -1;
}
