import type { Json, JsonRecord } from '../json.ts';
import { compare, isAmount } from '../money.ts';
import type { Problem } from '../refusal.ts';
import { CONDITION_FIELDS, extractWords, type ConditionField, type Operator } from './evaluate.ts';
import { compilePattern } from './pattern.ts';

/** Conditions of a bank rule: how they are stored, and their validation. */

export const MOST_CONDITIONS = 20;
export const MOST_VALUE = 200;

const TEXT: readonly Operator[] = ['equals', 'contains', 'words', 'matches'];
const CODE: readonly Operator[] = ['equals', 'contains', 'matches'];

/** Operators allowed for each field. */
export const OPERATORS_OF: Readonly<Record<ConditionField, readonly Operator[]>> = {
  counterpart_iban: CODE,
  counterpart_name: TEXT,
  communication: TEXT,
  amount: ['equals', 'between'],
  direction: ['equals'],
  bank_code: CODE,
};

/** Drops unknown properties. Wrong values stay as they are, so that they can be reported. */
export function normaliseConditions(conditions: Json): Json {
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

export function findConditionProblems(conditions: Json): readonly Problem[] {
  if (conditions === null) return [];
  if (!isList(conditions)) return [{ code: 'not_a_list', field: 'conditions' }];
  if (conditions.length === 0) return [{ code: 'bank_rule_takes_all', field: 'conditions' }];
  if (conditions.length > MOST_CONDITIONS)
    return [{ code: 'list_too_long', field: 'conditions', params: { max: MOST_CONDITIONS } }];
  return conditions.flatMap((condition, index) => {
    const path = `conditions.${index}`;
    if (!isRecord(condition)) return [{ code: 'not_an_object', field: path }];
    const field = CONDITION_FIELDS.find((known) => known === condition['field']);
    if (!field) return [buildNotOneOf(`${path}.field`, CONDITION_FIELDS)];
    const operator = OPERATORS_OF[field].find((known) => known === condition['operator']);
    if (!operator) return [buildNotOneOf(`${path}.operator`, OPERATORS_OF[field])];
    const problem = findValueProblem(field, operator, condition['value'] ?? null);
    return problem ? [{ ...problem, field: `${path}.value` }] : [];
  });
}

const buildNotOneOf = (field: string, values: readonly string[]): Problem => ({
  code: 'not_one_of',
  field,
  params: { values: values.join(', ') },
});

const DIRECTIONS = ['in', 'out'] as const;

function findValueProblem(field: ConditionField, operator: Operator, value: Json): Problem | null {
  if (value === null) return { code: 'required' };
  if (operator === 'between') return findRangeProblem(value);
  if (typeof value !== 'string') return { code: field === 'amount' ? 'not_an_amount' : 'not_text' };
  if (field === 'amount') return isAmount(value) ? null : { code: 'not_an_amount' };
  if (field === 'direction') return DIRECTIONS.some((one) => one === value) ? null : buildNotOneOf('', DIRECTIONS);
  if ([...value].length > MOST_VALUE) return { code: 'text_too_long', params: { max: MOST_VALUE } };
  if (operator === 'matches') {
    const pattern = compilePattern(value);
    return typeof pattern === 'string' ? { code: pattern } : null;
  }
  // A value of punctuation alone would match nothing.
  return extractWords(value).length === 0 ? { code: 'bank_rule_words_missing' } : null;
}

/** One end may be missing, but not both. */
function findRangeProblem(value: Json): Problem | null {
  if (!isList(value) || value.length !== 2) return { code: 'bank_rule_range_invalid' };
  const [low, high] = value as readonly [Json, Json];
  if (low === null && high === null) return { code: 'bank_rule_range_invalid' };
  if (![low, high].every((end) => end === null || isAmount(end))) return { code: 'bank_rule_range_invalid' };
  const isEmpty = typeof low === 'string' && typeof high === 'string' && compare(low, high) > 0;
  return isEmpty ? { code: 'amount_range_empty' } : null;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isRecord = (value: Json): value is JsonRecord => typeof value === 'object' && value !== null && !isList(value);
