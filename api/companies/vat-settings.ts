import { z } from 'zod';
import { VAT_REGIMES } from '../../domain/companies/company-events.ts';
import { LISTING_KINDS } from '../../domain/companies/vat-filings.ts';
import { choice, date, decimal, integer, list, text } from '../http/input/fields.ts';
import { decimalString, plainDate } from '../http/reply/output.ts';

/** VAT settings that are lists: regimes by date, pro rata by year, and other filings. */

const FIRST_YEAR = 1900;
const LAST_YEAR = 2999;
const year = () => integer({ min: FIRST_YEAR, max: LAST_YEAR });

const MOST_REGIMES = 50;
export const regimesInput = list(z.object({ regime: choice(VAT_REGIMES), from: date() }), { max: MOST_REGIMES });
export const Regimes = z.array(z.object({ regime: z.enum(VAT_REGIMES), from: plainDate }));

const MOST_YEARS = 100;
export const proRataInput = list(z.object({ year: year(), percent: decimal(2, '100.00') }), { max: MOST_YEARS });
export const ProRataYears = z.array(z.object({ year: z.int(), percent: decimalString }));

const MOST_FILINGS = 2_000;
export const filingsInput = list(
  z
    .object({
      kind: choice(LISTING_KINDS),
      year: year(),
      period: integer({ min: 1, max: 12 }).nullish(),
      filed_on: date(),
      reference: text(100).nullish(),
    })
    .transform(({ period, reference, ...given }) => ({ ...given, period: period ?? 1, reference: reference ?? null })),
  { max: MOST_FILINGS },
);
export const Filings = z.array(
  z.object({
    kind: z.enum(LISTING_KINDS),
    year: z.int(),
    period: z.int(),
    filed_on: plainDate,
    reference: z.string().nullable(),
  }),
);
