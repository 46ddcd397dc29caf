import type { CompanyFile } from '../company-file-state.ts';
import { lastDayOfMonth, nextDay, type PlainDate } from '../dates.ts';
import { decidePosting } from '../ledger/post-entry.ts';
import { placeOf } from '../ledger/place.ts';
import { add, isZero, negate, subtract, ZERO, type SignedAmount } from '../money.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { balanceKey, balancesOf, formulaAmount, type AskedBalance, type BalanceOf } from './amounts.ts';
import { countryOf, openDates } from './progress.ts';
import { withoutLocks, type Posted } from './occurrence.ts';
import type { Formula } from './recurring-events.ts';
import type { RecurringEntryState } from './state.ts';
import { entryOn, lineIdsOf } from './template.ts';

/** What recurring entries will bring to the accounts, as far as it is not posted yet. */

export interface Span {
  readonly from: PlainDate;
  readonly until: PlainDate;
}

export interface PlannedOccurrence {
  readonly recurring_entry_id: number;
  readonly date: PlainDate;
  /** It takes an accrual out of the books again. */
  readonly is_reversal: boolean;
  /** By account: debit is positive, credit negative. */
  readonly amounts: readonly PlannedAmount[];
  /** What of them analytic codes will have, by account and code. */
  readonly coded: readonly (PlannedAmount & { readonly code_id: number })[];
}

export interface PlannedAmount {
  readonly account_id: number;
  readonly amount: SignedAmount;
}

/** Templates that something comes of. */
export const livingEntries = ({
  recurringEntries,
}: Pick<CompanyFile, 'recurringEntries'>): readonly RecurringEntryState[] =>
  Object.values(recurringEntries).filter(({ is_trashed, is_active }) => !is_trashed && is_active);

/**
 * Occurrences between two days, both included, that are not posted yet, with what each comes to by account: also those in locked periods
 * and behind the last fiscal year. One whose template cannot be posted any more, or whose formula nothing is known for, is left out.
 */
export function plannedOccurrences(file: CompanyFile, span: Span, balanceOf: BalanceOf): readonly PlannedOccurrence[] {
  const country = countryOf(file);
  return livingEntries(file).flatMap((entry) => {
    const found: PlannedOccurrence[] = [];
    for (const date of openDates(entry, span.until, country)) {
      const planned = plannedEntry(entry, date, file, balanceOf);
      if (isRefusal(planned)) continue;
      const [amounts, coded] = [amountsOf(planned), codedOf(planned)];
      if (date >= span.from) found.push({ recurring_entry_id: entry.id, date, is_reversal: false, amounts, coded });
      const back = entry.reverses_next_period ? reversedOn(date, file) : null;
      if (back !== null && back >= span.from && back <= span.until)
        found.push({
          recurring_entry_id: entry.id,
          date: back,
          is_reversal: true,
          amounts: amounts.map(({ account_id, amount }) => ({ account_id, amount: negate(amount) })),
          coded: coded.map(({ amount, ...one }) => ({ ...one, amount: negate(amount) })),
        });
    }
    return found;
  });
}

/** The balances that `plannedOccurrences`, and posting up to the day, need to know; each once. */
export function balancesNeeded(file: CompanyFile, until: PlainDate): readonly AskedBalance[] {
  const country = countryOf(file);
  const asked = new Map<string, AskedBalance>();
  for (const entry of livingEntries(file)) {
    const formulas = entry.template.lines.flatMap(({ formula }) => formula ?? []);
    if (formulas.length === 0) continue;
    for (const date of openDates(entry, until, country))
      for (const formula of formulas)
        for (const one of balancesOf(formula, date, file) ?? []) asked.set(balanceKey(one), one);
  }
  return [...asked.values()];
}

/** The first day of the next period; where there is none, of the next month. */
function reversedOn(date: PlainDate, { fiscalYears }: CompanyFile): PlainDate {
  const place = placeOf(fiscalYears, date);
  return nextDay(place?.period.ends_on ?? lastDayOfMonth(date));
}

function amountsOf({ data: { lines } }: Posted): PlannedOccurrence['amounts'] {
  const sums = new Map<number, SignedAmount>();
  for (const { account_id, debit, credit } of lines)
    sums.set(account_id, add(sums.get(account_id) ?? ZERO, subtract(debit, credit)));
  return [...sums].map(([account_id, amount]) => ({ account_id, amount }));
}

/** By the codes that the template names and by those that the defaults will bring. */
const codedOf = ({ data: { lines } }: Posted): PlannedOccurrence['coded'] =>
  lines.flatMap(({ account_id, debit, analytics = [] }) =>
    analytics.map(({ code_id, amount }) => ({ account_id, code_id, amount: isZero(debit) ? negate(amount) : amount })),
  );

/** The entry as it would be, whatever its period says; what it credits is for the day on which it is posted. */
export function plannedEntry(
  { kind, template }: RecurringEntryState,
  date: PlainDate,
  file: CompanyFile,
  balanceOf: BalanceOf,
): Posted | Refusal {
  const { credited_entry_id: _later, ...planned } = template;
  const ids = { entryId: 1, lineIds: new Array<number>(lineIdsOf({ kind, template })).fill(1) };
  const computed = (formula: Formula, day: PlainDate) => formulaAmount(formula, day, file, balanceOf);
  const command = entryOn({ kind, template: planned }, date, ids, { computed, credited: new Map() }, file);
  if (isRefusal(command)) return command;
  const decision = decidePosting(command, withoutLocks(file));
  return isRefusal(decision) ? decision : (decision as readonly [Posted])[0];
}
