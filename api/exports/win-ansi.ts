/**
 * The fonts that every PDF reader has know 217 characters, those of WinAnsi. A letter outside them is written with its
 * nearest Latin letters; what has none becomes a question mark, so that a reader sees that something stood there.
 */
export function winAnsi(text: string): string {
  if (PLAIN.test(text)) return text;
  let written = '';
  for (const character of text.normalize('NFC')) written += nearest(character);
  return written;
}

/** The same down to ASCII, for names of files. */
export function ascii(text: string): string {
  return [...winAnsi(text).normalize('NFD').replace(/\p{M}/gu, '')]
    .map((character) => (character <= '\x7e' ? character : (LETTERS.get(character) ?? '?')))
    .join('');
}

/** Most texts need no second look. */
const PLAIN = /^[\x20-\x7e\xa1-\xac\xae-\xff]*$/;
const BEYOND_LATIN_1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');
/** Invisible: marks of direction, joiners, variations. Nothing is lost without them. */
const INVISIBLE = /[\u00ad\u034f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]/;

function nearest(character: string): string {
  if (PLAIN.test(character) || BEYOND_LATIN_1.has(character)) return character;
  if (INVISIBLE.test(character)) return '';
  if (/[\s\p{Z}\p{Cc}]/u.test(character)) return character === '\u00a0' || character === '\u202f' ? '\u00a0' : ' ';
  const known = LETTERS.get(character);
  if (known !== undefined) return known;
  const taken = [...character.normalize('NFKD')].filter((part) => !/\p{M}/u.test(part));
  const simpler = taken.join('');
  if (simpler === character) return '?';
  return simpler === '' ? '' : taken.map(nearest).join('');
}

/** Alphabets side by side with what their letters are written as. */
const ALPHABETS: readonly (readonly [letters: string, latin: string])[] = [
  ['ł Ł đ Đ ħ Ħ ı ŧ Ŧ ŋ Ŋ ĸ ß ẞ æ Æ ø Ø œ Œ þ Þ ð', 'l L d D h H i t T ng NG k ss SS ae AE o O oe OE th Th d'],
  ['‐ ‑ ‒ ― − ′ ″ ‛ ‟ ⁄ ∕ „ “ ” ‘ ’ – — … €', '- - - - - \' " \' " / / " " " \' \' - - ... EUR'],
  ['α β γ δ ε ζ η θ ι κ λ μ ν ξ ο π ρ σ ς τ υ φ χ ψ ω', 'a v g d e z i th i k l m n x o p r s s t y f ch ps o'],
  ['Α Β Γ Δ Ε Ζ Η Θ Ι Κ Λ Μ Ν Ξ Ο Π Ρ Σ Τ Υ Φ Χ Ψ Ω', 'A V G D E Z I Th I K L M N X O P R S T Y F Ch Ps O'],
  ['а б в г д е ж з и й к л м н о п р с т у ф х ц ч', 'a b v g d e zh z i y k l m n o p r s t u f h ts ch'],
  ['ш щ ъ ы ь э ю я і ї є ґ ё', 'sh sht a y y e yu ya i yi ye g yo'],
  ['А Б В Г Д Е Ж З И Й К Л М Н О П Р С Т У Ф Х Ц Ч', 'A B V G D E Zh Z I Y K L M N O P R S T U F H Ts Ch'],
  ['Ш Щ Ъ Ы Ь Э Ю Я І Ї Є Ґ Ё', 'Sh Sht A Y Y E Yu Ya I Yi Ye G Yo'],
];

const LETTERS: ReadonlyMap<string, string> = new Map(
  ALPHABETS.flatMap(([letters, latin]) => {
    const written = latin.split(' ');
    return letters.split(' ').map((letter, index) => [letter, written[index]!] as const);
  }),
);
