import { daysLater, lastDayOfMonth, type PlainDate } from '../dates.ts';
import { ofCents, type Amount } from '../money.ts';
import type { DemoCompany, DemoParty, Habit } from './company.ts';
import { diceFor, type Dice } from './random.ts';

/** What a company of the demo invoices and is invoiced in a month, and when each of these is paid. */
export interface PlannedDocument {
  readonly kind: 'sale' | 'purchase';
  readonly party: DemoParty;
  readonly date: PlainDate;
  readonly reference: string;
  readonly label: string;
  readonly account: string;
  readonly vatCode: string;
  readonly amount: Amount;
  /** Null: never. */
  readonly paidOn: PlainDate | null;
  /** The invoice that it takes back, by its reference; null: it is an invoice itself. */
  readonly credits: string | null;
}

/** Those of the month that begins on `month`, up to a day, in the order of their dates. */
export function documentsOf(company: DemoCompany, month: PlainDate, until: PlainDate): readonly PlannedDocument[] {
  const last = lastDayOfMonth(month) < until ? lastDayOfMonth(month) : until;
  const drafts = company.habits
    .flatMap((habit, index) =>
      habit.isRecurring ? [] : draftsOf(company, habit, month, diceFor(`${company.code} ${month} ${index}`)),
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
    const creditedOn = daysLater(draft.date, 4);
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

function draftsOf(company: DemoCompany, habit: Habit, month: PlainDate, dice: Dice): readonly Draft[] {
  const { kind, parties, months, amount, isFixed, labels, unpaid = 0, late = 0, credited = 0 } = habit;
  const monthNumber = Number(month.slice(5, 7));
  if (months && !months.includes(monthNumber)) return [];
  const first = dice.between(0, parties.length - 1);
  return daysOf(habit, dice).map((day, index) => {
    const party = partyOf(company, parties[(first + index) % parties.length]!);
    const date = daysLater(month, Math.min(day, Number(lastDayOfMonth(month).slice(8))) - 1);
    const cents = isFixed ? amount[0] * 100 : dice.between(amount[0] * 100, amount[1] * 100);
    const dueOn = daysLater(date, party.paymentDays);
    const isLate = dice.happens(late);
    const lag = kind === 'purchase' ? dice.between(-2, 0) : isLate ? dice.between(6, 35) : dice.between(-3, 2);
    const isPaid = !dice.happens(unpaid);
    return {
      kind,
      party,
      date,
      label: dice.oneOf(labels),
      account: habit.account ?? party.account,
      vatCode: habit.vatCode ?? party.vatCode,
      amount: ofCents(BigInt(cents)),
      // Nothing is paid before it is there.
      paidOn: isPaid ? later(daysLater(dueOn, lag), daysLater(date, 1)) : null,
      isCredited: dice.happens(credited),
    };
  });
}

function daysOf({ days, timesAMonth }: Habit, dice: Dice): readonly number[] {
  if (days) return days;
  const [low, high] = timesAMonth ?? [0, 0];
  return Array.from({ length: dice.between(low, high) }, () => dice.between(2, 27));
}

const later = (one: PlainDate, other: PlainDate): PlainDate => (one > other ? one : other);

/** @throws for a key that no party has: the company is data of ours */
export function partyOf({ code, parties }: DemoCompany, key: string): DemoParty {
  const found = parties.find((party) => party.key === key);
  if (!found) throw new Error(`${code} deals with nobody called ${key}`);
  return found;
}
