import type { SignedAmount } from '../../money.ts';
import { amountOf, signed } from '../fields.ts';

/** Punched cards had no room for a sign: the last digit carries it. */
const POSITIVE = '{ABCDEFGHI';
const NEGATIVE = '}JKLMNOPQR';

/** Null for what is no such amount, or has parts of a cent. */
export function overpunched(text: string, decimals: number): SignedAmount | null {
  const last = text.slice(-1);
  const [plus, minus] = [POSITIVE.indexOf(last), NEGATIVE.indexOf(last)];
  const digit = plus >= 0 ? plus : minus;
  if (digit < 0 || !/^\d+$/.test(text.slice(0, -1))) return null;
  const amount = amountOf(`${text.slice(0, -1)}${digit}`, decimals);
  return amount === null ? null : signed(minus >= 0, amount);
}

/** The same the other way round: what a file is written with. */
export function overpunch(amount: SignedAmount, digits: number): string {
  const isNegative = amount.startsWith('-');
  const cents = amount.replace(/[-.]/g, '').padStart(digits, '0');
  return cents.slice(0, -1) + (isNegative ? NEGATIVE : POSITIVE)[Number(cents.slice(-1))]!;
}
