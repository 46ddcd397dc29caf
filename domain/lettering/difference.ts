import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { findCountryPack } from '../country-packs/index.ts';
import type { PlainDate } from '../dates.ts';
import { resolveMiscellaneousJournal, type FoundJournal } from '../fiscal-years/journal.ts';
import type { Labels } from '../language.ts';
import type { EntryEvent, EntryLine } from '../ledger/entry-events.ts';
import { checkAccountCurrencies } from '../ledger/line-currency.ts';
import { refuseLocked, findLock, findPlace, type Place } from '../ledger/place.ts';
import { buildPostedEntry } from '../ledger/posting.ts';
import { isPostable } from '../ledger/named-account.ts';
import { absolute, compare, isNegative, ZERO, type Amount, type SignedAmount } from '../money.ts';
import { findIdByKey, findLiveRecord } from '../records/state.ts';
import { refuseInvalid, isRefusal, collectValue, type Problem, type Refusal } from '../refusal.ts';

/** Writes off a small difference between the billed and the paid amount: an entry books it as expense or income. */

const SETTING = 'auto_entries.reconciliation_difference';

const LABELS: Labels = {
  fr: 'Différence de règlement {code}',
  nl: 'Betalingsverschil {code}',
  en: 'Payment difference {code}',
  de: 'Zahlungsdifferenz {code}',
};

/** The largest difference that a company file writes off. Zero unless set. */
export function getLargestDifference({ identity }: CompanyFile): Amount {
  return (identity.settings[`${SETTING}.max_amount`] as Amount | null | undefined) ?? ZERO;
}

/** A difference to write off. */
export interface DifferenceOf {
  /** Debit minus credit of the remaining amounts. Never zero. */
  readonly amount: SignedAmount;
  readonly account_id: number;
  readonly third_party_id: number | null;
  readonly entry_date: PlainDate;
  /** Null: the default journal of miscellaneous operations. */
  readonly journal_id: number | null;
}

/** The account that takes the difference, null if none is postable, and the problem to report then. */
interface OtherAccount {
  readonly id: number | null;
  readonly problem: Problem;
}

export interface WriteOff extends DifferenceOf {
  readonly journal: FoundJournal;
  readonly place: Place;
  /** The income or expense account. */
  readonly otherAccountId: number;
}

/** Plans the write-off, or returns all problems. */
export function planWriteOff(difference: DifferenceOf, file: CompanyFile): WriteOff | Refusal {
  const { id, setting } = findDifferenceAccount(difference.amount, file);
  const problem = { code: 'difference_account_missing', field: 'line_ids', params: { setting } };
  const ofCurrency = checkAccountCurrencies([{ account_id: id ?? 0 }], () => 'line_ids', file);
  if (ofCurrency.length > 0) return refuseInvalid(ofCurrency);
  return planDifference(difference, { id, problem }, file);
}

export function planDifference(
  difference: DifferenceOf,
  { id: otherAccountId, problem }: OtherAccount,
  file: CompanyFile,
): WriteOff | Refusal {
  const problems: Problem[] = [];
  const place = findPlace(file.fiscalYears, difference.entry_date);
  if (!place) problems.push({ code: 'date_outside_fiscal_years', field: 'entry_date' });
  const journal = collectValue(resolveMiscellaneousJournal(difference.journal_id, file), problems);
  if (otherAccountId === null) problems.push(problem);
  const account = findLiveRecord(file.records, accounts, difference.account_id);
  if (!account?.data.is_active) problems.push({ code: 'account_inactive', field: 'line_ids' });
  const lock = place && findLock(place);
  if (lock) return refuseLocked(lock, 'entry_date', problems);
  if (problems.length > 0 || !place || !journal || otherAccountId === null) return refuseInvalid(problems);
  return { ...difference, journal, place, otherAccountId };
}

export const canBeWrittenOff = (difference: DifferenceOf, file: CompanyFile): boolean =>
  compare(absolute(difference.amount), getLargestDifference(file)) <= 0 && !isRefusal(planWriteOff(difference, file));

/** Too little received or too much paid is an expense. The opposite is income. */
const getAccountSetting = ({ amount }: Pick<DifferenceOf, 'amount'>): string =>
  `${SETTING}.${isNegative(amount) ? 'income_account' : 'expense_account'}`;

/** The account for a difference, null if none is postable, and the setting that names it. */
export function findDifferenceAccount(
  amount: SignedAmount,
  file: CompanyFile,
): { readonly id: number | null; readonly setting: string } {
  const setting = getAccountSetting({ amount });
  const number = file.identity.settings[setting];
  const id = typeof number === 'string' ? (findIdByKey(file.records, accounts, 'number', number) ?? null) : null;
  return { id: isPostable(file, id) ? id : null, setting };
}

/** The account for a discount: granted if too little was received, received if too little was paid; null if missing. */
export function findDiscountAccount(amount: SignedAmount, file: CompanyFile): number | null {
  const { identity, records } = file;
  const { granted, received } = findCountryPack(identity.country_pack)!.autoEntryAccounts.discounts;
  const id = findIdByKey(records, accounts, 'number', isNegative(amount) ? received : granted) ?? null;
  return isPostable(file, id) ? id : null;
}

/** The account for charges that a bank deducts from a payment; null if missing. */
export function findChargesAccount(file: CompanyFile): number | null {
  const { bankCharges } = findCountryPack(file.identity.country_pack)!.autoEntryAccounts;
  const id = findIdByKey(file.records, accounts, 'number', bankCharges) ?? null;
  return isPostable(file, id) ? id : null;
}

export interface WriteOffIds {
  readonly entryId: number;
  /** Ids of the settling line and of the income or expense line. */
  readonly lineIds: readonly [number, number];
}

export const buildWriteOffEntry = (
  writeOff: WriteOff,
  ids: WriteOffIds,
  label: string | null,
  code: string,
  file: CompanyFile,
): PostedEvent =>
  buildDifferenceEntry(
    writeOff,
    ids,
    { origin: 'lettering_difference', label: label ?? LABELS[file.identity.locale].replace('{code}', code) },
    file,
  );

type PostedEvent = Extract<EntryEvent, { type: 'EntryPosted' }>;

interface DifferenceTerms {
  readonly origin: 'lettering_difference' | 'exchange_difference';
  readonly label: string;
  /** Currency of the settling line, which has no amount in it. Absent: the currency of the company file. */
  readonly currency?: string;
}

/** The first line settles the remaining amount of the others. */
export function buildDifferenceEntry(
  { amount, account_id, third_party_id, entry_date, journal, place, otherAccountId }: WriteOff,
  { entryId, lineIds }: WriteOffIds,
  { origin, label, currency }: DifferenceTerms,
  file: CompanyFile,
): PostedEvent {
  const size = absolute(amount);
  const buildLine = (id: number, accountId: number, thirdPartyId: number | null, isDebit: boolean): EntryLine => ({
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
    label,
    reference: null,
    origin,
    lines: [
      {
        ...buildLine(lineIds[0], account_id, third_party_id, !isExpense),
        ...(currency !== undefined && { currency, currency_amount: ZERO }),
      },
      buildLine(lineIds[1], otherAccountId, null, isExpense),
    ],
  } as const;
  return buildPostedEntry(draft, journal.journal, place, file);
}
