import type { SignedAmount } from '../../money.ts';
import { parseAmountDigits, withSign } from '../fields.ts';

/** Punched cards had no column for a sign: the last digit carries it. */
const POSITIVE = '{ABCDEFGHI';
const NEGATIVE = '}JKLMNOPQR';

/** Null for an invalid amount or fractions of a cent. */
export function parseOverpunched(text: string, decimals: number): SignedAmount | null {
  const last = text.slice(-1);
  const [plus, minus] = [POSITIVE.indexOf(last), NEGATIVE.indexOf(last)];
  const digit = plus >= 0 ? plus : minus;
  if (digit < 0 || !/^\d+$/.test(text.slice(0, -1))) return null;
  const amount = parseAmountDigits(`${text.slice(0, -1)}${digit}`, decimals);
  return amount === null ? null : withSign(minus >= 0, amount);
}

/** The reverse: formats an amount for a file. */
export function formatOverpunched(amount: SignedAmount, digits: number): string {
  const isNegative = amount.startsWith('-');
  const cents = amount.replace(/[-.]/g, '').padStart(digits, '0');
  return cents.slice(0, -1) + (isNegative ? NEGATIVE : POSITIVE)[Number(cents.slice(-1))]!;
}
