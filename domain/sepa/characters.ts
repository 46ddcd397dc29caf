/**
 * Converts text to the characters that every SEPA bank accepts: basic Latin letters, digits and a few symbols. Accents
 * are removed, ligatures become two letters, and unknown characters become spaces, so that words stay separate.
 */
const WRITTEN_AS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ł: 'l',
  Ł: 'L',
  þ: 'th',
  Þ: 'TH',
  ı: 'i',
  ĳ: 'ij',
  Ĳ: 'IJ',
  '€': 'EUR',
  '&': '+',
  '@': '(at)',
  _: '-',
  '’': "'",
  '‘': "'",
  '“': "'",
  '”': "'",
  '«': "'",
  '»': "'",
  '"': "'",
  '–': '-',
  '—': '-',
  '…': '...',
  '*': '.',
  ';': ',',
  ...buildTransliterations(),
};

const ALLOWED = /[A-Za-z0-9/\-?:().,'+ ]/;

export function toBankCharacters(text: string): string {
  let written = '';
  for (const sign of text) written += toLatin(sign);
  return written.replace(/ +/g, ' ').trim();
}

function toLatin(sign: string): string {
  if (ALLOWED.test(sign)) return sign;
  const known = WRITTEN_AS[sign];
  if (known !== undefined) return known;
  const bare = [...sign.normalize('NFKD').replace(/\p{Mn}/gu, '')];
  return bare.map((one) => (ALLOWED.test(one) ? one : (WRITTEN_AS[one] ?? ' '))).join('');
}

/** Truncates to a maximum length. References must also not begin or end with a slash, or contain two in a row. */
export function formatBankText(text: string, longest: number): string {
  return toBankCharacters(text).slice(0, longest).trim();
}

export function formatBankReference(text: string, longest = 35): string {
  return toBankCharacters(text)
    .replace(/\/{2,}/g, '/')
    .slice(0, longest)
    .replace(/^[/ ]+|[/ ]+$/g, '');
}

/** Names from Greece and Bulgaria use their own alphabets, but SEPA requires Latin letters. */
function buildTransliterations(): Record<string, string> {
  const pairs =
    'αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo ' +
    'аa бb вv гg дd еe жzh зz иi йy кk лl мm нn оo пp рr сs тt уu фf хh цts чch шsh щsht ъa ьy юyu яya';
  const table: Record<string, string> = {};
  for (const pair of pairs.split(' ')) {
    const [letter, ...latin] = pair;
    const lower = latin.join('');
    table[letter!] = lower;
    table[letter!.toUpperCase()] = lower.toUpperCase();
  }
  return table;
}
