import { isWorkingDay } from '../../domain/country-packs/holidays.ts';
import type { CountryCode } from '../../domain/country-packs/pack.ts';
import { getDayAndHour } from './book-day.ts';
import type { EntryFact, Facts } from './facts.ts';
import { countDaysBetween, isGenerated } from './finding.ts';
import { parseCents } from './sums.ts';

/** What is usual in a company file, so that the questions report only what is not. */

/** Fewer entries than this show no habit. */
const FEWEST = 40;

export interface DelayedEntry {
  readonly entry: EntryFact;
  /** Days from the end of its period to the day on which it was recorded; zero in time. */
  readonly days: number;
}

/** Share of the entries whose delay counts as usual, and the days that are tolerated beyond it. */
const USUAL_SHARE = 0.95;
const TOLERATED_DAYS = 7;

/** Entries recorded at least a week later after their period than is usual in the file. */
export function listLateEntries({ entries, periods }: Facts): readonly DelayedEntry[] {
  const delayed = entries.flatMap((entry): readonly DelayedEntry[] => {
    const end = periods.get(entry.periodId)?.ends_on;
    if (end === undefined || isGenerated(entry)) return [];
    return [{ entry, days: Math.max(0, countDaysBetween(end, getDayAndHour(entry.recordedAt).day)) }];
  });
  const sorted = delayed.map(({ days }) => days).sort((one, other) => one - other);
  const tolerated =
    sorted.length < FEWEST ? 0 : sorted[Math.floor(USUAL_SHARE * (sorted.length - 1))]! + TOLERATED_DAYS;
  return delayed.filter(({ days }) => days > tolerated);
}

export interface OddEntry {
  readonly entry: EntryFact;
  readonly why: 'night' | 'holiday';
}

const NIGHT_BEGINS = 22;
const NIGHT_ENDS = 6;
/** A person who records this share of their entries at such a time works then. */
const HABIT = 0.1;

/** Entries that people recorded at night, at weekends or on holidays, unless they often work then. */
export function listOddEntries({ entries }: Facts, country: CountryCode): readonly OddEntry[] {
  const counts = new Map<string, number>();
  const count = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  const odd: (OddEntry & { readonly person: string; readonly slot: string })[] = [];
  for (const entry of entries) {
    // Workers never sleep.
    if (entry.userId === null || isGenerated(entry)) continue;
    const person = String(entry.userId);
    count(person);
    const found = findOddTime(entry.recordedAt, country);
    if (!found) continue;
    const slot = `${person} ${found.slot}`;
    count(slot);
    odd.push({ entry, why: found.why, person, slot });
  }
  return odd.filter(({ person, slot }) => {
    const all = counts.get(person)!;
    return all < FEWEST || counts.get(slot)! < HABIT * all;
  });
}

const SATURDAY = 6;

function findOddTime(moment: string, country: CountryCode): { why: OddEntry['why']; slot: string } | null {
  const { day, hour } = getDayAndHour(moment);
  if (hour >= NIGHT_BEGINS || hour < NIGHT_ENDS) return { why: 'night', slot: 'night' };
  if (isWorkingDay(day, country)) return null;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return { why: 'holiday', slot: weekday === 0 || weekday === SATURDAY ? String(weekday) : 'holiday' };
}

const ROUND = 100_000n; // 1,000.00 in cents
/** An amount that comes this often with the same party or description has been agreed. */
const AGREED_TIMES = 3;

/** Entries of whole thousands, larger than most of the file, that do not come again and again. */
export function listRoundEntries({ entries }: Facts): readonly EntryFact[] {
  const chosen = entries.filter((entry) => !isGenerated(entry) && entry.origin !== 'opening_balance');
  const getKey = ({ total, thirdPartyId, label }: EntryFact): string => `${total} ${thirdPartyId ?? label ?? ''}`;
  const counts = new Map<string, number>();
  for (const entry of chosen) counts.set(getKey(entry), (counts.get(getKey(entry)) ?? 0) + 1);
  const sizes = chosen.map(({ total }) => parseCents(total)).sort((one, other) => (one < other ? -1 : 1));
  const median = sizes[Math.floor(sizes.length / 2)] ?? 0n;
  const least = sizes.length < FEWEST || median < ROUND ? ROUND : median;
  return chosen.filter((entry) => {
    const cents = parseCents(entry.total);
    return cents >= least && cents % ROUND === 0n && counts.get(getKey(entry))! < AGREED_TIMES;
  });
}
