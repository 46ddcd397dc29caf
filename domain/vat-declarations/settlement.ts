import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { findCountryPack } from '../country-packs/index.ts';
import { getRealisedAccountNumbers } from '../currency/accounts.ts';
import { convertToBase } from '../currency/rates.ts';
import { findTaxRate, getTaxCurrency, isKeptInTaxCurrency } from '../currency/tax-rate.ts';
import { resolveMiscellaneousJournal } from '../fiscal-years/journal.ts';
import type { Labels } from '../language.ts';
import type { EntryEvent, EntryLine } from '../ledger/entry-events.ts';
import { isPostable } from '../ledger/named-account.ts';
import { refuseLocked, findLock, findPlace } from '../ledger/place.ts';
import { buildOwnEntry } from '../ledger/posting.ts';
import { buildRateUnknown } from '../ledger/vat-currency.ts';
import { absolute, add, isNegative, isZero, negate, subtract, sum, ZERO, type SignedAmount } from '../money.ts';
import { findIdByKey, getRecords } from '../records/state.ts';
import { refuseInvalid, collectValue, NO_PROBLEMS, type Checked, type Problem, type Refusal } from '../refusal.ts';
import { vatCodes } from '../vat-codes/vat-code.ts';
import { computeReturn, type ComputedReturn, type ReturnInput } from './computation.ts';
import type { ReturnForm } from './form.ts';
import { formatPeriodLabel, type ReturnPeriod } from './period.ts';

/**
 * The entry of a validated return: transfers the tax of the period from the tax accounts to the payable or receivable
 * account.
 */

/** Balance of the entries of the period on a tax account: debit is positive, credit negative. */
export interface TaxOnAccount {
  readonly account_id: number;
  readonly amount: SignedAmount;
}

/** Lines besides the tax accounts: payable, receivable, rounding, and corrections made on the return only. */
const OTHER_LINES = 4;
export const countSettlementLines = (taxes: readonly TaxOnAccount[]): number => taxes.length + OTHER_LINES;

export interface Settlement {
  readonly form: ReturnForm;
  readonly period: Omit<ReturnPeriod, 'due_on'>;
  readonly input: ReturnInput;
  readonly computed: ComputedReturn;
  readonly taxes: readonly TaxOnAccount[];
  /** For an annual return: the balance of the periodic returns of the year. Their tax is not included in `taxes`. */
  readonly declared: SignedAmount;
  readonly entryId: number;
  readonly lineIds: readonly number[];
}

type Posted = Extract<EntryEvent, { type: 'EntryPosted' }>;

const LABELS: Labels = { fr: 'TVA - {period}', nl: 'Btw - {period}', en: 'VAT - {period}', de: 'MwSt. - {period}' };

/** Null if the period has nothing to settle. */
export function buildSettlementEntry(settlement: Settlement, file: CompanyFile): Posted | null | Refusal {
  const { period, entryId, lineIds } = settlement;
  const problems: Problem[] = [];
  const amounts = collectValue(computeAmounts(settlement, file), problems).filter(({ amount }) => !isZero(amount));
  if (amounts.length === 0) return null;
  const { settings, locale } = file.identity;
  const ownJournal = settings['auto_entries.vat.journal_id'] as number | null | undefined;
  const journal = collectValue(resolveMiscellaneousJournal(ownJournal ?? null, file), problems);
  const place = findPlace(file.fiscalYears, period.ends_on);
  if (!place) problems.push({ code: 'date_outside_fiscal_years', field: 'id' });
  const lock = place && findLock(place);
  if (lock) return refuseLocked(lock, 'id', problems);
  if (problems.length > 0 || !journal || !place) return refuseInvalid(problems.map((one) => ({ ...one, field: 'id' })));
  const lines = amounts.map(({ account_id, amount, owed }, index): EntryLine => ({
    id: lineIds[index]!,
    account_id,
    debit: isNegative(amount) ? ZERO : amount,
    credit: isNegative(amount) ? absolute(amount) : ZERO,
    label: null,
    third_party_id: null,
    ...owed,
  }));
  const draft = {
    id: entryId,
    journal_id: journal.id,
    entry_date: period.ends_on,
    due_date: null,
    label: LABELS[locale].replace('{period}', formatPeriodLabel(period, locale)),
    reference: null,
    third_party_id: null,
    origin: 'vat_settlement',
    lines,
  } as const;
  return buildOwnEntry(draft, journal.journal, place, file);
}

interface SettledAmount extends TaxOnAccount {
  /** The amount in the currency of the return, if the file is kept in another one. */
  readonly owed?: Pick<EntryLine, 'currency' | 'currency_amount' | 'exchange_rate'>;
}

function computeAmounts(settlement: Settlement, file: CompanyFile): Checked<readonly SettledAmount[]> {
  if (!isKeptInTaxCurrency(file)) return computeConvertedAmounts(settlement, file);
  const problems: Problem[] = [];
  const { due, receivable } = computeOutcome(settlement);
  const { taxes } = settlement;
  const net = sum(taxes.map(({ amount }) => amount));
  const rest = subtract(add(net, due), receivable);
  const rounded = computeRounding(settlement);
  const corrected = subtract(rest, rounded);
  const bookOn = (setting: string, amount: SignedAmount): readonly TaxOnAccount[] =>
    isZero(amount) ? [] : [{ account_id: collectValue(findSettingAccount(setting, file), problems), amount }];
  const bookBySide = (settings: readonly [debit: string, credit: string], amount: SignedAmount) =>
    bookOn(isNegative(amount) ? settings[1] : settings[0], amount);
  const amounts = [
    ...taxes.map(({ account_id, amount }) => ({ account_id, amount: negate(amount) })),
    ...bookOn('auto_entries.vat.payable_account', negate(due)),
    ...bookOn('auto_entries.vat.receivable_account', receivable),
    ...bookBySide(ROUNDING, rounded),
    // Corrections made before the return remain on this account until the return reports them.
    ...bookBySide(CORRECTIONS, corrected),
  ];
  return { value: amounts, problems };
}

/** The amounts to pay and to receive, in the currency of the return. */
function computeOutcome({ form, computed, declared }: Settlement): {
  readonly due: SignedAmount;
  readonly receivable: SignedAmount;
} {
  const { amount_due, amount_refund, boxes } = computed;
  const owed = subtract(subtract(amount_due, amount_refund), declared);
  const [due, refund] = isNegative(owed) ? [ZERO, negate(owed)] : [owed, ZERO];
  const credit = form.credit ? boxes.get(form.credit.to)! : ZERO;
  return { due, receivable: subtract(refund, credit) };
}

/**
 * The tax accounts hold the currency of the file, each amount at the rate of its day. What is owed is converted at the
 * rate of the last day; the rest, beside manual corrections, is an exchange difference.
 */
function computeConvertedAmounts(settlement: Settlement, file: CompanyFile): Checked<readonly SettledAmount[]> {
  const { taxes, period } = settlement;
  const rate = findTaxRate(file, period.ends_on)?.rate ?? null;
  if (rate === null) return { value: [], problems: [{ ...buildRateUnknown(period.ends_on, file), field: 'id' }] };
  const problems: Problem[] = [];
  const { due, receivable } = computeOutcome(settlement);
  const findAccount = (setting: string): number => collectValue(findSettingAccount(setting, file), problems);
  const currency = getTaxCurrency(file.identity.country_pack);
  const owe = (setting: string, currency_amount: SignedAmount): readonly SettledAmount[] => {
    if (isZero(currency_amount)) return [];
    const owed = { currency, currency_amount, exchange_rate: rate };
    return [{ account_id: findAccount(setting), amount: convertToBase(currency_amount, rate), owed }];
  };
  const corrected = convertToBase(computeManualEffect(settlement), rate);
  const settled = [
    ...taxes.map(({ account_id, amount }) => ({ account_id, amount: negate(amount) })),
    ...owe('auto_entries.vat.payable_account', negate(due)),
    ...owe('auto_entries.vat.receivable_account', receivable),
    ...(isZero(corrected)
      ? []
      : [{ account_id: findAccount(CORRECTIONS[isNegative(corrected) ? 1 : 0]), amount: corrected }]),
  ];
  const difference = negate(sum(settled.map(({ amount }) => amount)));
  if (isZero(difference)) return { value: settled, problems };
  const payable = file.identity.settings['auto_entries.vat.payable_account'] as string;
  const { loss, gain } = getRealisedAccountNumbers(payable, file);
  const account_id = collectValue(findAccountByNumber(isNegative(difference) ? gain : loss, file), problems);
  return { value: [...settled, { account_id, amount: difference }], problems };
}

/** The increase of the amount due caused by manual amounts, in the currency of the return. */
function computeManualEffect({ form, input, computed }: Settlement): SignedAmount {
  return subtract(computeOwed(computed), computeOwed(computeReturn(form, { ...input, manual: [] })));
}

const computeOwed = ({ amount_due, amount_refund }: ComputedReturn): SignedAmount =>
  subtract(amount_due, amount_refund);

const ROUNDING = [
  'auto_entries.reconciliation_difference.expense_account',
  'auto_entries.reconciliation_difference.income_account',
] as const;

const CORRECTIONS = [
  'auto_entries.vat.correction_payable_account',
  'auto_entries.vat.correction_receivable_account',
] as const;

/** The increase of the amount due caused by rounding to whole units. */
function computeRounding({ form, input, computed }: Settlement): SignedAmount {
  if (!form.isInUnits) return ZERO;
  const exact = computeReturn({ ...form, isInUnits: false }, input);
  return subtract(computeOwed(computed), computeOwed(exact));
}

function findAccountByNumber(number: string, file: CompanyFile): Checked<number> {
  const id = findIdByKey(file.records, accounts, 'number', number);
  if (id !== undefined && isPostable(file, id)) return { value: id, problems: NO_PROBLEMS };
  return { value: 0, problems: [{ code: 'exchange_account_missing', params: { number } }] };
}

function findSettingAccount(setting: string, file: CompanyFile): Checked<number> {
  const number = file.identity.settings[setting];
  const id = typeof number === 'string' ? findIdByKey(file.records, accounts, 'number', number) : undefined;
  if (id !== undefined && isPostable(file, id)) return { value: id, problems: NO_PROBLEMS };
  return { value: 0, problems: [{ code: 'vat_account_missing', params: { setting } }] };
}

/** Tax accounts of the company file: those of its VAT codes and those marked as such. Excludes tax that is due on payment. */
export function listTaxAccounts({ records, identity }: CompanyFile): readonly number[] {
  const waiting = findCountryPack(identity.country_pack)!.taxOnPayment ?? {};
  const known = getRecords(records, accounts).byId;
  const ids = new Set<number>();
  for (const [, { data }] of getRecords(records, vatCodes).byId.entries())
    for (const id of [data.due_account_id, data.deductible_account_id]) if (typeof id === 'number') ids.add(id);
  for (const [id, { data }] of known.entries())
    if (data.control_role === 'vat_due' || data.control_role === 'vat_deductible') ids.add(id);
  return [...ids].filter((id) => !Object.hasOwn(waiting, known.get(id)?.data.number ?? ''));
}
