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
  createRuleFinder,
  createTaker,
  extractWords,
  type AskedRule,
  type MovementFacts,
  type RuleCondition,
  type RuleLine,
} from './evaluate.ts';
import { toMovementFacts, type RuledTransaction } from './movement.ts';

/**
 * Proposes rules for bookings that people repeat by hand. A proposal reproduces exactly what they did: the same accounts
 * each time, and no movement booked by hand that the rule would have booked elsewhere.
 */

/** A transaction booked by hand to accounts, without any open item. */
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
  /** Number of such bookings. */
  readonly count: number;
  readonly amount_min: Amount;
  readonly amount_max: Amount;
  readonly last_date: string;
  /** Newest first. */
  readonly transaction_ids: readonly number[];
}

/** Two may be a coincidence. */
const FEWEST = 3;
const MOST_PROPOSALS = 50;
const MOST_EXAMPLES = 10;
/** Distinctive words of a communication; more would match a single month only. */
const MOST_WORDS = 4;
const LONGEST_NAME = 200;

interface Booked {
  readonly match: ManualMatch;
  readonly movement: MovementFacts;
  /** Destination as text: equal for movements booked the same way. */
  readonly way: string;
  readonly lines: readonly RuleLine[];
}

export function proposeRules(matches: readonly ManualMatch[], rules: readonly AskedRule[]): readonly RuleProposal[] {
  const firstOf = createRuleFinder(rules);
  const booked = matches
    .map(toBooked)
    // Movements that an existing rule takes need no new rule.
    .filter(({ movement }) => firstOf(movement) === null);
  const alike = indexByParty(booked);
  return [...groupBy(booked, ({ movement, way }) => `${buildPartyKey(movement)}|${movement.direction}|${way}`).values()]
    .filter((same) => same.length >= FEWEST)
    .flatMap((same) => buildProposal(same, alike) ?? [])
    .toSorted((one, other) => other.count - one.count || (one.last_date < other.last_date ? 1 : -1))
    .slice(0, MOST_PROPOSALS);
}

function toBooked(match: ManualMatch): Booked {
  const whole = sum(match.lines.map(({ amount }) => amount));
  const shares = computeShares(
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
  return { match, movement: toMovementFacts(match.transaction), way, lines };
}

/** Percentages with two decimals; the last line takes the rounding difference. */
function computeShares(amounts: readonly SignedAmount[], whole: SignedAmount): readonly string[] {
  if (amounts.length === 1) return ['100.00'];
  if (compare(whole, '0.00') === 0) return amounts.map(() => '0.00');
  const first = amounts.slice(0, -1).map((amount) => divide(multiply(amount, '100'), whole, 2));
  return [...first, subtract('100.00', sum(first))];
}

/** Identifies the counterparty: by account, else by name, else by kind of movement. */
function buildPartyKey({ counterparty_iban, counterparty_name, bank_code }: MovementFacts): string {
  if (counterparty_iban) return `iban ${counterparty_iban}`;
  return counterparty_name ? `name ${extractWords(counterparty_name).join(' ')}` : `code ${bank_code ?? ''}`;
}

/** Movements that a condition on the counterparty may take; all if there is no such condition. */
type Alike = (party: RuleCondition | null) => readonly Booked[];

/** Indexed, so that thousands of matches are not compared pairwise. */
function indexByParty(all: readonly Booked[]): Alike {
  const buildKey = (field: string, value: string): string => `${field} ${extractWords(value).join('')}`;
  const groups = new Map<string, Booked[]>();
  for (const one of all) {
    const { counterparty_iban, counterparty_name, bank_code } = one.movement;
    const told = { counterpart_iban: counterparty_iban, counterpart_name: counterparty_name, bank_code };
    for (const [field, value] of Object.entries(told)) {
      if (value === null) continue;
      const group = groups.get(buildKey(field, value));
      if (group) group.push(one);
      else groups.set(buildKey(field, value), [one]);
    }
  }
  return (party) =>
    party && typeof party.value === 'string' ? (groups.get(buildKey(party.field, party.value)) ?? []) : all;
}

function buildProposal(same: readonly Booked[], alike: Alike): RuleProposal | null {
  const newestFirst = same.toSorted((one, other) => (one.movement.date < other.movement.date ? 1 : -1));
  const { movement, lines, way } = newestFirst[0]!;
  if (lines.some(({ share }) => compare(share, '0.00') <= 0)) return null;
  const conditions = findConditions(newestFirst, way, alike);
  if (!conditions) return null;
  const amounts = same.map(({ match }) => absolute(match.transaction.amount));
  return {
    name: buildRuleName(movement, conditions),
    conditions,
    lines: lines.map((line, index) => ({ ...line, label: findCommonLabel(same, index) })),
    count: same.length,
    amount_min: amounts.reduce(min),
    amount_max: amounts.reduce(max),
    last_date: movement.date,
    transaction_ids: newestFirst.slice(0, MOST_EXAMPLES).map(({ match }) => match.transaction_id),
  };
}

/** The counterparty is enough if all its movements are booked the same way; otherwise words that only these have. */
function findConditions(same: readonly Booked[], way: string, alike: Alike): readonly RuleCondition[] | null {
  const [{ movement }] = same as readonly [Booked, ...Booked[]];
  const party = buildPartyCondition(movement);
  const direction: RuleCondition = { field: 'direction', operator: 'equals', value: movement.direction };
  const isExact = (conditions: readonly RuleCondition[]): boolean => {
    const takes = createTaker(conditions);
    return alike(party).every((other) => other.way === way || !takes(other.movement));
  };
  // A kind of movement alone, such as any card payment, is too general.
  const isNamed = party !== null && party.field !== 'bank_code';
  if (isNamed && isExact([party, direction])) return [party, direction];
  const words = findCommonWords(same).slice(0, MOST_WORDS);
  if (words.length === 0) return null;
  const said: RuleCondition = { field: 'communication', operator: 'words', value: words.join(' ') };
  const conditions = party ? [party, said, direction] : [said, direction];
  return isExact(conditions) ? conditions : null;
}

function buildPartyCondition({ counterparty_iban, counterparty_name, bank_code }: MovementFacts): RuleCondition | null {
  if (counterparty_iban) return { field: 'counterpart_iban', operator: 'equals', value: counterparty_iban };
  if (counterparty_name && extractWords(counterparty_name).length > 0)
    return { field: 'counterpart_name', operator: 'equals', value: counterparty_name };
  return bank_code ? { field: 'bank_code', operator: 'equals', value: bank_code } : null;
}

/** Words without digits that occur in every communication: numbers change from month to month. */
function findCommonWords(same: readonly Booked[]): readonly string[] {
  const [first, ...others] = same.map(({ movement }) => new Set(extractWords(movement.communication ?? '')));
  return [...(first ?? [])].filter(
    (word) => word.length > 2 && !/\d/.test(word) && others.every((words) => words.has(word)),
  );
}

/** Null if they differ: then the bank's own text is used. */
function findCommonLabel(same: readonly Booked[], index: number): string | null {
  const labels = new Set(same.map(({ lines }) => lines[index]?.label ?? null));
  const [label] = labels;
  return labels.size === 1 && label && !label.includes('{') ? label : null;
}

function buildRuleName(
  { counterparty_name, counterparty_iban }: MovementFacts,
  conditions: readonly RuleCondition[],
): string {
  const said = conditions.find(({ field }) => field === 'communication')?.value;
  const parts = [counterparty_name ?? counterparty_iban, typeof said === 'string' ? said : null];
  return parts.filter(Boolean).join(', ').slice(0, LONGEST_NAME);
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
