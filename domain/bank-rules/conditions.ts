import type { Json, JsonRecord } from '../json.ts';
import { compare, isAmount } from '../money.ts';
import type { Problem } from '../refusal.ts';
import { CONDITION_FIELDS, wordsOf, type ConditionField, type Operator } from './evaluate.ts';
import { patternOf } from './pattern.ts';

/** What movements a rule takes, as it is kept, and everything that is wrong with it. */

export const MOST_CONDITIONS = 20;
export const MOST_VALUE = 200;

const TEXT: readonly Operator[] = ['equals', 'contains', 'words', 'matches'];
const CODE: readonly Operator[] = ['equals', 'contains', 'matches'];

/** How each field may be asked. */
export const OPERATORS_OF: Readonly<Record<ConditionField, readonly Operator[]>> = {
  counterpart_iban: CODE,
  counterpart_name: TEXT,
  communication: TEXT,
  amount: ['equals', 'between'],
  direction: ['equals'],
  bank_code: CODE,
};

/** Nothing is kept that is not known. Wrong values stay as they are, to be told. */
export function keptConditions(conditions: Json): Json {
  if (!isList(conditions)) return conditions;
  return conditions.map((condition) =>
    isRecord(condition)
      ? {
          field: condition['field'] ?? null,
          operator: condition['operator'] ?? null,
          value: condition['value'] ?? null,
        }
      : condition,
  );
}

export function conditionProblems(conditions: Json): readonly Problem[] {
  if (conditions === null) return [];
  if (!isList(conditions)) return [{ code: 'not_a_list', field: 'conditions' }];
  if (conditions.length === 0) return [{ code: 'bank_rule_takes_all', field: 'conditions' }];
  if (conditions.length > MOST_CONDITIONS)
    return [{ code: 'list_too_long', field: 'conditions', params: { max: MOST_CONDITIONS } }];
  return conditions.flatMap((condition, index) => {
    const path = `conditions.${index}`;
    if (!isRecord(condition)) return [{ code: 'not_an_object', field: path }];
    const field = CONDITION_FIELDS.find((known) => known === condition['field']);
    if (!field) return [notOneOf(`${path}.field`, CONDITION_FIELDS)];
    const operator = OPERATORS_OF[field].find((known) => known === condition['operator']);
    if (!operator) return [notOneOf(`${path}.operator`, OPERATORS_OF[field])];
    const problem = valueProblem(field, operator, condition['value'] ?? null);
    return problem ? [{ ...problem, field: `${path}.value` }] : [];
  });
}

const notOneOf = (field: string, values: readonly string[]): Problem => ({
  code: 'not_one_of',
  field,
  params: { values: values.join(', ') },
});

const DIRECTIONS = ['in', 'out'] as const;

function valueProblem(field: ConditionField, operator: Operator, value: Json): Problem | null {
  if (value === null) return { code: 'required' };
  if (operator === 'between') return rangeProblem(value);
  if (typeof value !== 'string') return { code: field === 'amount' ? 'not_an_amount' : 'not_text' };
  if (field === 'amount') return isAmount(value) ? null : { code: 'not_an_amount' };
  if (field === 'direction') return DIRECTIONS.some((one) => one === value) ? null : notOneOf('', DIRECTIONS);
  if ([...value].length > MOST_VALUE) return { code: 'text_too_long', params: { max: MOST_VALUE } };
  if (operator === 'matches') {
    const pattern = patternOf(value);
    return typeof pattern === 'string' ? { code: pattern } : null;
  }
  // Signs alone are compared with nothing.
  return wordsOf(value).length === 0 ? { code: 'bank_rule_words_missing' } : null;
}

/** An end may be missing, not both. */
function rangeProblem(value: Json): Problem | null {
  if (!isList(value) || value.length !== 2) return { code: 'bank_rule_range_invalid' };
  const [low, high] = value as readonly [Json, Json];
  if (low === null && high === null) return { code: 'bank_rule_range_invalid' };
  if (![low, high].every((end) => end === null || isAmount(end))) return { code: 'bank_rule_range_invalid' };
  const isEmpty = typeof low === 'string' && typeof high === 'string' && compare(low, high) > 0;
  return isEmpty ? { code: 'amount_range_empty' } : null;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isRecord = (value: Json): value is JsonRecord => typeof value === 'object' && value !== null && !isList(value);
