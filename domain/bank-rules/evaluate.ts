import type { DefaultShare } from '../analytics/default-shares.ts';
import { compare, share, type Amount } from '../money.ts';
import { searchable } from '../text.ts';
import { patternOf, type Pattern } from './pattern.ts';

/** What a rule says about a movement of a bank account: whether it takes it, and where it would book it. */

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

/** From one amount to another, both included; null where there is no such end. */
export type Range = readonly [low: Amount | null, high: Amount | null];

export type RuleCondition = {
  readonly field: ConditionField;
  readonly operator: Operator;
  readonly value: string | Range;
};

export type RuleLine = {
  readonly account_id: number;
  /** In per cent of the movement; those of all lines make a hundred. */
  readonly share: string;
  readonly vat_code_id: number | null;
  readonly third_party_id: number | null;
  /** With placeholders, or null for the words of the bank. */
  readonly label: string | null;
  /** Analytic codes; absent: by the defaults, empty: by none. */
  readonly analytics?: readonly DefaultShare[];
};

/** As much of a rule as is needed to ask it. */
export interface AskedRule {
  readonly id: number;
  readonly position: number;
  readonly is_active: boolean;
  /** Every one of them must hold. */
  readonly conditions: readonly RuleCondition[];
  readonly lines: readonly RuleLine[];
}

/** What came in or went out, as rules see it. */
export interface MovementFacts {
  readonly direction: 'in' | 'out';
  /** Without sign. */
  readonly amount: Amount;
  readonly counterparty_name: string | null;
  readonly counterparty_iban: string | null;
  /** The free text. */
  readonly communication: string | null;
  readonly structured_communication: string | null;
  readonly bank_code: string | null;
  /** On which it was entered. */
  readonly date: string;
  /** What the parties call it, where the bank passes that on. */
  readonly end_to_end_id: string | null;
}

/** What a rule would book. Amounts have no sign, as the amount of the movement has none, and make it up to the cent. */
export interface RuledLine {
  readonly account_id: number;
  /** With the tax of its VAT code in it. */
  readonly amount: Amount;
  readonly third_party_id: number | null;
  readonly vat_code_id: number | null;
  /** Null where nothing is known that it could say. */
  readonly label: string | null;
  readonly analytics?: readonly DefaultShare[];
}

/** The first rule in order that is in force and takes the movement. */
export function firstRule<Rule extends AskedRule>(rules: readonly Rule[], movement: MovementFacts): Rule | null {
  return ruleFinder(rules)(movement);
}

/** The same for many movements: the rules are put in order and their patterns made ready once. */
export function ruleFinder<Rule extends AskedRule>(rules: readonly Rule[]): (movement: MovementFacts) => Rule | null {
  const asked = rules
    .filter(({ is_active }) => is_active)
    .toSorted((left, right) => left.position - right.position || left.id - right.id)
    .map((rule) => ({ rule, takes: takerOf(rule.conditions) }));
  return (movement) => asked.find(({ takes }) => takes(movement))?.rule ?? null;
}

type Taker = (movement: MovementFacts) => boolean;

/** A rule without a condition takes nothing: it would take everything. */
export function takerOf(conditions: readonly RuleCondition[]): Taker {
  const holds = conditions.map(holderOf);
  return (movement) => holds.length > 0 && holds.every((hold) => hold(movement));
}

/** The words around which a condition is asked do not matter, nor do case and accents. */
const compared = (text: string): string => searchable(text).replace(/\s+/g, ' ').trim();

const compact = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

function holderOf({ field, operator, value }: RuleCondition): Taker {
  if (typeof value !== 'string') return (movement) => field === 'amount' && isWithin(movement.amount, value);
  switch (field) {
    case 'amount':
      return ({ amount }) => compare(amount, value) === 0;
    case 'direction':
      return ({ direction }) => direction === value;
    case 'counterpart_iban':
      return textHolder(operator, value, ({ counterparty_iban }) => [counterparty_iban], compact);
    case 'counterpart_name':
      return textHolder(operator, value, ({ counterparty_name }) => [counterparty_name], compared);
    case 'communication':
      // The structured one is found however it is written: a person sees its slashes, a file may leave them out.
      return textHolder(operator, value, communicationsOf, compared);
    case 'bank_code':
      return textHolder(operator, value, ({ bank_code }) => [bank_code], compact);
  }
}

const communicationsOf = (movement: MovementFacts): readonly (string | null)[] => {
  const { communication, structured_communication: structured } = movement;
  return [communication, structured, structured && structured.replace(/\D/g, '')];
};

function textHolder(
  operator: Operator,
  value: string,
  texts: (movement: MovementFacts) => readonly (string | null)[],
  form: (text: string) => string,
): Taker {
  const holds = textTest(operator, value, form);
  return (movement) => texts(movement).some((text) => text !== null && text !== '' && holds(text));
}

function textTest(operator: Operator, value: string, form: (text: string) => string): (text: string) => boolean {
  const wanted = form(value);
  switch (operator) {
    case 'equals':
      return (text) => form(text) === wanted;
    case 'contains':
      return (text) => wanted !== '' && form(text).includes(wanted);
    case 'words': {
      const words = wordsOf(value);
      return (text) => {
        const there = new Set(wordsOf(text));
        return words.length > 0 && words.every((word) => there.has(word));
      };
    }
    case 'matches': {
      const pattern = patternNamed(value);
      return (text) => pattern !== null && pattern(form(text));
    }
    case 'between':
      return () => false;
  }
}

/** One that is not understood takes nothing; none such is kept. */
function patternNamed(source: string): Pattern | null {
  const pattern = patternOf(source);
  return typeof pattern === 'string' ? null : pattern;
}

export const wordsOf = (text: string): readonly string[] => searchable(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const isWithin = (amount: Amount, [low, high]: Range): boolean =>
  (low === null || compare(amount, low) >= 0) && (high === null || compare(amount, high) <= 0);

/** A share that does not come to a cent is not booked. */
export function linesOf(rule: Pick<AskedRule, 'lines'>, movement: MovementFacts): readonly RuledLine[] {
  if (rule.lines.length === 0) return [];
  const amounts = share(
    movement.amount,
    rule.lines.map((line) => line.share),
  );
  return rule.lines.flatMap(({ account_id, third_party_id, vat_code_id, label, analytics }, index) => {
    const amount = amounts[index]!;
    if (compare(amount, '0.00') === 0) return [];
    const line = { account_id, amount, third_party_id, vat_code_id, label: labelOf(label, movement) };
    return [{ ...line, ...(analytics && { analytics }) }];
  });
}

export const PLACEHOLDERS = ['counterpart', 'communication', 'reference', 'date', 'amount'] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

/** What a line of an entry may say. */
export const MOST_LABEL = 200;

const DEFAULT_LABEL = '{counterpart} {communication}';

/** What is not known leaves no gap; what is too long is cut. */
export function labelOf(template: string | null, movement: MovementFacts): string | null {
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

/** The names between braces that no movement has a value for. */
export const unknownPlaceholders = (template: string): readonly string[] =>
  [...template.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name]) => name!)
    .filter((name) => !PLACEHOLDERS.some((known) => known === name));
