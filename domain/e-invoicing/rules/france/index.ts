import type { Rule } from '../rule.ts';
import { FRENCH_AMOUNT_RULES } from './amounts.ts';
import { FRENCH_CONTENT_RULES, FRENCH_REFERENCE_RULES } from './content.ts';
import { FRENCH_ITEM_RULES } from './items.ts';
import { FRENCH_PARTY_RULES } from './parties.ts';
import { FRENCH_SUB_INVOICE_RULES } from './sub-invoices.ts';

/** BR-FR: rules of the French reform for invoices exchanged through approved platforms. */
export const FRENCH_RULES: readonly Rule[] = [
  ...FRENCH_CONTENT_RULES,
  ...FRENCH_PARTY_RULES,
  ...FRENCH_AMOUNT_RULES,
  ...FRENCH_ITEM_RULES,
  ...FRENCH_REFERENCE_RULES,
  ...FRENCH_SUB_INVOICE_RULES,
];
