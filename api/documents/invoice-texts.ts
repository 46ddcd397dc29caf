import { z } from 'zod';
import { INVOICE_TEXT_NAMES } from '../../domain/documents/invoice-texts.ts';
import { LANGUAGES } from '../../domain/language.ts';
import { choice, list, text } from '../http/input/fields.ts';

/** Texts of the company for its invoices, by the language of the customer. */

const toMembers = <Schema>(schema: Schema) =>
  Object.fromEntries(INVOICE_TEXT_NAMES.map((name) => [name, schema])) as Record<
    (typeof INVOICE_TEXT_NAMES)[number],
    Schema
  >;

export const invoiceTextsInput = list(z.object({ language: choice(LANGUAGES), ...toMembers(text(1_000).nullish()) }), {
  max: LANGUAGES.length,
});

export const InvoiceTexts = z.array(
  z.object({ language: z.enum(LANGUAGES), ...toMembers(z.string().nullish()) }).meta({ id: 'InvoiceTexts' }),
);
