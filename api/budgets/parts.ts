import { z } from 'zod';
import { MAX_WEIGHT, MOST_LINES, type BudgetLine } from '../../domain/budgets/lines.ts';
import { SPREADS } from '../../domain/budgets/spread.ts';
import { declareShape } from '../http/input/declared-shape.ts';
import { amount, choice, decimal, id, list, text } from '../http/input/fields.ts';
import { decimalString, recordId } from '../http/reply/output.ts';

/** The lines of a budget, as they are taken and shown. */

/** A year of two years has no more months. */
const MOST_PERIODS = 36;

const ACCOUNT_WORDS =
  'Number of an account, or how the numbers of a group of accounts begin. An account counts in the line that names it most exactly.';
const AMOUNT_WORDS =
  'Of the year. Income is positive when it is a credit, everything else when it is a debit. Absent: what the periods come to.';
const SPREAD_WORDS =
  'How the year is spread over its periods: `even`, `last_year` as the accounts went in the year before, by `weights`, or as the `periods` say. A list of weights is taken too.';

export const BudgetLines = z.array(
  z
    .object({
      account: z.string().nullable().meta({ description: ACCOUNT_WORDS }),
      analytic_code_id: recordId.nullable(),
      amount: decimalString.meta({ description: 'Of the year: what its periods come to.' }),
      spread: z.enum(SPREADS).meta({ description: 'How the amount of the year became those of its periods.' }),
      weights: z.array(decimalString).nullable().meta({ description: 'Of a spread by weights, one a period.' }),
      periods: z.array(decimalString).meta({ description: 'Amounts of the periods, in their order.' }),
    })
    .meta({ id: 'BudgetLine' }),
);

const weights = list(decimal(2, MAX_WEIGHT), { max: MOST_PERIODS });
const spreadWord = choice(SPREADS);
const Spread = z.union([z.enum(SPREADS), z.array(z.string()).max(MOST_PERIODS)]);
const { $schema: _dialect, ...documented } = z.toJSONSchema(Spread, { io: 'input' });

/** A word, or the weights themselves. */
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
      weights: weights.nullish().meta({ description: 'One a period, of a spread by weights.' }),
      periods: list(amount({ signed: true }), { max: MOST_PERIODS })
        .nullish()
        .meta({ description: 'One a period; together they are the amount.' }),
    })
    .transform(({ spread, weights: given, ...line }) =>
      Array.isArray(spread)
        ? { ...line, spread: 'weights' as const, weights: spread }
        : { ...line, spread: spread ?? null, weights: given ?? null },
    ),
  { max: MOST_LINES },
);

export const presentBudgetLines = (stored: unknown): readonly BudgetLine[] => (stored ?? []) as readonly BudgetLine[];
