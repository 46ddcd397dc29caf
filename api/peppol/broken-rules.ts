import { z } from 'zod';
import { describePlace, type BrokenRule } from '../../domain/e-invoicing/index.ts';
import type { Language } from '../../domain/language.ts';

/** A rule of electronic invoicing that a document breaks, in the language of the caller. */
export const ShownRule = z
  .object({
    rule: z.string().meta({ description: 'Identifier in the official rules, such as `BR-CO-10`.' }),
    severity: z
      .enum(['fatal', 'warning'])
      .meta({ description: '`fatal`: the network refuses the document. `warning`: it accepts it.' }),
    message: z.string(),
    location: z.string().meta({
      description:
        'Path of the element, such as `/Invoice/cac:InvoiceLine[2]/cac:Price`; in PDF files also `pdf:attachment` and `pdf:metadata`.',
    }),
    place: z.string().meta({ description: 'The same in words, such as `line 2, price`.' }),
    path: z
      .string()
      .nullable()
      .meta({ description: 'Field of the document, such as `lines.1.unit_price`; null if there is none.' }),
    hint: z.string().meta({ description: 'How to fix it.' }),
  })
  .meta({ id: 'BrokenInvoiceRule' });

export const presentBrokenRule = (
  { id, severity, where, path, message, hint }: BrokenRule,
  language: Language,
): z.infer<typeof ShownRule> => ({
  rule: id,
  severity,
  message: message[language],
  location: where,
  place: describePlace(where, language),
  path,
  hint: hint[language],
});
