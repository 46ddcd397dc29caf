import type { CompanyFile } from '../company-file-state.ts';
import { getLastDayOfMonth, getNextDay, type PlainDate } from '../dates.ts';
import { decidePosting } from '../ledger/post-entry.ts';
import { findPlace } from '../ledger/place.ts';
import { add, isZero, negate, subtract, ZERO, type SignedAmount } from '../money.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import {
  buildBalanceKey,
  listFormulaBalances,
  computeFormulaAmount,
  type AskedBalance,
  type BalanceOf,
} from './amounts.ts';
import { getPackCountry, listOpenDates } from './progress.ts';
import { issueDocument } from './document.ts';
import { createPlaceholderIds, withoutLocks } from './occurrence.ts';
import type { Formula } from './recurring-events.ts';
import type { RecurringEntryState } from './state.ts';
import { buildTemplateCommand, isLedgerTemplate, type Posted } from './template.ts';

/** The unposted effect of recurring entries on the accounts. */

export interface Span {
  readonly from: PlainDate;
  readonly until: PlainDate;
}

export interface PlannedOccurrence {
  readonly recurring_entry_id: number;
  readonly date: PlainDate;
  /** True for the reversal of an accrual. */
  readonly is_reversal: boolean;
  /** By account. Debit is positive, credit is negative. */
  readonly amounts: readonly PlannedAmount[];
  /** The part with analytic codes, by account and code. */
  readonly coded: readonly (PlannedAmount & { readonly code_id: number })[];
}

export interface PlannedAmount {
  readonly account_id: number;
  readonly amount: SignedAmount;
}

/** Templates that are active and not trashed. */
export const listActiveEntries = ({
  recurringEntries,
}: Pick<CompanyFile, 'recurringEntries'>): readonly RecurringEntryState[] =>
  Object.values(recurringEntries).filter(({ is_trashed, is_active }) => !is_trashed && is_active);

/**
 * Unposted occurrences between two dates, both included, with their amounts by account. Includes locked periods and dates
 * after the last fiscal year. Excludes templates that can no longer be posted and formulas without known balances.
 */
export function listPlannedOccurrences(
  file: CompanyFile,
  span: Span,
  balanceOf: BalanceOf,
): readonly PlannedOccurrence[] {
  const country = getPackCountry(file);
  return listActiveEntries(file).flatMap((entry) => {
    const found: PlannedOccurrence[] = [];
    for (const date of listOpenDates(entry, span.until, country)) {
      const planned = buildPlannedEntry(entry, date, file, balanceOf);
      if (isRefusal(planned)) continue;
      const [amounts, coded] = [sumByAccount(planned), listCodedAmounts(planned)];
      if (date >= span.from) found.push({ recurring_entry_id: entry.id, date, is_reversal: false, amounts, coded });
      const back = entry.reverses_next_period ? getReversalDate(date, file) : null;
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

/** The balances needed by `listPlannedOccurrences` and for posting up to the date, without duplicates. */
export function listNeededBalances(file: CompanyFile, until: PlainDate): readonly AskedBalance[] {
  const country = getPackCountry(file);
  const asked = new Map<string, AskedBalance>();
  for (const entry of listActiveEntries(file)) {
    const formulas = entry.template.lines.flatMap(({ formula }) => formula ?? []);
    if (formulas.length === 0) continue;
    for (const date of listOpenDates(entry, until, country))
      for (const formula of formulas)
        for (const one of listFormulaBalances(formula, date, file) ?? []) asked.set(buildBalanceKey(one), one);
  }
  return [...asked.values()];
}

/** The first day of the next period or, if there is none, of the next month. */
function getReversalDate(date: PlainDate, { fiscalYears }: CompanyFile): PlainDate {
  const place = findPlace(fiscalYears, date);
  return getNextDay(place?.period.ends_on ?? getLastDayOfMonth(date));
}

function sumByAccount({ data: { lines } }: Posted): PlannedOccurrence['amounts'] {
  const sums = new Map<number, SignedAmount>();
  for (const { account_id, debit, credit } of lines)
    sums.set(account_id, add(sums.get(account_id) ?? ZERO, subtract(debit, credit)));
  return [...sums].map(([account_id, amount]) => ({ account_id, amount }));
}

/** By the codes of the template and the default codes. */
const listCodedAmounts = ({ data: { lines } }: Posted): PlannedOccurrence['coded'] =>
  lines.flatMap(({ account_id, debit, analytics = [] }) =>
    analytics.map(({ code_id, amount }) => ({ account_id, code_id, amount: isZero(debit) ? negate(amount) : amount })),
  );

/** The entry regardless of locks. The credited invoice is only checked on posting, and so is the delivery. */
export function buildPlannedEntry(
  recurring: RecurringEntryState,
  date: PlainDate,
  file: CompanyFile,
  balanceOf: BalanceOf,
): Posted | Refusal {
  const { credited_entry_id: _later, ...template } = recurring.template;
  const ids = createPlaceholderIds(recurring);
  if (!isLedgerTemplate(recurring)) {
    const issued = issueDocument(template, date, ids, [], withoutLocks(file));
    return isRefusal(issued) ? issued : issued.entry;
  }
  const computeAmount = (formula: Formula, day: PlainDate) => computeFormulaAmount(formula, day, file, balanceOf);
  const command = buildTemplateCommand(
    { kind: recurring.kind, template },
    date,
    ids,
    { computeFormula: computeAmount, credited: new Map() },
    file,
  );
  if (isRefusal(command)) return command;
  const decision = decidePosting(command, withoutLocks(file));
  return isRefusal(decision) ? decision : (decision as readonly [Posted])[0];
}
