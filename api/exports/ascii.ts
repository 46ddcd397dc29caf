/**
 * Transliterates a text to ASCII, for the fallback file name of old clients: letters become their nearest Latin letters,
 * anything else a question mark.
 */
export function toAscii(text: string): string {
  let written = '';
  for (const character of text.normalize('NFC')) written += transliterate(character);
  return written;
}

/** Invisible characters: direction marks, joiners, variation selectors. They can be removed safely. */
export const INVISIBLE = /[\u00ad\u034f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]/g;

function transliterate(character: string): string {
  if (character >= ' ' && character <= '~') return character;
  if (character.replace(INVISIBLE, '') === '') return '';
  if (/[\s\p{Z}\p{Cc}]/u.test(character)) return ' ';
  const known = LETTERS.get(character);
  if (known !== undefined) return known;
  const parts = [...character.normalize('NFKD')].filter((part) => !/\p{M}/u.test(part));
  return parts.join('') === character ? '?' : parts.map(transliterate).join('');
}

/** Alphabets with the Latin transliteration of their letters. */
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
