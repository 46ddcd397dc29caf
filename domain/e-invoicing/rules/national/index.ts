import type { Rule } from '../rule.ts';
import { buildItalianRules } from './italy.ts';
import { buildDutchRules } from './netherlands.ts';
import { buildDanishRules, buildNorwegianRules, buildSwedishRules } from './nordic.ts';

/** Peppol BIS Billing 3: additional rules for sellers of some countries. */
export const NATIONAL_RULES: readonly Rule[] = [
  ...buildDutchRules(),
  ...buildNorwegianRules(),
  ...buildItalianRules(),
  ...buildSwedishRules(),
  ...buildDanishRules(),
];
