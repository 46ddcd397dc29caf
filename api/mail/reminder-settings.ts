import { z } from 'zod';
import { DEBTORS } from '../../domain/reminders/settings.ts';
import { bool, choice, date, decimal, integer, list } from '../http/input/fields.ts';
import { decimalString, plainDate } from '../http/reply/output.ts';

/** Reminder settings that are lists: the levels, and interest rates by date. */

const MOST_LEVELS = 10;
const LARGEST = '999999999.99';

export const levelsInput = list(
  z
    .object({
      days: integer({ min: 0, max: 3_650 }),
      minimum: decimal(2, LARGEST).nullish(),
      interest: bool().nullish(),
      lump_sum: bool().nullish(),
    })
    .transform(({ days, minimum, interest, lump_sum }) => ({
      days,
      minimum: minimum ?? '0.00',
      interest: interest ?? false,
      lump_sum: lump_sum ?? false,
    })),
  { max: MOST_LEVELS },
);

export const Levels = z.array(
  z.object({
    days: z.int().meta({ description: 'Days after the due date at which the level is reached.' }),
    minimum: decimalString.meta({ description: 'No reminder below this total.' }),
    interest: z.boolean().meta({ description: 'Whether interest is charged.' }),
    lump_sum: z.boolean().meta({ description: 'Whether the statutory lump sum is charged.' }),
  }),
);

const MOST_RATES = 200;

export const ratesInput = list(z.object({ debtor: choice(DEBTORS), from: date(), rate: decimal(2, '100.00') }), {
  max: MOST_RATES,
});

export const Rates = z.array(
  z.object({
    debtor: z.enum(DEBTORS),
    from: plainDate,
    rate: decimalString.meta({ description: 'Annual rate in per cent.' }),
  }),
);
