import { findIban } from '../account-numbers.ts';
import { cleanText, type StatementAccount } from '../statement.ts';

const BIC = /^([A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)\/(.+)$/;
const CURRENCY = /^(.{5,}?)\/?[A-Z]{3}$/;

/** Field 25: an account number, with the BIC before it or the currency behind it. Null if it is empty. */
export function parseAccountField(text: string): StatementAccount | null {
  const said = cleanText(text)?.replaceAll(' ', '');
  if (said === undefined) return null;
  const [, bic = null, rest = said] = BIC.exec(said) ?? [];
  const withoutCurrency = CURRENCY.exec(rest)?.[1];
  const iban = findIban(rest) ?? (withoutCurrency === undefined ? null : findIban(withoutCurrency));
  return { iban, number: iban ?? rest, bic, holder: null };
}
