import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { journalFor, type FoundJournal } from '../fiscal-years/journal.ts';
import type { Labels } from '../language.ts';
import type { EntryEvent, EntryLine } from '../ledger/entry-events.ts';
import { lockedAt, lockOf, placeOf, type Place } from '../ledger/place.ts';
import { posted } from '../ledger/posting.ts';
import { isPostable } from '../ledger/named-account.ts';
import { absolute, compare, isNegative, ZERO, type Amount, type SignedAmount } from '../money.ts';
import { idByKey, living } from '../records/state.ts';
import { invalid, isRefusal, type Problem, type Refusal } from '../refusal.ts';

/** A small difference between what was billed and what was paid is written off: an entry takes it to expenses or to income. */

const SETTING = 'auto_entries.reconciliation_difference';

const LABELS: Labels = {
  fr: 'Différence de règlement {code}',
  nl: 'Betalingsverschil {code}',
  en: 'Payment difference {code}',
  de: 'Zahlungsdifferenz {code}',
};

/** The largest difference that a company file writes off; nothing unless it says so. */
export function largestDifference({ identity }: CompanyFile): Amount {
  return (identity?.settings[`${SETTING}.max_amount`] as Amount | null | undefined) ?? ZERO;
}

/** What a difference is written off from. */
export interface DifferenceOf {
  /** Debit less credit of what is left of the lines; never zero. */
  readonly amount: SignedAmount;
  readonly account_id: number;
  readonly third_party_id: number | null;
  readonly entry_date: PlainDate;
  /** Null: the journal for miscellaneous operations. */
  readonly journal_id: number | null;
}

export interface WriteOff extends DifferenceOf {
  readonly journal: FoundJournal;
  readonly place: Place;
  /** The account of income or expenses. */
  readonly otherAccountId: number;
}

/** How the difference can be written off, or everything that stands in the way. */
export function writeOffOf(difference: DifferenceOf, file: CompanyFile): WriteOff | Refusal {
  const problems: Problem[] = [];
  const place = placeOf(file.fiscalYears, difference.entry_date);
  if (!place) problems.push({ code: 'date_outside_fiscal_years', field: 'entry_date' });
  const journal = journalFor(difference.journal_id, file, problems);
  const { id: otherAccountId, setting } = differenceAccount(difference.amount, file);
  if (otherAccountId === null)
    problems.push({
      code: 'difference_account_missing',
      field: 'line_ids',
      params: { setting },
    });
  const account = living(file.records, accounts, difference.account_id);
  if (!account?.data.is_active) problems.push({ code: 'account_inactive', field: 'line_ids' });
  const lock = place && lockOf(place);
  if (lock) return lockedAt(lock, 'entry_date', problems);
  if (problems.length > 0 || !place || !journal || otherAccountId === null) return invalid(problems);
  return { ...difference, journal, place, otherAccountId };
}

export const canBeWrittenOff = (difference: DifferenceOf, file: CompanyFile): boolean =>
  compare(absolute(difference.amount), largestDifference(file)) <= 0 && !isRefusal(writeOffOf(difference, file));

/** Too little was received or too much paid: an expense. The other way round: income. */
const settingFor = ({ amount }: Pick<DifferenceOf, 'amount'>): string =>
  `${SETTING}.${isNegative(amount) ? 'income_account' : 'expense_account'}`;

/** The account that takes a difference, null when it cannot, and the setting that names it. */
export function differenceAccount(
  amount: SignedAmount,
  file: CompanyFile,
): { readonly id: number | null; readonly setting: string } {
  const setting = settingFor({ amount });
  const number = file.identity?.settings[setting];
  const id = typeof number === 'string' ? (idByKey(file.records, accounts, 'number', number) ?? null) : null;
  return { id: isPostable(file, id) ? id : null, setting };
}

export interface WriteOffIds {
  readonly entryId: number;
  /** Of the line that settles, and of the line on income or expenses. */
  readonly lineIds: readonly [number, number];
}

/** Its first line settles what is left of the others. */
export function postedWriteOff(
  { amount, account_id, third_party_id, entry_date, journal, place, otherAccountId }: WriteOff,
  { entryId, lineIds }: WriteOffIds,
  label: string | null,
  code: string,
  file: CompanyFile,
): Extract<EntryEvent, { type: 'EntryPosted' }> {
  const size = absolute(amount);
  const line = (id: number, accountId: number, thirdPartyId: number | null, isDebit: boolean): EntryLine => ({
    id,
    account_id: accountId,
    debit: isDebit ? size : ZERO,
    credit: isDebit ? ZERO : size,
    label: null,
    third_party_id: thirdPartyId,
  });
  const isExpense = !isNegative(amount);
  const draft = {
    id: entryId,
    journal_id: journal.id,
    entry_date,
    due_date: null,
    label: label ?? LABELS[file.identity!.locale].replace('{code}', code),
    reference: null,
    origin: 'lettering_difference',
    lines: [
      line(lineIds[0], account_id, third_party_id, !isExpense),
      line(lineIds[1], otherAccountId, null, isExpense),
    ],
  } as const;
  return posted(draft, journal.journal, place, file);
}
