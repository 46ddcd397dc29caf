import type { Rule } from '../rule.ts';
import { italianRules } from './italy.ts';
import { dutchRules } from './netherlands.ts';
import { danishRules, norwegianRules, swedishRules } from './nordic.ts';

/** Peppol BIS Billing 3, what sellers of some countries are asked for beyond it. */
export const NATIONAL_RULES: readonly Rule[] = [
  ...dutchRules(),
  ...norwegianRules(),
  ...italianRules(),
  ...swedishRules(),
  ...danishRules(),
];
