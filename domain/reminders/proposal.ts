import { countDaysBetween, addDays, type PlainDate } from '../dates.ts';
import type { Language } from '../language.ts';
import { compareByDueDate, type OpenLine } from '../lettering/open-line.ts';
import type { RemindedItem } from '../mail/mail-events.ts';
import { add, compare, isNegative, isZero, sum, ZERO, type Amount } from '../money.ts';
import { computeLateCosts, NO_COSTS } from './costs.ts';
import type { ReminderRules } from './settings.ts';

/** Proposes reminders: recipient, level and items. */

/** An open line of a customer, with its reminder history. */
export interface RemindableLine extends OpenLine {
  readonly third_party_id: number;
  /** The highest level so far. Zero: never reminded. */
  readonly reminded_level: number;
  readonly first_reminded_on: PlainDate | null;
  readonly last_reminded_on: PlainDate | null;
  /** What was supplied; null if neither the document nor the entry tells. */
  readonly description: string | null;
}

export interface RemindedParty {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly email: string | null;
  readonly language: Language | null;
  readonly is_business: boolean;
  /** `normal`, `never`, or the date until which no reminders are sent. */
  readonly reminders: string | null;
}

/** The reason why no reminder is sent now. */
export type Hold = 'never' | 'on_hold' | 'already_reminded' | 'reminded_today' | 'not_reached' | 'no_address';

export interface Reminder {
  readonly third_party: RemindedParty;
  readonly level: number;
  readonly items: readonly RemindedItem[];
  readonly total_due: Amount;
  readonly interest: Amount;
  readonly lump_sum: Amount;
  readonly total: Amount;
  readonly pay_by: PlainDate;
  readonly oldest_due_date: PlainDate;
  readonly last_reminded_on: PlainDate | null;
  /** True if at least one item was never reminded. */
  readonly isFirst: boolean;
  /** Null: it can be sent. */
  readonly hold: Hold | null;
}

/** Days to pay in a reminder: the legal period for Belgian consumers, used for everyone. */
const DAYS_TO_PAY = 14;

export interface Remindable {
  readonly lines: readonly RemindableLine[];
  readonly parties: ReadonlyMap<number, RemindedParty>;
}

export function buildReminders(
  { lines, parties }: Remindable,
  rules: ReminderRules,
  today: PlainDate,
  /** Absent: the level that each customer has reached. */
  level?: number,
): readonly Reminder[] {
  const byParty = new Map<number, RemindableLine[]>();
  for (const line of lines) {
    if (line.is_disputed) continue;
    const known = byParty.get(line.third_party_id);
    if (known) known.push(line);
    else byParty.set(line.third_party_id, [line]);
  }
  return [...byParty].flatMap(([id, own]) => {
    const party = parties.get(id);
    const reminder = party && buildReminder(party, own.toSorted(compareByDueDate), rules, today, level);
    return reminder ? [reminder] : [];
  });
}

function buildReminder(
  party: RemindedParty,
  lines: readonly RemindableLine[],
  rules: ReminderRules,
  today: PlainDate,
  wanted: number | undefined,
): Reminder | null {
  const late = lines.filter(({ open, due_date }) => !isNegative(open) && due_date < today);
  const credits = lines.filter(({ open }) => isNegative(open));
  const total = sum([...late, ...credits].map(({ open }) => open));
  const [oldest] = late;
  if (!oldest || isNegative(total) || isZero(total)) return null;

  const reached = late.map((line) => computeReachedLevel(line, total, rules, today));
  const next = Math.max(...late.map((line, index) => computeNextLevel(line, reached[index]!)));
  const last = Math.max(...late.map(({ reminded_level }) => reminded_level));
  const level = Math.min(wanted ?? (next > 0 ? next : Math.max(last, 1)), rules.levels.length);
  const lastOn = late.reduce<PlainDate | null>((latest, { last_reminded_on: on }) => getLaterDate(latest, on), null);
  const items = [...late, ...credits].map((line) => toRemindedItem(line, party, level, rules, today));
  const interest = sum(items.map((item) => item.interest));
  const lump_sum = sum(items.map((item) => item.lump_sum));
  return {
    third_party: party,
    level,
    items,
    interest,
    lump_sum,
    total_due: total,
    total: add(total, add(interest, lump_sum)),
    pay_by: addDays(today, DAYS_TO_PAY),
    oldest_due_date: oldest.due_date,
    last_reminded_on: lastOn,
    isFirst: late.some(({ first_reminded_on }) => first_reminded_on === null),
    hold: findHold(party, today, {
      isDue: wanted !== undefined || next > 0,
      isReached: Math.max(...reached) > 0,
      lastOn,
    }),
  };
}

const getLaterDate = (one: PlainDate | null, other: PlainDate | null): PlainDate | null =>
  one === null || (other !== null && other > one) ? other : one;

/** The level by days late and total due. Zero: too early. */
function computeReachedLevel(
  { due_date }: RemindableLine,
  total: Amount,
  { levels }: ReminderRules,
  today: PlainDate,
): number {
  const late = countDaysBetween(due_date, today);
  return levels.findLastIndex(({ days, minimum }) => days <= late && compare(minimum, total) <= 0) + 1;
}

/** Levels are not skipped: the first reminder comes first. Zero: nothing new. */
function computeNextLevel({ reminded_level: last }: RemindableLine, reached: number): number {
  return reached > last ? last + 1 : 0;
}

function toRemindedItem(
  line: RemindableLine,
  party: RemindedParty,
  level: number,
  { levels, law }: ReminderRules,
  today: PlainDate,
): RemindedItem {
  const { line_id, entry_id, references, entry_date, due_date, open, first_reminded_on, description } = line;
  const asked = levels[level - 1]!;
  const debt = { amount: open, due_date, isBusiness: party.is_business, firstRemindedOn: first_reminded_on };
  const costs = isNegative(open) ? NO_COSTS : computeLateCosts(debt, today, law);
  return {
    line_id,
    entry_id,
    entry_date,
    due_date,
    ...(description !== null && { description }),
    amount: open,
    reference: references[0] ?? null,
    days_late: isNegative(open) ? 0 : Math.max(countDaysBetween(due_date, today), 0),
    interest: asked.interest ? costs.interest : ZERO,
    lump_sum: asked.lump_sum ? costs.lump_sum : ZERO,
  };
}

interface Standing {
  readonly isDue: boolean;
  readonly isReached: boolean;
  readonly lastOn: PlainDate | null;
}

function findHold(party: RemindedParty, today: PlainDate, { isDue, isReached, lastOn }: Standing): Hold | null {
  const { reminders, email } = party;
  if (reminders === 'never') return 'never';
  if (reminders !== null && reminders !== 'normal' && today <= reminders) return 'on_hold';
  // In any case, a second mail on the same day would be a mistake.
  if (lastOn === today) return 'reminded_today';
  if (!isDue) return isReached ? 'already_reminded' : 'not_reached';
  return email === null ? 'no_address' : null;
}
