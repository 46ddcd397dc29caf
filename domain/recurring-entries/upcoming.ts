import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { lockFor, placeOf } from '../ledger/place.ts';
import type { Amount } from '../money.ts';
import { isRefusal, type Problem, type Refusal } from '../refusal.ts';
import { countryOf, openDates } from './progress.ts';
import { amountOf, decideOccurrence, idsOfOccurrence, type OccurrenceFacts } from './occurrence.ts';
import { plannedEntry } from './forecast.ts';
import type { RecurringEntryState } from './state.ts';

/** What comes of a template: its dates that are not posted, and what stands in the way of each. */

export const OUTLOOK_STATUSES = ['due', 'planned', 'held'] as const;

export interface Outlook {
  readonly date: PlainDate;
  /** Null when no entry can be made of the template on that day. */
  readonly amount: Amount | null;
  /** `due`: its day has come; `held`: it is not posted as things stand. */
  readonly status: (typeof OUTLOOK_STATUSES)[number];
  readonly problem: Problem | null;
  /** It was posted and taken back. */
  readonly isWithdrawn: boolean;
}

export interface OutlookSpan {
  /** What lies before or on it is due. */
  readonly today: PlainDate;
  readonly until: PlainDate;
  readonly most: number;
}

export function outlookOf(
  entry: RecurringEntryState,
  { today, until, most }: OutlookSpan,
  facts: OccurrenceFacts,
  file: CompanyFile,
): readonly Outlook[] {
  const found: Outlook[] = entry.course.withdrawn
    .filter((date) => date <= until)
    .map((date) => ({ ...outlookOn(entry, date, today, facts, file), ...WITHDRAWN }));
  let count = 0;
  for (const date of openDates(entry, until, countryOf(file))) {
    if (count === most) break;
    found.push({ ...outlookOn(entry, date, today, facts, file), isWithdrawn: false });
    count += 1;
  }
  return found.sort((one, other) => (one.date < other.date ? -1 : 1)).slice(0, most);
}

const WITHDRAWN = { status: 'held', problem: { code: 'recurring_taken_back' }, isWithdrawn: true } as const;

function outlookOn(
  entry: RecurringEntryState,
  date: PlainDate,
  today: PlainDate,
  facts: OccurrenceFacts,
  file: CompanyFile,
): Omit<Outlook, 'isWithdrawn'> {
  const planned = plannedEntry(entry, date, file, facts.balanceOf);
  const amount = isRefusal(planned) ? null : amountOf(entry, planned);
  const isDue = date <= today;
  const problem = isDue ? refusedNow(entry, date, facts, file) : refusedLater(planned, date, file);
  return { date, amount, status: problem ? 'held' : isDue ? 'due' : 'planned', problem };
}

function refusedNow(
  entry: RecurringEntryState,
  date: PlainDate,
  facts: OccurrenceFacts,
  file: CompanyFile,
): Problem | null {
  const { lines, letterings } = idsOfOccurrence(entry);
  const some = (count: number) => new Array<number>(count).fill(1);
  const ids = { entryId: 1, reversalId: 1, lineIds: some(lines), letteringIds: some(letterings) };
  const decided = decideOccurrence(entry, date, ids, facts, file);
  return isRefusal(decided) ? decided.problems[0]! : null;
}

/** A fiscal year that is not there yet may be opened until then; a period that is locked will refuse it. */
function refusedLater(planned: ReturnType<typeof plannedEntry>, date: PlainDate, file: CompanyFile): Problem | null {
  if (isRefusal(planned)) return (planned satisfies Refusal).problems[0]!;
  const place = placeOf(file.fiscalYears, date);
  const lock = place && lockFor(place, date, planned.data.vat, file);
  return lock ? { code: lock } : null;
}
