import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { countryPack } from '../country-packs/index.ts';
import { journalFor } from '../fiscal-years/journal.ts';
import type { Labels } from '../language.ts';
import type { EntryEvent, EntryLine } from '../ledger/entry-events.ts';
import { isPostable } from '../ledger/named-account.ts';
import { lockedAt, lockOf, placeOf } from '../ledger/place.ts';
import { posted } from '../ledger/posting.ts';
import { absolute, add, isNegative, isZero, negate, subtract, sum, ZERO, type SignedAmount } from '../money.ts';
import { idByKey, recordsOf } from '../records/state.ts';
import { invalid, type Problem, type Refusal } from '../refusal.ts';
import { vatCodes } from '../vat-codes/vat-code.ts';
import { computedReturn, type ComputedReturn, type ReturnInput } from './computation.ts';
import type { ReturnForm } from './form.ts';
import { periodLabel, type ReturnPeriod } from './period.ts';

/** The entry of a validated return: what its period has put on the accounts of tax leaves them for what is owed or got back. */

/** What the entries of the period have put on an account of tax: debit is positive, credit negative. */
export interface TaxOnAccount {
  readonly account_id: number;
  readonly amount: SignedAmount;
}

/** Beside the accounts of tax: payable, receivable, what was rounded, and what only the return knows. */
const OTHER_LINES = 4;
export const linesOfSettlement = (taxes: readonly TaxOnAccount[]): number => taxes.length + OTHER_LINES;

export interface Settlement {
  readonly form: ReturnForm;
  readonly period: Omit<ReturnPeriod, 'due_on'>;
  readonly input: ReturnInput;
  readonly computed: ComputedReturn;
  readonly taxes: readonly TaxOnAccount[];
  /** Of an annual return: what the returns of the year have come to. Their tax is not among the taxes. */
  readonly declared: SignedAmount;
  readonly entryId: number;
  readonly lineIds: readonly number[];
}

type Posted = Extract<EntryEvent, { type: 'EntryPosted' }>;

const LABELS: Labels = { fr: 'TVA - {period}', nl: 'Btw - {period}', en: 'VAT - {period}', de: 'MwSt. - {period}' };

/** Null when the period leaves nothing to settle. */
export function settled(settlement: Settlement, file: CompanyFile): Posted | null | Refusal {
  const { period, entryId, lineIds } = settlement;
  const problems: Problem[] = [];
  const amounts = amountsOf(settlement, file, problems).filter(({ amount }) => !isZero(amount));
  if (amounts.length === 0) return null;
  const { settings, locale } = file.identity!;
  const ownJournal = settings['auto_entries.vat.journal_id'] as number | null | undefined;
  const journal = journalFor(ownJournal ?? null, file, problems);
  const place = placeOf(file.fiscalYears, period.ends_on);
  if (!place) problems.push({ code: 'date_outside_fiscal_years', field: 'id' });
  const lock = place && lockOf(place);
  if (lock) return lockedAt(lock, 'id', problems);
  if (problems.length > 0 || !journal || !place) return invalid(problems.map((one) => ({ ...one, field: 'id' })));
  const lines = amounts.map(({ account_id, amount }, index): EntryLine => ({
    id: lineIds[index]!,
    account_id,
    debit: isNegative(amount) ? ZERO : amount,
    credit: isNegative(amount) ? absolute(amount) : ZERO,
    label: null,
    third_party_id: null,
  }));
  const draft = {
    id: entryId,
    journal_id: journal.id,
    entry_date: period.ends_on,
    due_date: null,
    label: LABELS[locale].replace('{period}', periodLabel(period, locale)),
    reference: null,
    third_party_id: null,
    origin: 'vat_settlement',
    lines,
  } as const;
  return posted(draft, journal.journal, place, file);
}

function amountsOf(settlement: Settlement, file: CompanyFile, problems: Problem[]): readonly TaxOnAccount[] {
  const { form, computed, taxes, declared } = settlement;
  const { amount_due, amount_refund, boxes } = computed;
  const owed = subtract(subtract(amount_due, amount_refund), declared);
  const [due, refund] = isNegative(owed) ? [ZERO, negate(owed)] : [owed, ZERO];
  const credit = form.credit ? boxes.get(form.credit.to)! : ZERO;
  const receivable = subtract(refund, credit);
  const net = sum(taxes.map(({ amount }) => amount));
  const rest = subtract(add(net, due), receivable);
  const rounded = roundedIn(settlement);
  const corrected = subtract(rest, rounded);
  const on = (setting: string, amount: SignedAmount): readonly TaxOnAccount[] =>
    isZero(amount) ? [] : [{ account_id: accountOf(setting, file, problems), amount }];
  const sided = (settings: readonly [debit: string, credit: string], amount: SignedAmount) =>
    on(isNegative(amount) ? settings[1] : settings[0], amount);
  return [
    ...taxes.map(({ account_id, amount }) => ({ account_id, amount: negate(amount) })),
    ...on('auto_entries.vat.payable_account', negate(due)),
    ...on('auto_entries.vat.receivable_account', receivable),
    ...sided(ROUNDING, rounded),
    // What was put right before the return waits there until the return says it.
    ...sided(CORRECTIONS, corrected),
  ];
}

const ROUNDING = [
  'auto_entries.reconciliation_difference.expense_account',
  'auto_entries.reconciliation_difference.income_account',
] as const;

const CORRECTIONS = [
  'auto_entries.vat.correction_payable_account',
  'auto_entries.vat.correction_receivable_account',
] as const;

/** How much more is owed because the form knows no cents. */
function roundedIn({ form, input, computed }: Settlement): SignedAmount {
  if (!form.isInUnits) return ZERO;
  const exact = computedReturn({ ...form, isInUnits: false }, input);
  const owed = (one: ComputedReturn): SignedAmount => subtract(one.amount_due, one.amount_refund);
  return subtract(owed(computed), owed(exact));
}

function accountOf(setting: string, file: CompanyFile, problems: Problem[]): number {
  const number = file.identity!.settings[setting];
  const id = typeof number === 'string' ? idByKey(file.records, accounts, 'number', number) : undefined;
  if (id !== undefined && isPostable(file, id)) return id;
  problems.push({ code: 'vat_account_missing', params: { setting } });
  return 0;
}

/** Accounts that hold the tax of the company file: those of its codes and those known as such. Tax that waits for its payment stays. */
export function taxAccounts({ records, identity }: CompanyFile): readonly number[] {
  const waiting = countryPack(identity!.country_pack)!.taxOnPayment ?? {};
  const known = recordsOf(records, accounts).byId;
  const ids = new Set<number>();
  for (const [, { data }] of recordsOf(records, vatCodes).byId.entries())
    for (const id of [data.due_account_id, data.deductible_account_id]) if (typeof id === 'number') ids.add(id);
  for (const [id, { data }] of known.entries())
    if (data.control_role === 'vat_due' || data.control_role === 'vat_deductible') ids.add(id);
  return [...ids].filter((id) => !Object.hasOwn(waiting, known.get(id)?.data.number ?? ''));
}
