import { currencies } from '../../reference/currencies.ts';

/** Currency of the amounts: the most frequent one. */
const SIGNS: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP', '¥': 'JPY' };
const CODES = new Set(currencies.filter(({ kind }) => kind === 'currency').map(({ code }) => code));
/** Codes count only next to an amount, because some are also words. */
const BESIDE = /(?<![A-Za-z])([A-Z]{3}|[€$£¥])\s?-?\d[\d.,' ]*|\d[.,]\d{2}\s?([A-Z]{3}|[€$£¥])(?![A-Za-z])/g;

export function detectCurrency(text: string): { readonly code: string; readonly isClear: boolean } {
  const counts = new Map<string, number>();
  for (const [, before, after] of text.matchAll(BESIDE)) {
    const sign = before ?? after!;
    const code = SIGNS[sign] ?? sign;
    if (CODES.has(code)) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const [first, second] = [...counts].sort(([, one], [, other]) => other - one);
  if (!first) return { code: findStatedCurrency(text) ?? 'EUR', isClear: true };
  return { code: first[0], isClear: !second || first[1] > 2 * second[1] };
}

/** «Montants en CHF», «Currency: USD». */
const findStatedCurrency = (text: string): string | null => {
  const code =
    /(?:devise|munt|valuta|currency|wahrung|währung|montants en|bedragen in|amounts in|beträge in)\W{0,4}([A-Z]{3})\b/i
      .exec(text)?.[1]
      ?.toUpperCase();
  return code !== undefined && CODES.has(code) ? code : null;
};
