import { normaliseIban } from '../numbers/iban.ts';
import { computeFrenchIban } from './cfonb/french-iban.ts';
import { toBelgianIban } from './coda/account.ts';

/** Finds the IBAN of an account that a bank writes in the national notation. Null if there is none. */
export function findIban(number: string): string | null {
  const compact = number.replace(/[\s.-]/g, '').toUpperCase();
  return normaliseIban(compact) ?? toBelgianIban(compact) ?? findFrenchIban(compact);
}

const FRENCH = /^(\d{5})(\d{5})([0-9A-Z]{11})(\d{2})?$/;

/** Bank, branch and account, with or without the check key. */
function findFrenchIban(number: string): string | null {
  const [, bank, branch, account, key] = FRENCH.exec(number) ?? [];
  if (bank === undefined || branch === undefined || account === undefined) return null;
  const iban = computeFrenchIban(bank, branch, account);
  return key === undefined || iban?.endsWith(key) ? iban : null;
}
