import { addDays, getLastDayOfMonth, type PlainDate } from '../dates.ts';
import { fromCents, type Amount } from '../money.ts';
import type { DemoCompany, DemoParty, Habit } from './company.ts';
import { createDice, type Dice } from './random.ts';

/** Invoices that a demo company sends and receives in a month, with their payment dates. */
export interface PlannedDocument {
  readonly kind: 'sale' | 'purchase';
  readonly party: DemoParty;
  readonly date: PlainDate;
  readonly reference: string;
  readonly label: string;
  readonly account: string;
  readonly vatCode: string;
  readonly amount: Amount;
  /** Null: never paid. */
  readonly paidOn: PlainDate | null;
  /** Reference of the credited invoice; null: it is an invoice itself. */
  readonly credits: string | null;
}

/** Documents of the month that begins on `month`, up to a date, sorted by date. */
export function planDocuments(company: DemoCompany, month: PlainDate, until: PlainDate): readonly PlannedDocument[] {
  const last = getLastDayOfMonth(month) < until ? getLastDayOfMonth(month) : until;
  const drafts = company.habits
    .flatMap((habit, index) =>
      habit.isRecurring ? [] : buildDrafts(company, habit, month, createDice(`${company.code} ${month} ${index}`)),
    )
    .filter(({ date }) => date <= last)
    .toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
  const serial = `${month.slice(2, 4)}${month.slice(5, 7)}`;
  const counts = new Map<string, number>();
  const numbered = drafts.map(({ isCredited, ...draft }) => {
    const series = draft.kind === 'sale' ? 'V' : draft.party.key.slice(0, 3);
    const number = (counts.get(series) ?? 0) + 1;
    counts.set(series, number);
    const reference = `${series}${serial}-${String(number).padStart(3, '0')}`;
    const creditedOn = addDays(draft.date, 4);
    const isTakenBack = isCredited && creditedOn <= last;
    return { ...draft, reference, credits: null, creditedOn, isTakenBack };
  });
  return numbered.flatMap(({ creditedOn, isTakenBack, ...document }): readonly PlannedDocument[] =>
    isTakenBack
      ? [
          { ...document, paidOn: null },
          {
            ...document,
            paidOn: null,
            date: creditedOn,
            reference: `NC${document.reference}`,
            credits: document.reference,
          },
        ]
      : [document],
  );
}

type Draft = Omit<PlannedDocument, 'reference' | 'credits'> & { readonly isCredited: boolean };

function buildDrafts(company: DemoCompany, habit: Habit, month: PlainDate, dice: Dice): readonly Draft[] {
  const { kind, parties, months, amount, isFixed, labels, unpaid = 0, late = 0, credited = 0 } = habit;
  const monthNumber = Number(month.slice(5, 7));
  if (months && !months.includes(monthNumber)) return [];
  const first = dice.pickBetween(0, parties.length - 1);
  return chooseDays(habit, dice).map((day, index) => {
    const party = getParty(company, parties[(first + index) % parties.length]!);
    const date = addDays(month, Math.min(day, Number(getLastDayOfMonth(month).slice(8))) - 1);
    const cents = isFixed ? amount[0] * 100 : dice.pickBetween(amount[0] * 100, amount[1] * 100);
    const dueOn = addDays(date, party.paymentDays);
    const isLate = dice.rollPercent(late);
    const lag =
      kind === 'purchase' ? dice.pickBetween(-2, 0) : isLate ? dice.pickBetween(6, 35) : dice.pickBetween(-3, 2);
    const isPaid = !dice.rollPercent(unpaid);
    return {
      kind,
      party,
      date,
      label: dice.pickOne(labels),
      account: habit.account ?? party.account,
      vatCode: habit.vatCode ?? party.vatCode,
      amount: fromCents(BigInt(cents)),
      // Nothing is paid before it is received.
      paidOn: isPaid ? pickLater(addDays(dueOn, lag), addDays(date, 1)) : null,
      isCredited: dice.rollPercent(credited),
    };
  });
}

function chooseDays({ days, timesAMonth }: Habit, dice: Dice): readonly number[] {
  if (days) return days;
  const [low, high] = timesAMonth ?? [0, 0];
  return Array.from({ length: dice.pickBetween(low, high) }, () => dice.pickBetween(2, 27));
}

const pickLater = (one: PlainDate, other: PlainDate): PlainDate => (one > other ? one : other);

/** @throws for an unknown key: the company is our own data */
export function getParty({ code, parties }: DemoCompany, key: string): DemoParty {
  const found = parties.find((party) => party.key === key);
  if (!found) throw new Error(`${code} has no party with key ${key}`);
  return found;
}
