import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { findPostingLock, findPlace } from '../ledger/place.ts';
import type { Amount } from '../money.ts';
import { isRefusal, type Problem, type Refusal } from '../refusal.ts';
import { getPackCountry, listOpenDates } from './progress.ts';
import { getDisplayAmount, decideOccurrence, createPlaceholderIds, type OccurrenceFacts } from './occurrence.ts';
import { buildPlannedEntry } from './forecast.ts';
import type { RecurringEntryState } from './state.ts';

/** The outlook of a template: its unposted dates, and the obstacles for each. */

export const OUTLOOK_STATUSES = ['due', 'planned', 'held'] as const;

export interface Outlook {
  readonly date: PlainDate;
  /** Null if the template cannot be posted on that date. */
  readonly amount: Amount | null;
  /** `due`: the date has come; `held`: it cannot be posted at present. */
  readonly status: (typeof OUTLOOK_STATUSES)[number];
  readonly problem: Problem | null;
  /** True if it was posted and then undone. */
  readonly isWithdrawn: boolean;
}

export interface OutlookSpan {
  /** Dates up to this one are due. */
  readonly today: PlainDate;
  readonly until: PlainDate;
  readonly most: number;
}

export function buildOutlook(
  entry: RecurringEntryState,
  { today, until, most }: OutlookSpan,
  facts: OccurrenceFacts,
  file: CompanyFile,
): readonly Outlook[] {
  const found: Outlook[] = entry.course.withdrawn
    .filter((date) => date <= until)
    .map((date) => ({ ...buildOutlookOn(entry, date, today, facts, file), ...WITHDRAWN }));
  let count = 0;
  for (const date of listOpenDates(entry, until, getPackCountry(file))) {
    if (count === most) break;
    found.push({ ...buildOutlookOn(entry, date, today, facts, file), isWithdrawn: false });
    count += 1;
  }
  return found.sort((one, other) => (one.date < other.date ? -1 : 1)).slice(0, most);
}

const WITHDRAWN = { status: 'held', problem: { code: 'recurring_taken_back' }, isWithdrawn: true } as const;

function buildOutlookOn(
  entry: RecurringEntryState,
  date: PlainDate,
  today: PlainDate,
  facts: OccurrenceFacts,
  file: CompanyFile,
): Omit<Outlook, 'isWithdrawn'> {
  const planned = buildPlannedEntry(entry, date, file, facts.balanceOf);
  const amount = isRefusal(planned) ? null : getDisplayAmount(entry, planned);
  const isDue = date <= today;
  const problem = isDue ? findPresentProblem(entry, date, facts, file) : findFutureProblem(planned, date, file);
  return { date, amount, status: problem ? 'held' : isDue ? 'due' : 'planned', problem };
}

function findPresentProblem(
  entry: RecurringEntryState,
  date: PlainDate,
  facts: OccurrenceFacts,
  file: CompanyFile,
): Problem | null {
  const decided = decideOccurrence(entry, date, createPlaceholderIds(entry), facts, file);
  return isRefusal(decided) ? decided.problems[0]! : null;
}

/** A missing fiscal year may still be opened by then. A locked period is a problem. */
function findFutureProblem(
  planned: ReturnType<typeof buildPlannedEntry>,
  date: PlainDate,
  file: CompanyFile,
): Problem | null {
  if (isRefusal(planned)) return (planned satisfies Refusal).problems[0]!;
  const place = findPlace(file.fiscalYears, date);
  const lock = place && findPostingLock(place, date, planned.data.vat, file);
  return lock ? { code: lock } : null;
}
