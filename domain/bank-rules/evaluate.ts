import type { DefaultShare } from '../analytics/default-shares.ts';
import { compare, share, type Amount } from '../money.ts';
import { toSearchable } from '../text.ts';
import { compilePattern, type Pattern } from './pattern.ts';

/** Applies bank rules to a movement: whether a rule takes it, and where it would book it. */

export const CONDITION_FIELDS = [
  'counterpart_iban',
  'counterpart_name',
  'communication',
  'amount',
  'direction',
  'bank_code',
] as const;
export type ConditionField = (typeof CONDITION_FIELDS)[number];

export const OPERATORS = ['equals', 'contains', 'words', 'matches', 'between'] as const;
export type Operator = (typeof OPERATORS)[number];

/** From one amount to another, both included; null for an open end. */
export type Range = readonly [low: Amount | null, high: Amount | null];

export type RuleCondition = {
  readonly field: ConditionField;
  readonly operator: Operator;
  readonly value: string | Range;
};

export type RuleLine = {
  readonly account_id: number;
  /** Percentage of the movement; the shares of all lines add up to 100. */
  readonly share: string;
  readonly vat_code_id: number | null;
  readonly third_party_id: number | null;
  /** May contain placeholders; null for the bank's own text. */
  readonly label: string | null;
  /** Analytic codes. Absent: the defaults apply; empty: no codes. */
  readonly analytics?: readonly DefaultShare[];
};

/** The part of a rule needed to apply it. */
export interface AskedRule {
  readonly id: number;
  readonly position: number;
  readonly is_active: boolean;
  /** All of them must hold. */
  readonly conditions: readonly RuleCondition[];
  readonly lines: readonly RuleLine[];
}

/** A bank movement as rules see it. */
export interface MovementFacts {
  readonly direction: 'in' | 'out';
  /** Unsigned. */
  readonly amount: Amount;
  readonly counterparty_name: string | null;
  readonly counterparty_iban: string | null;
  /** Free text. */
  readonly communication: string | null;
  readonly structured_communication: string | null;
  readonly bank_code: string | null;
  /** Entry date. */
  readonly date: string;
  /** Reference agreed between the parties, if the bank passes it on. */
  readonly end_to_end_id: string | null;
}

/** A line that a rule would book. Amounts are unsigned, like that of the movement, and add up to it to the cent. */
export interface RuledLine {
  readonly account_id: number;
  /** Including the tax of its VAT code. */
  readonly amount: Amount;
  readonly third_party_id: number | null;
  readonly vat_code_id: number | null;
  /** Null if no text is available. */
  readonly label: string | null;
  readonly analytics?: readonly DefaultShare[];
}

/** First active rule, by position, that takes the movement. */
export function findFirstRule<Rule extends AskedRule>(rules: readonly Rule[], movement: MovementFacts): Rule | null {
  return createRuleFinder(rules)(movement);
}

/** The same for many movements: rules are sorted and their patterns compiled once. */
export function createRuleFinder<Rule extends AskedRule>(
  rules: readonly Rule[],
): (movement: MovementFacts) => Rule | null {
  const asked = rules
    .filter(({ is_active }) => is_active)
    .toSorted((left, right) => left.position - right.position || left.id - right.id)
    .map((rule) => ({ rule, takes: createTaker(rule.conditions) }));
  return (movement) => asked.find(({ takes }) => takes(movement))?.rule ?? null;
}

type Taker = (movement: MovementFacts) => boolean;

/** A rule without conditions takes nothing; otherwise it would take everything. */
export function createTaker(conditions: readonly RuleCondition[]): Taker {
  const holds = conditions.map(createConditionTest);
  return (movement) => holds.length > 0 && holds.every((hold) => hold(movement));
}

/** Ignores case, accents and surrounding white space. */
const normaliseText = (text: string): string => toSearchable(text).replace(/\s+/g, ' ').trim();

const stripSeparators = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

function createConditionTest({ field, operator, value }: RuleCondition): Taker {
  if (typeof value !== 'string') return (movement) => field === 'amount' && isWithin(movement.amount, value);
  switch (field) {
    case 'amount':
      return ({ amount }) => compare(amount, value) === 0;
    case 'direction':
      return ({ direction }) => direction === value;
    case 'counterpart_iban':
      return createTextTaker(operator, value, ({ counterparty_iban }) => [counterparty_iban], stripSeparators);
    case 'counterpart_name':
      return createTextTaker(operator, value, ({ counterparty_name }) => [counterparty_name], normaliseText);
    case 'communication':
      // Matches the structured communication with or without slashes: people see them, a file may omit them.
      return createTextTaker(operator, value, listCommunications, normaliseText);
    case 'bank_code':
      return createTextTaker(operator, value, ({ bank_code }) => [bank_code], stripSeparators);
  }
}

const listCommunications = (movement: MovementFacts): readonly (string | null)[] => {
  const { communication, structured_communication: structured } = movement;
  return [communication, structured, structured && structured.replace(/\D/g, '')];
};

function createTextTaker(
  operator: Operator,
  value: string,
  texts: (movement: MovementFacts) => readonly (string | null)[],
  form: (text: string) => string,
): Taker {
  const holds = createTextTest(operator, value, form);
  return (movement) => texts(movement).some((text) => text !== null && text !== '' && holds(text));
}

function createTextTest(operator: Operator, value: string, form: (text: string) => string): (text: string) => boolean {
  const wanted = form(value);
  switch (operator) {
    case 'equals':
      return (text) => form(text) === wanted;
    case 'contains':
      return (text) => wanted !== '' && form(text).includes(wanted);
    case 'words': {
      const words = extractWords(value);
      return (text) => {
        const there = new Set(extractWords(text));
        return words.length > 0 && words.every((word) => there.has(word));
      };
    }
    case 'matches': {
      const pattern = findPattern(value);
      return (text) => pattern !== null && pattern(form(text));
    }
    case 'between':
      return () => false;
  }
}

/** An invalid pattern takes nothing; such patterns are never stored. */
function findPattern(source: string): Pattern | null {
  const pattern = compilePattern(source);
  return typeof pattern === 'string' ? null : pattern;
}

export const extractWords = (text: string): readonly string[] => toSearchable(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const isWithin = (amount: Amount, [low, high]: Range): boolean =>
  (low === null || compare(amount, low) >= 0) && (high === null || compare(amount, high) <= 0);

/** A share that rounds to zero is not booked. */
export function buildRuledLines(rule: Pick<AskedRule, 'lines'>, movement: MovementFacts): readonly RuledLine[] {
  if (rule.lines.length === 0) return [];
  const amounts = share(
    movement.amount,
    rule.lines.map((line) => line.share),
  );
  return rule.lines.flatMap(({ account_id, third_party_id, vat_code_id, label, analytics }, index) => {
    const amount = amounts[index]!;
    if (compare(amount, '0.00') === 0) return [];
    const line = { account_id, amount, third_party_id, vat_code_id, label: fillLabel(label, movement) };
    return [{ ...line, ...(analytics && { analytics }) }];
  });
}

export const PLACEHOLDERS = ['counterpart', 'communication', 'reference', 'date', 'amount'] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

/** Maximum length of an entry line label. */
export const MOST_LABEL = 200;

const DEFAULT_LABEL = '{counterpart} {communication}';

/** Unknown values leave no gap; a label that is too long is truncated. */
export function fillLabel(template: string | null, movement: MovementFacts): string | null {
  const values: Readonly<Record<Placeholder, string | null>> = {
    counterpart: movement.counterparty_name ?? movement.counterparty_iban,
    communication: movement.communication ?? movement.structured_communication,
    reference: movement.structured_communication ?? movement.end_to_end_id,
    date: movement.date,
    amount: movement.amount,
  };
  const filled = (template ?? DEFAULT_LABEL).replace(/\{(\w+)\}/g, (written, name: string) =>
    Object.hasOwn(values, name) ? (values[name as Placeholder] ?? '') : written,
  );
  return [...filled.replace(/\s+/g, ' ').trim()].slice(0, MOST_LABEL).join('') || null;
}

/** Names between braces that are not known placeholders. */
export const findUnknownPlaceholders = (template: string): readonly string[] =>
  [...template.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name]) => name!)
    .filter((name) => !PLACEHOLDERS.some((known) => known === name));
