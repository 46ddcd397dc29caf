import { isWorkingDay } from '../../domain/country-packs/holidays.ts';
import type { CountryCode } from '../../domain/country-packs/pack.ts';
import { parseCents } from './sums.ts';
import type { Approval, EntryFact, Facts } from './facts.ts';

/** The audit questions, each a pure function of the facts in the log. */

export interface Finding {
  /** The entry or the operation to open. */
  readonly entryId?: number;
  readonly operationId?: string;
  /** By column name of the question. */
  readonly cells: Readonly<Record<string, string | number>>;
}

export interface Question {
  readonly columns: readonly Column[];
  readonly answer: (facts: Facts, country: CountryCode) => readonly Finding[];
}

export interface Column {
  readonly name: string;
  readonly kind: 'text' | 'date' | 'moment' | 'amount' | 'count' | 'share' | 'user';
}

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

const buildCells = (entry: EntryFact): Finding['cells'] => ({
  entry: entry.name,
  date: entry.date,
  recorded: entry.recordedAt,
  user: entry.userId ?? 0,
  label: entry.label ?? entry.reference ?? '',
  amount: entry.total,
});
const toFinding = (entry: EntryFact, more: Finding['cells'] = {}): Finding => ({
  entryId: entry.id,
  cells: { ...buildCells(entry), ...more },
});

const DAY_MS = 86_400_000;
const countDaysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** Time zone of the books, independent of the reader's clock. */
const ZONE = 'Europe/Brussels';
const clock = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  hourCycle: 'h23',
});

/** Day and hour of a time in the time zone of the books. */
export function getDayAndHour(moment: string): { readonly day: string; readonly hour: number } {
  const parts = new Map(clock.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]));
  return { day: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`, hour: Number(parts.get('hour')) };
}

const NIGHT_BEGINS = 22;
const NIGHT_ENDS = 6;
/** A payment this soon after a change of bank account deserves a check. */
const SOON_DAYS = 60;
const ROUND = 100_000n; // 1,000.00 in cents

/** Origins of entries that the service generates. */
const BY_ITSELF = new Set(['closing', 'opening', 'appropriation']);

export const QUESTIONS = {
  late: {
    columns: [...ENTRY, countColumn('days')],
    answer: ({ entries, periods }) =>
      entries.flatMap((entry) => {
        const end = periods.get(entry.periodId)?.ends_on;
        const { day } = getDayAndHour(entry.recordedAt);
        return end === undefined || BY_ITSELF.has(entry.origin) || day <= end
          ? []
          : [toFinding(entry, { days: countDaysBetween(end, day) })];
      }),
  },
  odd_hours: {
    columns: [...ENTRY, textColumn('why')],
    answer: ({ entries }, country) =>
      entries.flatMap((entry) => {
        const { day, hour } = getDayAndHour(entry.recordedAt);
        const isNight = hour >= NIGHT_BEGINS || hour < NIGHT_ENDS;
        if (!isNight && isWorkingDay(day, country)) return [];
        return [toFinding(entry, { why: isNight ? 'night' : 'holiday' })];
      }),
  },
  taken_back: {
    columns: [...ENTRY, textColumn('why')],
    answer: ({ entries, undos }) => [
      ...entries.flatMap((entry) => (entry.reversedEntryId === null ? [] : [toFinding(entry, { why: 'reversal' })])),
      ...undos.map(({ operationId, recordedAt, userId, undone }): Finding => ({
        operationId,
        cells: {
          entry: '',
          date: getDayAndHour(recordedAt).day,
          recorded: recordedAt,
          user: userId ?? 0,
          label: undone,
          amount: '',
          why: 'undo',
        },
      })),
    ],
  },
  iban_changes: {
    columns: [
      textColumn('party'),
      textColumn('before'),
      textColumn('after'),
      { name: 'recorded', kind: 'moment' },
      { name: 'user', kind: 'user' },
      { name: 'paid', kind: 'moment' },
      { name: 'amount', kind: 'amount' },
      countColumn('days'),
    ],
    answer: ({ ibanChanges, payments, parties }) =>
      ibanChanges.flatMap(({ thirdPartyId, before, after, recordedAt, userId, operationId }) => {
        const added = after.filter((iban) => !before.includes(iban));
        const paid = payments.filter(
          (one) =>
            one.thirdPartyId === thirdPartyId &&
            one.recordedAt > recordedAt &&
            countDaysBetween(recordedAt, one.recordedAt) <= SOON_DAYS &&
            (one.iban === null || added.length === 0 || added.includes(one.iban)),
        );
        return paid.map((one): Finding => ({
          operationId,
          cells: {
            party: parties.get(thirdPartyId) ?? `#${thirdPartyId}`,
            before: before.join(' '),
            after: after.join(' '),
            recorded: recordedAt,
            user: userId ?? 0,
            paid: one.recordedAt,
            amount: one.amount,
            days: countDaysBetween(recordedAt, one.recordedAt),
          },
        }));
      }),
  },
  gaps: {
    columns: [textColumn('why'), textColumn('entry'), textColumn('detail'), countColumn('times')],
    answer: ({ entries, parties }) => [...findGaps(entries), ...findDuplicates(entries, parties)],
  },
  round_amounts: {
    columns: ENTRY,
    answer: ({ entries }) =>
      entries.flatMap((entry) => {
        const cents = parseCents(entry.total);
        return cents >= ROUND && cents % ROUND === 0n && !BY_ITSELF.has(entry.origin) ? [toFinding(entry)] : [];
      }),
  },
  benford: {
    columns: [
      countColumn('digit'),
      countColumn('times'),
      { name: 'share', kind: 'share' },
      { name: 'expected', kind: 'share' },
    ],
    answer: ({ entries }) =>
      computeDigitShares(entries).map(({ digit, times, share, expected }) => ({
        cells: { digit, times, share: roundShare(share), expected: roundShare(expected) },
      })),
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
    answer: ({ entries, returns }) =>
      [...returns.values()].flatMap(({ from, to, filedAt }) =>
        filedAt === null
          ? []
          : entries.flatMap((entry) => {
              const days = [entry.date, entry.taxPoint ?? entry.date];
              const isOfPeriod = days.some((day) => day >= from && day <= to);
              return entry.isTaxed && entry.recordedAt > filedAt && isOfPeriod
                ? [toFinding(entry, { detail: `${from} – ${to}`, filed: filedAt })]
                : [];
            }),
      ),
  },
} as const satisfies Readonly<Record<string, Question>>;

export type QuestionName = keyof typeof QUESTIONS;

function findGaps(entries: readonly EntryFact[]): readonly Finding[] {
  const numbers = new Map<string, number[]>();
  for (const { journal, year, number } of entries) {
    const key = `${journal} ${year}`;
    const known = numbers.get(key);
    if (known) known.push(number);
    else numbers.set(key, [number]);
  }
  return [...numbers].flatMap(([entry, of]) => {
    const sorted = of.sort((one, other) => one - other);
    return sorted.flatMap((number, index): readonly Finding[] => {
      const before = sorted[index - 1] ?? 0;
      const buildGap = (why: string, detail: string, times: number) => [{ cells: { why, entry, detail, times } }];
      if (number === before) return buildGap('number_twice', String(number), 2);
      return number === before + 1 ? [] : buildGap('gap', `${before + 1}–${number - 1}`, number - before - 1);
    });
  });
}

/** Finds entries with the same third party, reference and amount, except reversed ones. */
function findDuplicates(entries: readonly EntryFact[], parties: Facts['parties']): readonly Finding[] {
  const takenBack = new Set(entries.flatMap(({ reversedEntryId }) => reversedEntryId ?? []));
  const same = new Map<string, EntryFact[]>();
  for (const entry of entries) {
    const { reference, thirdPartyId, total, origin, id, reversedEntryId } = entry;
    if (reference === null || thirdPartyId === null || !['invoice', 'credit_note'].includes(origin)) continue;
    if (takenBack.has(id) || reversedEntryId !== null) continue;
    const key = [thirdPartyId, reference.replace(/[^a-z0-9]/gi, '').toUpperCase(), total].join(' ');
    same.set(key, [...(same.get(key) ?? []), entry]);
  }
  return [...same.values()].flatMap((some): readonly Finding[] => {
    const [first] = some;
    if (!first || some.length < 2) return [];
    const party = parties.get(first.thirdPartyId!) ?? '';
    const detail = `${party} ${first.reference} ${first.total}`;
    return [
      {
        entryId: some.at(-1)!.id,
        cells: { why: 'duplicate', entry: some.map(({ name }) => name).join(', '), detail, times: some.length },
      },
    ];
  });
}

export interface DigitShare {
  readonly digit: number;
  readonly times: number;
  readonly share: number;
  readonly expected: number;
}

/** Counts the first digits of amounts and compares them with Benford's law. */
export function computeDigitShares(entries: readonly EntryFact[]): readonly DigitShare[] {
  const times = Array.from({ length: 9 }, () => 0);
  let all = 0;
  for (const { amounts, origin } of entries) {
    if (BY_ITSELF.has(origin)) continue;
    for (const amount of amounts) {
      const digit = Number(/[1-9]/.exec(amount)?.[0] ?? 0);
      if (digit === 0) continue;
      times[digit - 1]! += 1;
      all += 1;
    }
  }
  return times.map((some, index) => ({
    digit: index + 1,
    times: some,
    share: all === 0 ? 0 : some / all,
    expected: Math.log10(1 + 1 / (index + 1)),
  }));
}

const roundShare = (share: number): number => Number(share.toFixed(4));

/** Finds people who approved a document, return or year and also posted entries of it. */
function findSamePeople({ approvals, entries, returns }: Facts): readonly Finding[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return approvals.flatMap((approval): readonly Finding[] => {
    const { kind, id, userId, recordedAt, operationId } = approval;
    if (userId === null) return [];
    const own = listApprovedEntries(approval, entries, byId, returns).filter(
      (entry) => entry.userId === userId && entry.recordedAt <= recordedAt,
    );
    const [first] = own;
    if (!first) return [];
    const period = returns.get(id);
    const detail =
      kind === 'document' ? first.name : kind === 'closing' ? first.year : `${period!.from} – ${period!.to}`;
    return [{ operationId, cells: { user: userId, why: kind, detail, recorded: recordedAt, times: own.length } }];
  });
}

/** Lists the entries covered by an approval. */
function listApprovedEntries(
  { kind, id, entryId }: Approval,
  entries: readonly EntryFact[],
  byId: ReadonlyMap<number, EntryFact>,
  returns: Facts['returns'],
): readonly EntryFact[] {
  if (kind === 'document') {
    const entry = entryId === null ? undefined : byId.get(entryId);
    return entry ? [entry] : [];
  }
  if (kind === 'closing')
    return entries.filter(({ fiscalYearId, origin }) => fiscalYearId === id && !BY_ITSELF.has(origin));
  const period = returns.get(id);
  return period ? entries.filter(({ date, isTaxed }) => isTaxed && date >= period.from && date <= period.to) : [];
}
