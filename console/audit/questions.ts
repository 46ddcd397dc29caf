import { getDayAndHour } from './book-day.ts';
import { findOddDigits } from './first-digits.ts';
import { findDuplicates, findGaps } from './gaps.ts';
import { countDaysBetween, toFinding, type Column, type Finding, type Question } from './finding.ts';
import type { EntryFact, Facts, Filing, IbanChange } from './facts.ts';
import { findSamePeople } from './same-people.ts';
import { listLateEntries, listOddEntries, listRoundEntries } from './usual.ts';

/** The audit questions, each a pure function of the facts in the log. They report only what is unusual in the file. */

const ENTRY: readonly Column[] = [
  { name: 'entry', kind: 'text' },
  { name: 'date', kind: 'date' },
  { name: 'recorded', kind: 'moment' },
  { name: 'user', kind: 'user' },
  { name: 'label', kind: 'text' },
  { name: 'amount', kind: 'amount' },
];
const countColumn = (name: string): Column => ({ name, kind: 'count' });
const textColumn = (name: string): Column => ({ name, kind: 'text' });

export const QUESTIONS = {
  late: {
    columns: [...ENTRY, countColumn('days')],
    answer: (facts) => listLateEntries(facts).map(({ entry, days }) => toFinding(entry, { days })),
  },
  odd_hours: {
    columns: [...ENTRY, textColumn('why')],
    answer: (facts, country) => listOddEntries(facts, country).map(({ entry, why }) => toFinding(entry, { why })),
  },
  taken_back: {
    columns: [...ENTRY, textColumn('why')],
    answer: (facts) => [...findReversals(facts), ...findUndos(facts)],
  },
  iban_changes: {
    columns: [
      textColumn('party'),
      textColumn('before'),
      textColumn('after'),
      { name: 'recorded', kind: 'moment' },
      { name: 'user', kind: 'user' },
      { name: 'paid', kind: 'date' },
      { name: 'amount', kind: 'amount' },
      countColumn('days'),
    ],
    answer: (facts) => facts.ibanChanges.flatMap((change) => findPaymentAfter(change, facts)),
  },
  gaps: {
    columns: [textColumn('why'), textColumn('entry'), textColumn('detail'), countColumn('times')],
    answer: ({ entries, parties }) => [...findGaps(entries), ...findDuplicates(entries, parties)],
  },
  round_amounts: {
    columns: ENTRY,
    answer: (facts) => listRoundEntries(facts).map((entry) => toFinding(entry)),
  },
  benford: {
    columns: [
      countColumn('digit'),
      textColumn('why'),
      countColumn('times'),
      { name: 'share', kind: 'share' },
      { name: 'expected', kind: 'share' },
    ],
    answer: ({ entries }) => findOddDigits(entries),
  },
  same_person: {
    columns: [
      { name: 'user', kind: 'user' },
      textColumn('why'),
      textColumn('detail'),
      { name: 'recorded', kind: 'moment' },
      countColumn('times'),
    ],
    answer: findSamePeople,
  },
  since_filed: {
    columns: [...ENTRY, textColumn('detail'), { name: 'filed', kind: 'moment' }],
    answer: (facts) =>
      [...facts.returns.values(), ...facts.listings.values()].flatMap((filing) => findSinceFiled(filing, facts)),
  },
} as const satisfies Readonly<Record<string, Question>>;

export type QuestionName = keyof typeof QUESTIONS;

/** A person who reverses their own entry on the same day corrects a slip. */
function findReversals({ entries }: Facts): readonly Finding[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const isSlip = ({ userId, recordedAt }: EntryFact, original: EntryFact | undefined): boolean =>
    original !== undefined &&
    original.userId === userId &&
    getDayAndHour(original.recordedAt).day === getDayAndHour(recordedAt).day;
  return entries.flatMap((entry) =>
    entry.reversedEntryId === null || isSlip(entry, byId.get(entry.reversedEntryId))
      ? []
      : [toFinding(entry, { why: 'reversal' })],
  );
}

function findUndos({ undos, operations }: Facts): readonly Finding[] {
  return undos.flatMap(({ operationId, recordedAt, userId, undone }): readonly Finding[] => {
    const { day } = getDayAndHour(recordedAt);
    const original = operations.get(undone);
    if (original && original.userId === userId && getDayAndHour(original.recordedAt).day === day) return [];
    const cells = { entry: '', date: day, recorded: recordedAt, user: userId ?? 0, label: undone, amount: '' };
    return [{ operationId, cells: { ...cells, why: 'undo' } }];
  });
}

/** A payment this soon after a change of bank account deserves a check. */
const SOON_DAYS = 60;

/** The first payment after a change. A first bank account changes nothing. */
function findPaymentAfter(
  { thirdPartyId, before, after, recordedAt, userId, operationId }: IbanChange,
  { payments, parties }: Facts,
): readonly Finding[] {
  const added = after.filter((iban) => !before.includes(iban));
  if (before.length === 0 || added.length === 0) return [];
  const paid = payments.find(
    (one) =>
      one.thirdPartyId === thirdPartyId &&
      one.recordedAt > recordedAt &&
      countDaysBetween(recordedAt, one.recordedAt) <= SOON_DAYS &&
      (one.iban === null || added.includes(one.iban)),
  );
  if (!paid) return [];
  const cells = {
    party: parties.get(thirdPartyId) ?? `#${thirdPartyId}`,
    before: before.join(' '),
    after: after.join(' '),
    recorded: recordedAt,
    user: userId ?? 0,
    paid: getDayAndHour(paid.recordedAt).day,
    amount: paid.amount,
    days: countDaysBetween(recordedAt, paid.recordedAt),
  };
  return [{ operationId, cells }];
}

/** What a filing would contain now and did not contain when it was filed. */
function findSinceFiled({ from, to, filedAt, isOfSales }: Filing, { entries, customers }: Facts): readonly Finding[] {
  if (filedAt === null) return [];
  const isContained = ({ isTaxed, touchesVat, thirdPartyId }: EntryFact): boolean =>
    isOfSales ? isTaxed && thirdPartyId !== null && customers.has(thirdPartyId) : isTaxed || touchesVat;
  return entries.flatMap((entry) => {
    const isOfPeriod = [entry.date, entry.taxPoint ?? entry.date].some((day) => day >= from && day <= to);
    return entry.recordedAt > filedAt && isOfPeriod && isContained(entry)
      ? [toFinding(entry, { detail: `${from} – ${to}`, filed: filedAt })]
      : [];
  });
}
