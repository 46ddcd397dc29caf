import { z } from 'zod';
import type { InvoiceTextName } from '../../domain/documents/invoice-texts.ts';
import { LANGUAGES } from '../../domain/language.ts';
import { choice, list, text } from '../http/input/fields.ts';

/** Texts of the company for its invoices, by the language of the customer. */

const MEANINGS: Readonly<Record<InvoiceTextName, string>> = {
  introduction: 'Printed before the lines.',
  closing: 'Printed after the lines.',
  late_interest: 'Mention of late-payment interest in this language.',
  discount: 'Terms for early payment in this language.',
  footer: 'Text at the foot of every page in this language.',
};

const buildMembers = <Schema extends z.ZodType>(build: (description: string) => Schema) =>
  Object.fromEntries(Object.entries(MEANINGS).map(([name, meaning]) => [name, build(meaning)])) as Record<
    InvoiceTextName,
    Schema
  >;

export const invoiceTextsInput = list(
  z.object({
    language: choice(LANGUAGES),
    ...buildMembers((description) => text(1_000).nullish().meta({ description })),
  }),
  { max: LANGUAGES.length },
);

export const InvoiceTexts = z.array(
  z
    .object({
      language: z.enum(LANGUAGES),
      ...buildMembers((description) => z.string().nullish().meta({ description })),
    })
    .meta({ id: 'InvoiceTexts' }),
);
