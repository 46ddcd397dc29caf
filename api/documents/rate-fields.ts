import { z } from 'zod';
import { computeBaseAmounts, RATE_SOURCES, type DocumentRates } from '../../domain/documents/document-rates.ts';
import type { DocumentRow } from '../../projections/documents/queries.ts';
import { date, exchangeRate } from '../http/input/fields.ts';
import { decimalString, plainDate } from '../http/reply/output.ts';

/** Rates of a document in a foreign currency, as requested and as shown. */

export const rateFields = {
  exchange_rate: exchangeRate().nullish().meta({
    description:
      'Units of the currency for one unit of the currency of the company file, for booking. Default: the known rate of the day.',
  }),
  exchange_rate_on: date().nullish().meta({ description: 'Day of the rate; by default the date of the document.' }),
  tax_exchange_rate: exchangeRate().nullish().meta({
    description: 'The same for the VAT, if it has another rate. Default: the rate of the document.',
  }),
  tax_exchange_rate_on: date()
    .nullish()
    .meta({ description: 'Day of the rate of the VAT. Without a rate: the known rate of that day is used.' }),
};

type Given = { readonly [Name in keyof typeof rateFields]?: string | null | undefined };

/** Without a source, because a rate in a request was entered by a user. */
export function toRequestedRates(body: Given): Partial<DocumentRates> {
  const { exchange_rate, exchange_rate_on, tax_exchange_rate, tax_exchange_rate_on } = body;
  return {
    ...(exchange_rate !== undefined && { exchange_rate, exchange_rate_on: null, exchange_rate_source: null }),
    ...(exchange_rate_on !== undefined && { exchange_rate_on }),
    ...(tax_exchange_rate !== undefined && {
      tax_exchange_rate,
      tax_exchange_rate_on: null,
      tax_exchange_rate_source: null,
    }),
    ...(tax_exchange_rate_on !== undefined && { tax_exchange_rate_on }),
  };
}

const source = z.enum(RATE_SOURCES).nullable();

export const shownRates = {
  exchange_rate: z.string().nullable().meta({
    description: 'Units of the currency for one unit of the currency of the company file: the rate of booking.',
  }),
  exchange_rate_on: plainDate.nullable().meta({ description: 'Day of the rate.' }),
  exchange_rate_source: source.meta({
    description: '`ecb`: published; `own`: entered by a user; `import`: from the document. Null in earlier documents.',
  }),
  tax_exchange_rate: z.string().nullable().meta({ description: 'Rate of the VAT, most often the same.' }),
  tax_exchange_rate_on: plainDate.nullable().meta({ description: 'Day of the rate of the VAT.' }),
  tax_exchange_rate_source: source.meta({ description: 'Source of the rate of the VAT.' }),
  base_amount_net: decimalString.nullable().meta({
    description: 'In the currency of the company file. Null while the rate is unknown.',
  }),
  base_amount_vat: decimalString.nullable().meta({ description: 'The same for the VAT, at its own rate.' }),
  base_amount_gross: decimalString.nullable().meta({ description: 'Amount of the third party in the books.' }),
};

export function presentRates(row: DocumentRow) {
  const hasOwnTaxRate = row.tax_exchange_rate !== null;
  const on = row.exchange_rate === null ? null : (row.exchange_rate_on ?? row.document_date);
  return {
    exchange_rate: row.exchange_rate,
    exchange_rate_on: on,
    exchange_rate_source: row.exchange_rate_source,
    tax_exchange_rate: hasOwnTaxRate ? row.tax_exchange_rate : row.exchange_rate,
    tax_exchange_rate_on: hasOwnTaxRate ? row.tax_exchange_rate_on : on,
    tax_exchange_rate_source: hasOwnTaxRate ? row.tax_exchange_rate_source : row.exchange_rate_source,
    ...computeBaseAmounts(row, row.book_currency),
  };
}
