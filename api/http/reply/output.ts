import { z } from 'zod';

/** Building blocks of response schemas. */

/** `2026-01-05T10:00:00.000000Z` */
export const timestamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  .meta({ format: 'date-time', examples: ['2026-01-05T10:00:00.000000Z'] });

/** A record date, shown as a timestamp with a zero time. */
export const dateTimestamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT00:00:00\.000000Z$/)
  .meta({ format: 'date-time', examples: ['2026-01-05T00:00:00.000000Z'] });

/** A plain date, `YYYY-MM-DD`. */
export const plainDate = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .meta({ format: 'date', examples: ['2026-01-05'] });

/** An amount, as a string with two decimals. */
export const decimalString = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .meta({ examples: ['1234.56'] });

export const publicToken = z
  .string()
  .regex(/^[A-Za-z0-9]{12}$/)
  .meta({ examples: ['AbCdEfGh1234'] });

export const recordId = z.int().min(1);

/** A box of a VAT return, not of an address. */
export const vatBox = z.string().meta({
  description:
    'Box of the VAT return, by its number on the official form: a grid in Belgium, a line in France, a field in Luxembourg.',
});
