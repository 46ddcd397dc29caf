import { z } from 'zod';
import type { BrokenRule } from '../../domain/e-invoicing/index.ts';
import type { Language } from '../../domain/language.ts';

/** A rule of electronic invoicing that a document breaks, in the language of the caller. */
export const ShownRule = z
  .object({
    rule: z.string().meta({ description: 'Identifier in the official rules, such as `BR-CO-10`.' }),
    message: z.string(),
    location: z.string().meta({ description: 'Path of the element, such as `/Invoice/cac:InvoiceLine[2]/cac:Price`.' }),
    hint: z.string().meta({ description: 'How to fix it.' }),
  })
  .meta({ id: 'BrokenInvoiceRule' });

export const presentBrokenRule = (
  { id, where, message, hint }: BrokenRule,
  language: Language,
): z.infer<typeof ShownRule> => ({
  rule: id,
  message: message[language],
  location: where,
  hint: hint[language],
});
