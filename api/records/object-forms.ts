import type { z } from 'zod';
import type { Json } from '../../domain/json.ts';
import type { PackVatCode } from '../../domain/country-packs/pack.ts';
import type { ObjectForm } from '../../domain/records/field.ts';
import {
  conditionsInput,
  linesInput,
  presentConditions,
  presentLines,
  RuleConditions,
  RuleLines,
} from '../bank-rules/parts.ts';
import { Filings, filingsInput, ProRataYears, proRataInput, Regimes, regimesInput } from '../companies/vat-settings.ts';
import { Levels, levelsInput, Rates, ratesInput } from '../mail/reminder-settings.ts';
import { Mandates, mandatesInput, presentMandates } from '../third-parties/mandates.ts';
import { boxesInput, presentBoxes, VatCodeBoxes } from '../vat-codes/boxes.ts';

const asStored = (stored: unknown): Json => (stored ?? []) as Json;

/** How values with a shape of their own are taken, shown and documented. */
export const objectForms = {
  bank_rule_conditions: { input: conditionsInput, output: RuleConditions, present: presentConditions },
  bank_rule_lines: { input: linesInput, output: RuleLines, present: (stored: unknown) => presentLines(stored) },
  reminder_levels: { input: levelsInput, output: Levels, present: asStored },
  interest_rates: { input: ratesInput, output: Rates, present: asStored },
  vat_boxes: {
    input: boxesInput,
    output: VatCodeBoxes,
    present: (stored: unknown) => presentBoxes(stored as PackVatCode['boxes']),
  },
  mandates: { input: mandatesInput, output: Mandates, present: presentMandates },
  vat_regimes: { input: regimesInput, output: Regimes, present: asStored },
  pro_rata_years: { input: proRataInput, output: ProRataYears, present: asStored },
  vat_filings: { input: filingsInput, output: Filings, present: asStored },
} satisfies Record<
  ObjectForm,
  { readonly input: z.ZodType; readonly output: z.ZodType; readonly present: (stored: unknown) => unknown }
>;
