import { currencies } from '../../reference/currencies.ts';

/** Currency of the amounts: the one that is stated, otherwise the most frequent one beside them. */
export interface FoundCurrency {
  readonly code: string;
  /** False if two currencies are about as frequent. */
  readonly isClear: boolean;
  /** False if the document names none. */
  readonly isFound: boolean;
}

/** Signs with the same meaning everywhere. */
const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR', '£': 'GBP', '¥': 'JPY', $: 'USD', US$: 'USD', 'Fr.': 'CHF', 'SFr.': 'CHF', sFr: 'CHF', zł: 'PLN', Kč: 'CZK', Ft: 'HUF',
}; // oxfmt-ignore
/** Signs whose meaning depends on the country of the sender. */
const NATIONAL_SIGNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kr: { SE: 'SEK', DK: 'DKK', NO: 'NOK', IS: 'ISK' },
  $: { CA: 'CAD', AU: 'AUD', NZ: 'NZD', SG: 'SGD', HK: 'HKD' },
};
/** Codes of invoices that are common enough to make a whole number beside them an amount. */
const COMMON_CODES =
  'EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|ISK|JPY|CNY|CAD|AUD|NZD|SGD|HKD|INR|TRY|ZAR|AED|MAD|TND';
const SIGN_PATTERNS = 'US\\$|[€$£¥]|[Ss]?Fr\\.|kr(?![a-z])\\.?|zł|Kč|Ft(?![a-z])';

/** Any currency beside an amount, as a pattern without groups. */
export const CURRENCY_PATTERN = `(?:${COMMON_CODES}|${SIGN_PATTERNS})`;

const CODES = new Set(currencies.filter(({ kind }) => kind === 'currency').map(({ code }) => code));
const AMOUNT = "-?\\d[\\d.,'’\\u00a0\\u202f ]*";
/** Codes count only next to an amount, because some are also words; signs of letters only next to decimals. */
const BEFORE = new RegExp(
  `(?<![A-Za-z])(?:([A-Z]{3}|US\\$|[€$£¥])[^\\S\\n]{0,3}${AMOUNT}|([Ss]?Fr\\.|kr\\.?)[^\\S\\n]{0,3}${AMOUNT}?[.,]\\d{2}(?![.,]?\\d))`,
  'g',
);
const AFTER = new RegExp(`\\d[.,]\\d{2}[^\\S\\n]{0,3}([A-Z]{3}|${SIGN_PATTERNS})(?![A-Za-z])`, 'g');
/** «Capital social 18.600 EUR» says nothing about the amounts of the document. */
const OTHER_AMOUNTS = /^.*\b(?:capital|kapitaal|kapital|stammkapital)\b.*$/gim;
/** A stated currency outweighs some amounts in another one. */
const STATED = 4;

export function detectCurrency(text: string, country: string | null = null): FoundCurrency {
  const counts = new Map<string, number>();
  const count = (code: string | undefined, weight: number): void => {
    if (code !== undefined && CODES.has(code)) counts.set(code, (counts.get(code) ?? 0) + weight);
  };
  const amounts = text.replace(OTHER_AMOUNTS, '');
  for (const [, code, sign] of amounts.matchAll(BEFORE)) count(resolveSign((code ?? sign)!, country), 1);
  for (const [, sign] of amounts.matchAll(AFTER)) count(resolveSign(sign!, country), 1);
  for (const code of findStatedCurrencies(text)) count(code, STATED);
  const [first, second] = [...counts].sort(([, one], [, other]) => other - one);
  if (!first) return { code: 'EUR', isClear: true, isFound: false };
  return { code: first[0], isClear: !second || first[1] > 2 * second[1], isFound: true };
}

function resolveSign(sign: string, country: string | null): string | undefined {
  const national = NATIONAL_SIGNS[sign.replace(/\.$/, '')]?.[country ?? ''];
  return national ?? SIGNS[sign] ?? (/^[A-Z]{3}$/.test(sign) ? sign : undefined);
}

const STATEMENT =
  /(?:devise|monnaie|munt|valuta|currency|w(?:a|ä|ae)hrung)[^\S\n]{0,3}[:|]?[^\S\n]{0,3}\(?([A-Z]{3})(?![A-Za-z])|(?<!(?:tva|btw|vat|mwst|mehrwertsteuer|ust|tax|steuer)[a-z.-]{0,12} ?)(?:(?:montants?|bedrag(?:en)?|amounts?|betr(?:a|ä)ge?|betrag|prix|prijs|preise?|prices?|total|totaal|summe)\s(?:en|in)\s|(?:montant|bedrag|amount|betrag|total|totaal|preis|prijs|prix|price|gesamtpreis|einzelpreis)\s?[([])([A-Z]{3})(?![A-Za-z])/gi;

/** «Montants en CHF», «Currency: USD», «Betrag (GBP)». */
const findStatedCurrencies = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(STATEMENT)]
      .map(([, label, unit]) => (label ?? unit)!)
      .filter((code) => code === code.toUpperCase()),
  );
