/**
 * Text as every bank of the scheme takes it: the basic Latin letters, digits and a few signs. Accents are left off, letters that
 * stand for two are written as two, and what has no counterpart becomes a space, so that words stay apart.
 */
const WRITTEN_AS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', ł: 'l', Ł: 'L' },
  ...{ þ: 'th', Þ: 'TH', ı: 'i', ĳ: 'ij', Ĳ: 'IJ', '€': 'EUR', '&': '+', '@': '(at)', _: '-', '’': "'", '‘': "'" },
  ...{ '“': "'", '”': "'", '«': "'", '»': "'", '"': "'", '–': '-', '—': '-', '…': '...', '*': '.', ';': ',' },
  ...greekAndCyrillic(),
};

const ALLOWED = /[A-Za-z0-9/\-?:().,'+ ]/;

export function inBankCharacters(text: string): string {
  let written = '';
  for (const sign of text) written += inLatin(sign);
  return written.replace(/ +/g, ' ').trim();
}

function inLatin(sign: string): string {
  if (ALLOWED.test(sign)) return sign;
  const known = WRITTEN_AS[sign];
  if (known !== undefined) return known;
  const bare = [...sign.normalize('NFKD').replace(/\p{Mn}/gu, '')];
  return bare.map((one) => (ALLOWED.test(one) ? one : (WRITTEN_AS[one] ?? ' '))).join('');
}

/** At most so many characters; an identification neither begins nor ends with a slash, nor has two in a row. */
export function bankText(text: string, longest: number): string {
  return inBankCharacters(text).slice(0, longest).trim();
}

export function bankReference(text: string, longest = 35): string {
  return inBankCharacters(text)
    .replace(/\/{2,}/g, '/')
    .slice(0, longest)
    .replace(/^[/ ]+|[/ ]+$/g, '');
}

/** Names from Greece and Bulgaria come in their own letters, and the scheme asks for Latin ones. */
function greekAndCyrillic(): Record<string, string> {
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
