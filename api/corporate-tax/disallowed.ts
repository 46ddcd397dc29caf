import { z } from 'zod';
import { decimal, list, text } from '../http/input/fields.ts';
import { decimalString } from '../http/reply/output.ts';

/** Setting: the disallowed part of expenses by account, in addition to the rules of the country or instead of them. */

const MOST_RULES = 200;

const accounts = () =>
  text(20)
    .refine((value) => /^\d+$/.test(value), { params: { key: 'digits_only' } })
    .meta({ type: 'string', pattern: '^[0-9]+$', maxLength: 20, examples: ['6142'] });

export const disallowedInput = list(z.object({ accounts: accounts(), percent: decimal(2, '100.00') }), {
  max: MOST_RULES,
});
export const DisallowedExpenses = z.array(z.object({ accounts: z.string(), percent: decimalString }));
