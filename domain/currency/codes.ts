import { currencies } from '../reference/currencies.ts';

/** Currencies that amounts may have: those of ISO 4217 that payments are made in, with their number of decimals. */

const minorUnits: ReadonlyMap<string, number> = new Map(
  currencies.filter(({ kind }) => kind === 'currency').map((currency) => [currency.code, currency.minorUnits ?? 2]),
);

export const CURRENCY_CODES: readonly string[] = [...minorUnits.keys()];

export const isCurrencyCode = (code: string): boolean => minorUnits.has(code);

/** Decimals of an amount of this currency. Amounts of the service never have more than two. */
export const countMinorUnits = (code: string): number => Math.min(minorUnits.get(code) ?? 2, 2);
