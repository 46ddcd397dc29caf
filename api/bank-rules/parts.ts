import { z } from 'zod';
import { MOST_CONDITIONS } from '../../domain/bank-rules/conditions.ts';
import { CONDITION_FIELDS, OPERATORS, type RuleCondition, type RuleLine } from '../../domain/bank-rules/evaluate.ts';
import { MOST_LINES } from '../../domain/bank-rules/lines.ts';
import type { Json } from '../../domain/json.ts';
import { DefaultAnalytics, defaultsInput } from '../analytics/shares.ts';
import { declareShape } from '../http/input/declared-shape.ts';
import { amount, choice, decimal, id, list, text } from '../http/input/fields.ts';
import { decimalString, recordId } from '../http/reply/output.ts';

/** Conditions and lines of a rule: input and output schemas. */

const VALUE_WORDS =
  'A text; `in` or `out` for the direction; an unsigned amount; for `between`, the lowest and the highest.';

const ConditionValue = z.union([z.string(), z.array(decimalString.nullable()).length(2)]).meta({
  description: VALUE_WORDS,
  examples: ['Proximus', ['50.00', '75.00']],
});

export const RuleConditions = z.array(
  z
    .object({ field: z.enum(CONDITION_FIELDS), operator: z.enum(OPERATORS), value: ConditionValue })
    .meta({ id: 'BankRuleCondition' }),
);

const Given = z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]).nullable()).length(2)]);
const { $schema: _dialect, ...documented } = z.toJSONSchema(Given, { io: 'input' });

/** The type of the value depends on the field: the command validates it together with everything else. */
const givenValue = declareShape(
  z
    .unknown()
    .transform((given, context): Json => {
      if (given === undefined || given === null || given === '') return addIssue(context, given, 'required');
      if (typeof given === 'string') return given;
      if (typeof given === 'number') return String(given);
      if (Array.isArray(given) && given.length === 2) return given.map(normalizeAmount);
      return addIssue(context, given, 'bank_rule_value_invalid');
    })
    .meta({ ...documented, description: VALUE_WORDS }),
  Given,
);

function addIssue(context: z.core.$RefinementCtx, input: unknown, key: 'bank_rule_value_invalid' | 'required'): never {
  context.issues.push({ code: 'custom', input, params: { key } });
  return z.NEVER;
}

const anAmount = amount();

/** Normalizes an amount. An invalid amount stays invalid, so that the command reports it. */
function normalizeAmount(given: unknown): Json {
  if (given === null || given === undefined || given === '') return null;
  return anAmount.safeParse(given).data ?? 'none';
}

export const conditionsInput = list(
  z
    .object({
      field: choice(CONDITION_FIELDS).meta({ description: 'Field of the transaction to test.' }),
      operator: choice(OPERATORS).meta({ description: 'How the field is compared with the value.' }),
      value: givenValue,
    })
    .transform(({ field, operator, value }) => ({
      field,
      operator,
      value: field === 'amount' && typeof value === 'string' ? normalizeAmount(value) : value,
    })),
  { max: MOST_CONDITIONS },
);

export const presentConditions = (stored: unknown): readonly RuleCondition[] => stored as readonly RuleCondition[];

/** A response may be sent back: ids are shown next to numbers and codes. */
export const RuleLines = z.array(
  z
    .object({
      account_id: recordId,
      account: z.string().nullable(),
      share: decimalString,
      vat_code_id: recordId.nullable(),
      vat_code: z.string().nullable(),
      third_party_id: recordId.nullable(),
      label: z.string().nullable(),
      analytics: DefaultAnalytics.nullable(),
    })
    .meta({ id: 'BankRuleLine' }),
);

export const linesInput = list(
  z.object({
    account_id: id().nullish(),
    account: text(20).nullish(),
    share: decimal(2, '100.00').nullish(),
    vat_code_id: id().nullish(),
    vat_code: text(20).nullish(),
    third_party_id: id().nullish(),
    label: text(200).nullish(),
    analytics: defaultsInput.nullish().meta({
      description: 'Analytic codes of the booked amount. If absent, the defaults apply; an empty list means none.',
    }),
  }),
  { max: MOST_LINES },
);

/** Account numbers and VAT codes of the lines of a rule, in the same order. */
export interface LineNames {
  readonly account: string | null;
  readonly vat_code: string | null;
}

export function presentLines(stored: unknown, called: readonly LineNames[] = []): z.input<typeof RuleLines> {
  return (stored as readonly RuleLine[]).map((line, index) => ({
    account_id: line.account_id,
    account: called[index]?.account ?? null,
    share: line.share,
    vat_code_id: line.vat_code_id,
    vat_code: called[index]?.vat_code ?? null,
    third_party_id: line.third_party_id,
    label: line.label,
    analytics: line.analytics ? [...line.analytics] : null,
  }));
}
