import type { z } from 'zod';
import type { Json } from '../../domain/json.ts';
import type { PackVatCode } from '../../domain/country-packs/pack.ts';
import type { ObjectForm } from '../../domain/records/field.ts';
import { DefaultAnalytics, defaultsInput, RequiredAxes, requiredInput } from '../analytics/shares.ts';
import {
  conditionsInput,
  linesInput,
  presentConditions,
  presentLines,
  RuleConditions,
  RuleLines,
} from '../bank-rules/parts.ts';
import { BudgetLines, budgetLinesInput, presentBudgetLines } from '../budgets/parts.ts';
import { Directors, directorsInput } from '../companies/directors.ts';
import { Filings, filingsInput, ProRataYears, proRataInput, Regimes, regimesInput } from '../companies/vat-settings.ts';
import { DisallowedExpenses, disallowedInput } from '../corporate-tax/disallowed.ts';
import { InvoiceTexts, invoiceTextsInput } from '../documents/invoice-texts.ts';
import { Levels, levelsInput, Rates, ratesInput } from '../mail/reminder-settings.ts';
import { presentSavedQuery, SavedQueryAnswer, savedQueryInput } from '../report-queries/saved-form.ts';
import { Mandates, mandatesInput, presentMandates } from '../third-parties/mandates.ts';
import { boxesInput, presentBoxes, VatCodeBoxes } from '../vat-codes/boxes.ts';

const presentAsStored = (stored: unknown): Json => (stored ?? []) as Json;

/** Input, output and presentation of structured field values. */
export const objectForms = {
  analytics: { input: defaultsInput, output: DefaultAnalytics, present: presentAsStored },
  analytics_required: { input: requiredInput, output: RequiredAxes, present: presentAsStored },
  bank_rule_conditions: { input: conditionsInput, output: RuleConditions, present: presentConditions },
  bank_rule_lines: { input: linesInput, output: RuleLines, present: (stored: unknown) => presentLines(stored) },
  directors: { input: directorsInput, output: Directors, present: presentAsStored },
  budget_lines: { input: budgetLinesInput, output: BudgetLines, present: presentBudgetLines },
  disallowed_expenses: { input: disallowedInput, output: DisallowedExpenses, present: presentAsStored },
  reminder_levels: { input: levelsInput, output: Levels, present: presentAsStored },
  report_query: { input: savedQueryInput, output: SavedQueryAnswer, present: presentSavedQuery },
  invoice_texts: { input: invoiceTextsInput, output: InvoiceTexts, present: presentAsStored },
  interest_rates: { input: ratesInput, output: Rates, present: presentAsStored },
  vat_boxes: {
    input: boxesInput,
    output: VatCodeBoxes,
    present: (stored: unknown) => presentBoxes(stored as PackVatCode['boxes']),
  },
  mandates: { input: mandatesInput, output: Mandates, present: presentMandates },
  vat_regimes: { input: regimesInput, output: Regimes, present: presentAsStored },
  pro_rata_years: { input: proRataInput, output: ProRataYears, present: presentAsStored },
  vat_filings: { input: filingsInput, output: Filings, present: presentAsStored },
} satisfies Record<
  ObjectForm,
  { readonly input: z.ZodType; readonly output: z.ZodType; readonly present: (stored: unknown) => unknown }
>;
