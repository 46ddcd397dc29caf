import {
  absolute,
  compare,
  divide,
  max,
  min,
  multiply,
  sum,
  subtract,
  type Amount,
  type SignedAmount,
} from '../money.ts';
import {
  ruleFinder,
  takerOf,
  wordsOf,
  type AskedRule,
  type MovementFacts,
  type RuleCondition,
  type RuleLine,
} from './evaluate.ts';
import { movementOf, type RuledTransaction } from './movement.ts';

/**
 * What people book by hand again and again could be a rule. Proposed is what would have done exactly what they did: the same
 * accounts each time, and no movement among those booked by hand that it would have booked elsewhere.
 */

/** A transaction that somebody booked to accounts, without any open item. */
export interface ManualMatch {
  readonly transaction_id: number;
  readonly transaction: RuledTransaction;
  readonly lines: readonly {
    readonly account_id: number;
    readonly amount: SignedAmount;
    readonly vat_code_id?: number;
    readonly third_party_id?: number;
    readonly label?: string;
  }[];
}

export interface RuleProposal {
  readonly name: string;
  readonly conditions: readonly RuleCondition[];
  readonly lines: readonly RuleLine[];
  /** How often it was done. */
  readonly count: number;
  readonly amount_min: Amount;
  readonly amount_max: Amount;
  readonly last_date: string;
  /** The newest first. */
  readonly transaction_ids: readonly number[];
}

/** Twice may be chance. */
const FEWEST = 3;
const MOST_PROPOSALS = 50;
const MOST_EXAMPLES = 10;
/** Words of a communication that tell it apart; more would fit one month alone. */
const MOST_WORDS = 4;
const LONGEST_NAME = 200;

interface Booked {
  readonly match: ManualMatch;
  readonly movement: MovementFacts;
  /** Where it went, as one text: the same for what was booked the same way. */
  readonly way: string;
  readonly lines: readonly RuleLine[];
}

export function proposedRules(matches: readonly ManualMatch[], rules: readonly AskedRule[]): readonly RuleProposal[] {
  const firstOf = ruleFinder(rules);
  const booked = matches
    .map(bookedOf)
    // What a rule takes already needs no other one.
    .filter(({ movement }) => firstOf(movement) === null);
  const alike = alikeIn(booked);
  return [...grouped(booked, ({ movement, way }) => `${partyOf(movement)}|${movement.direction}|${way}`).values()]
    .filter((same) => same.length >= FEWEST)
    .flatMap((same) => proposal(same, alike) ?? [])
    .toSorted((one, other) => other.count - one.count || (one.last_date < other.last_date ? 1 : -1))
    .slice(0, MOST_PROPOSALS);
}

function bookedOf(match: ManualMatch): Booked {
  const whole = sum(match.lines.map(({ amount }) => amount));
  const shares = sharesOf(
    match.lines.map(({ amount }) => amount),
    whole,
  );
  const lines = match.lines.map(({ account_id, vat_code_id, third_party_id, label }, index): RuleLine => ({
    account_id,
    share: shares[index]!,
    vat_code_id: vat_code_id ?? null,
    third_party_id: third_party_id ?? null,
    label: label ?? null,
  }));
  const way = lines
    .map((line) => [line.account_id, line.share, line.vat_code_id, line.third_party_id].join())
    .join(';');
  return { match, movement: movementOf(match.transaction), way, lines };
}

/** In per cent, to two places; the last line takes what rounding leaves. */
function sharesOf(amounts: readonly SignedAmount[], whole: SignedAmount): readonly string[] {
  if (amounts.length === 1) return ['100.00'];
  if (compare(whole, '0.00') === 0) return amounts.map(() => '0.00');
  const first = amounts.slice(0, -1).map((amount) => divide(multiply(amount, '100'), whole, 2));
  return [...first, subtract('100.00', sum(first))];
}

/** Whom it was with, as well as the bank tells: the account, else the name, else the kind of movement. */
function partyOf({ counterparty_iban, counterparty_name, bank_code }: MovementFacts): string {
  if (counterparty_iban) return `iban ${counterparty_iban}`;
  return counterparty_name ? `name ${wordsOf(counterparty_name).join(' ')}` : `code ${bank_code ?? ''}`;
}

/** Those that a condition on whom they were with may take; all where there is none. */
type Alike = (party: RuleCondition | null) => readonly Booked[];

/** Looked up, so that thousands of matches are not compared with one another. */
function alikeIn(all: readonly Booked[]): Alike {
  const keyOf = (field: string, value: string): string => `${field} ${wordsOf(value).join('')}`;
  const groups = new Map<string, Booked[]>();
  for (const one of all) {
    const { counterparty_iban, counterparty_name, bank_code } = one.movement;
    const told = { counterpart_iban: counterparty_iban, counterpart_name: counterparty_name, bank_code };
    for (const [field, value] of Object.entries(told)) {
      if (value === null) continue;
      const group = groups.get(keyOf(field, value));
      if (group) group.push(one);
      else groups.set(keyOf(field, value), [one]);
    }
  }
  return (party) =>
    party && typeof party.value === 'string' ? (groups.get(keyOf(party.field, party.value)) ?? []) : all;
}

function proposal(same: readonly Booked[], alike: Alike): RuleProposal | null {
  const newestFirst = same.toSorted((one, other) => (one.movement.date < other.movement.date ? 1 : -1));
  const { movement, lines, way } = newestFirst[0]!;
  if (lines.some(({ share }) => compare(share, '0.00') <= 0)) return null;
  const conditions = conditionsOf(newestFirst, way, alike);
  if (!conditions) return null;
  const amounts = same.map(({ match }) => absolute(match.transaction.amount));
  return {
    name: nameOf(movement, conditions),
    conditions,
    lines: lines.map((line, index) => ({ ...line, label: sameLabel(same, index) })),
    count: same.length,
    amount_min: amounts.reduce(min),
    amount_max: amounts.reduce(max),
    last_date: movement.date,
    transaction_ids: newestFirst.slice(0, MOST_EXAMPLES).map(({ match }) => match.transaction_id),
  };
}

/** Whom it is with is enough where everything with them goes one way; else the words that only these have. */
function conditionsOf(same: readonly Booked[], way: string, alike: Alike): readonly RuleCondition[] | null {
  const [{ movement }] = same as readonly [Booked, ...Booked[]];
  const party = partyCondition(movement);
  const direction: RuleCondition = { field: 'direction', operator: 'equals', value: movement.direction };
  const isExact = (conditions: readonly RuleCondition[]): boolean => {
    const takes = takerOf(conditions);
    return alike(party).every((other) => other.way === way || !takes(other.movement));
  };
  // A kind of movement alone, such as any card payment, says too little.
  const isNamed = party !== null && party.field !== 'bank_code';
  if (isNamed && isExact([party, direction])) return [party, direction];
  const words = wordsOfAll(same).slice(0, MOST_WORDS);
  if (words.length === 0) return null;
  const said: RuleCondition = { field: 'communication', operator: 'words', value: words.join(' ') };
  const conditions = party ? [party, said, direction] : [said, direction];
  return isExact(conditions) ? conditions : null;
}

function partyCondition({ counterparty_iban, counterparty_name, bank_code }: MovementFacts): RuleCondition | null {
  if (counterparty_iban) return { field: 'counterpart_iban', operator: 'equals', value: counterparty_iban };
  if (counterparty_name && wordsOf(counterparty_name).length > 0)
    return { field: 'counterpart_name', operator: 'equals', value: counterparty_name };
  return bank_code ? { field: 'bank_code', operator: 'equals', value: bank_code } : null;
}

/** Words without digits that every communication has: numbers change from month to month. */
function wordsOfAll(same: readonly Booked[]): readonly string[] {
  const [first, ...others] = same.map(({ movement }) => new Set(wordsOf(movement.communication ?? '')));
  return [...(first ?? [])].filter(
    (word) => word.length > 2 && !/\d/.test(word) && others.every((words) => words.has(word)),
  );
}

/** Null where they differ: then the words of the bank are as good. */
function sameLabel(same: readonly Booked[], index: number): string | null {
  const labels = new Set(same.map(({ lines }) => lines[index]?.label ?? null));
  const [label] = labels;
  return labels.size === 1 && label && !label.includes('{') ? label : null;
}

function nameOf({ counterparty_name, counterparty_iban }: MovementFacts, conditions: readonly RuleCondition[]): string {
  const said = conditions.find(({ field }) => field === 'communication')?.value;
  const parts = [counterparty_name ?? counterparty_iban, typeof said === 'string' ? said : null];
  return parts.filter(Boolean).join(', ').slice(0, LONGEST_NAME);
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
