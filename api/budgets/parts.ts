import { z } from 'zod';
import { MAX_WEIGHT, MOST_LINES, type BudgetLine } from '../../domain/budgets/lines.ts';
import { SPREADS } from '../../domain/budgets/spread.ts';
import { declareShape } from '../http/input/declared-shape.ts';
import { amount, choice, decimal, id, list, text } from '../http/input/fields.ts';
import { decimalString, recordId } from '../http/reply/output.ts';

/** Budget lines: input and output schemas. */

/** Upper bound: a long fiscal year has no more months. */
const MOST_PERIODS = 36;

const ACCOUNT_WORDS =
  'Account number, or number prefix of a group of accounts. An account counts in the line with the most specific number.';
const AMOUNT_WORDS =
  'Amount for the year. Income is positive as a credit, everything else as a debit. Default: the sum of the periods.';
const SPREAD_WORDS =
  'How the year is spread over its periods: `even`, `last_year` (like the accounts in the previous year), by `weights`, or as given in `periods`. A list of weights is accepted too.';

export const BudgetLines = z.array(
  z
    .object({
      account: z.string().nullable().meta({ description: ACCOUNT_WORDS }),
      analytic_code_id: recordId.nullable(),
      amount: decimalString.meta({ description: 'Amount for the year: the sum of its periods.' }),
      spread: z.enum(SPREADS).meta({ description: 'How the yearly amount was spread over the periods.' }),
      weights: z.array(decimalString).nullable().meta({ description: 'For a spread by weights: one per period.' }),
      periods: z.array(decimalString).meta({ description: 'Amounts per period, in order.' }),
    })
    .meta({ id: 'BudgetLine' }),
);

const weights = list(decimal(2, MAX_WEIGHT), { max: MOST_PERIODS });
const spreadWord = choice(SPREADS);
const Spread = z.union([z.enum(SPREADS), z.array(z.string()).max(MOST_PERIODS)]);
const { $schema: _dialect, ...documented } = z.toJSONSchema(Spread, { io: 'input' });

/** A keyword, or the weights themselves. */
const givenSpread = declareShape(
  z
    .unknown()
    .transform((given, context) => {
      const read = (Array.isArray(given) ? weights : spreadWord).safeParse(given);
      if (read.success) return read.data;
      context.issues.push(...read.error.issues.map((issue) => ({ ...issue, input: given }) as z.core.$ZodRawIssue));
      return z.NEVER;
    })
    .meta({ ...documented, description: SPREAD_WORDS }),
  Spread,
);

export const budgetLinesInput = list(
  z
    .object({
      account: text(20).nullish().meta({ description: ACCOUNT_WORDS }),
      analytic_code_id: id().nullish(),
      amount: amount({ signed: true }).nullish().meta({ description: AMOUNT_WORDS }),
      spread: givenSpread.nullish().meta({ description: SPREAD_WORDS }),
      weights: weights.nullish().meta({ description: 'For a spread by weights: one per period.' }),
      periods: list(amount({ signed: true }), { max: MOST_PERIODS })
        .nullish()
        .meta({ description: 'One amount per period; together they make up the total.' }),
    })
    .transform(({ spread, weights: given, ...line }) =>
      Array.isArray(spread)
        ? { ...line, spread: 'weights' as const, weights: spread }
        : { ...line, spread: spread ?? null, weights: given ?? null },
    ),
  { max: MOST_LINES },
);

export const presentBudgetLines = (stored: unknown): readonly BudgetLine[] => (stored ?? []) as readonly BudgetLine[];
