import type { Rule } from '../rule.ts';
import { buildDanishRules } from './denmark.ts';
import { buildGermanRules } from './germany.ts';
import { buildGreekRules } from './greece.ts';
import { buildIcelandicRules } from './iceland.ts';
import { buildItalianRules } from './italy.ts';
import { buildDutchRules } from './netherlands.ts';
import { buildNorwegianRules } from './norway.ts';
import { buildSwedishRules } from './sweden.ts';

/** Peppol BIS Billing 3: additional rules for sellers of some countries. */
export const NATIONAL_RULES: readonly Rule[] = [
  ...buildDutchRules(),
  ...buildNorwegianRules(),
  ...buildItalianRules(),
  ...buildSwedishRules(),
  ...buildDanishRules(),
  ...buildGermanRules(),
  ...buildGreekRules(),
  ...buildIcelandicRules(),
];
