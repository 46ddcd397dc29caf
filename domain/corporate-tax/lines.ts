import type { PackCorporateTax, TaxCode } from '../country-packs/corporate-tax.ts';
import type { DisallowedExpense } from '../country-packs/corporate-tax.ts';

/** The lines of an estimate, in their order. */

/** Amounts that only a person knows; `prepayments` is read from the books unless someone sets it. */
export const MANUAL_CODES = ['additions', 'deductions', 'carried_losses', 'prepayments'] as const;
export type ManualCode = (typeof MANUAL_CODES)[number];

/** What the books or the law say. */
export const COMPUTED_CODES = ['result', 'tax_booked', 'losses_used'] as const;

const DISALLOWED = 'disallowed_';
export type DisallowedCode = `${typeof DISALLOWED}${string}`;
export type LineCode = ManualCode | (typeof COMPUTED_CODES)[number] | TaxCode | DisallowedCode;

export const buildDisallowedCode = (accounts: string): DisallowedCode => `${DISALLOWED}${accounts}`;

/** The prefix of a line of disallowed expenses; null for any other line. */
export const findDisallowedAccounts = (code: string): string | null =>
  code.startsWith(DISALLOWED) ? code.slice(DISALLOWED.length) : null;

/** The rules of the country with those of the company file, which win for the same accounts; 0 % removes a rule. */
export function listDisallowed(
  { disallowed }: PackCorporateTax,
  own: readonly DisallowedExpense[],
): readonly DisallowedExpense[] {
  const isOwn = ({ accounts }: DisallowedExpense): boolean => own.some((one) => one.accounts === accounts);
  return [...disallowed.filter((one) => !isOwn(one)), ...own]
    .filter(({ percent }) => Number(percent) > 0)
    .sort((one, other) => (one.accounts < other.accounts ? -1 : 1));
}
