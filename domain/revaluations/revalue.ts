import type { CompanyFile } from '../company-file-state.ts';
import type { ExchangeRate } from '../currency/rates.ts';
import { describeUnknownRate } from '../currency/unknown-rate.ts';
import { getExchangePack } from '../currency/accounts.ts';
import type { RevaluationMethod } from '../country-packs/exchange.ts';
import { getNextDay, type PlainDate } from '../dates.ts';
import { openNextYear } from '../fiscal-years/closing.ts';
import type { FiscalYearEvent } from '../fiscal-years/fiscal-year-events.ts';
import { resolveFiscalYear } from '../fiscal-years/fiscal-year.ts';
import { resolveMiscellaneousJournal } from '../fiscal-years/journal.ts';
import { evolveFiscalYears, type FiscalYearState } from '../fiscal-years/state.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import { findLock, findPlace, refuseLocked } from '../ledger/place.ts';
import { add, isZero, negate, ZERO, type SignedAmount } from '../money.ts';
import type { RecordEvent } from '../records/record-events.ts';
import { isRefusal, refuse, refuseInvalid, type Decision, type Problem, type Refusal } from '../refusal.ts';
import { splitIntoBatchesInSteps } from '../batches.ts';
import { runAllSteps, type Steps } from '../steps.ts';
import { countNewAccounts, resolveAccounts, type ResolvedAccounts } from './accounts.ts';
import { buildRevaluationEntries, type RevaluationIds } from './entries.ts';
import type { RevaluationEvent, RevaluationRate, RevaluedAmount } from './revaluation-events.ts';
import { findLastOfYear, findRevaluation, getStanding } from './state.ts';
import {
  planRevaluation,
  valueItem,
  type OpenAmount,
  type Plan,
  type PlannedAmount,
  type ValuedItem,
} from './valuation.ts';

/**
 * Values what is open in foreign currencies at the rates of a day, posts the differences by the rule of the country, and
 * reverses them on the next day. A second run posts only what has moved since.
 */
export interface RevalueCurrencies {
  readonly type: 'RevalueCurrencies';
  /** The fiscal year. */
  readonly id: number;
  readonly baseVersion: number | null;
  readonly on: PlainDate;
  readonly method: RevaluationMethod;
  readonly rates: readonly RevaluationRate[];
  readonly open: readonly OpenAmount[];
  readonly ids: RevaluationIds;
}

export type RevaluingEvent = RevaluationEvent | EntryEvent | RecordEvent | FiscalYearEvent;

/** What a request leaves open: the day, the method and the rates of the last revaluation of the year are kept. */
export interface RevaluationTerms {
  readonly on: PlainDate;
  readonly method: RevaluationMethod;
  /** Rates that an earlier request for the same day gave. */
  readonly given: ReadonlyMap<string, ExchangeRate>;
}

export interface RequestedTerms {
  readonly on: PlainDate | null;
  readonly method: RevaluationMethod | null;
}

export function resolveTerms(
  year: FiscalYearState,
  requested: RequestedTerms,
  file: CompanyFile,
): RevaluationTerms | Refusal {
  const last = findLastOfYear(file.revaluations, year.id);
  const on = requested.on ?? last?.on ?? year.ends_on;
  const { methods } = getExchangePack(file).exchange;
  const used = file.revaluations.all.findLast(({ is_taken_back }) => !is_taken_back)?.method;
  const method = requested.method ?? used ?? methods[0]!;
  const problems: Problem[] = [];
  if (on < year.starts_on || on > year.ends_on)
    problems.push({ code: 'revaluation_outside_year', field: 'on', params: { year: year.code } });
  if (!methods.includes(method))
    problems.push({
      code: 'revaluation_method_of_other_country',
      field: 'method',
      params: { methods: methods.join(', ') },
    });
  if (problems.length > 0) return refuseInvalid(problems);
  const rates = findRevaluation(file.revaluations, on)?.rates ?? [];
  return {
    on,
    method,
    given: new Map(rates.filter(({ is_given }) => is_given).map((one) => [one.currency, one.rate])),
  };
}

/** Whether differences of open items are reversed on the next day: always, or as the company chooses. */
export function isReversed(file: CompanyFile): boolean {
  const { exchange } = getExchangePack(file);
  return exchange.reversal === 'required' || file.identity.settings['revaluation.reverse'] !== false;
}

export interface Valuation extends Plan {
  readonly items: readonly ValuedItem[];
}

type Valued = Pick<RevalueCurrencies, 'on' | 'method' | 'rates' | 'open'>;

const ITEMS_A_STEP = 200;

/** Values the items and plans the amounts. Refused if a rate is missing. */
export function* valueCurrenciesInSteps(
  { on, method, rates, open }: Valued,
  file: CompanyFile,
): Steps<Valuation | Refusal> {
  const byCurrency = new Map(rates.map(({ currency, rate }) => [currency, rate]));
  const missing = new Set(open.map(({ currency }) => currency).filter((currency) => !byCurrency.has(currency)));
  if (missing.size > 0) {
    const problems = [...missing].map((currency) => describeUnknownRate(currency, on, `rates.${currency}`));
    return { refused: true, code: 'rate_unknown', problems, facts: { currency: [...missing][0], on } };
  }
  const items: ValuedItem[] = [];
  for (const item of open) {
    items.push(valueItem(item, byCurrency.get(item.currency)!));
    if (items.length % ITEMS_A_STEP === 0) yield;
  }
  const rule = { method, on, isReversed: isReversed(file) };
  return { items, ...planRevaluation(items, rule, getStanding(file.revaluations, on)) };
}

export const decideRevaluation = (command: RevalueCurrencies, file: CompanyFile): Decision<RevaluingEvent> =>
  runAllSteps(decideRevaluationInSteps(command, file));

export function* decideRevaluationInSteps(
  command: RevalueCurrencies,
  before: CompanyFile,
): Steps<Decision<RevaluingEvent>> {
  const year = resolveFiscalYear(command, before.fiscalYears);
  if (isRefusal(year)) return year;
  const { on, ids } = command;
  const valuation = yield* valueCurrenciesInSteps(command, before);
  if (isRefusal(valuation)) return valuation;
  const previous = findRevaluation(before.revaluations, on);
  const accounts = resolveAccounts(valuation.amounts, ids.accounts, before);
  if (accounts.problems.length > 0) return refuseInvalid(accounts.problems);
  const amounts = nameAccounts(valuation.amounts, accounts);
  const changes = subtractAmounts(amounts, previous?.amounts ?? []);
  if (changes.length === 0 && (previous || valuation.items.length === 0)) return [];
  const opened = openYearOfReversal(year, command, changes, before);
  const file = { ...accounts.file, fiscalYears: opened.reduce(evolveFiscalYears, accounts.file.fiscalYears) };
  const lock = findLockOf(on, changes, file);
  if (lock) return lock;
  const journal = resolveMiscellaneousJournal(null, file);
  if (!journal.value) return refuseInvalid(journal.problems);
  const entries = buildRevaluationEntries({ on, changes, rates: command.rates, ids, journal: journal.value }, file);
  const posted = entries.map(({ part, event }) => ({ part, entry_id: event.data.id }));
  const { values, provisions } = valuation.standing;
  return [
    ...accounts.made,
    ...opened,
    ...entries.map(({ event }) => event),
    {
      type: 'CurrenciesRevalued',
      data: {
        id: ids.revaluation,
        version: 1,
        fiscal_year_id: year.id,
        on,
        method: command.method,
        rates: command.rates,
        amounts,
        entries: posted,
        ...(values.length > 0 && { values }),
        ...(provisions.length > 0 && { provisions }),
        ...(accounts.created.length > 0 && { accounts: accounts.created }),
      },
    },
    ...(yield* listItems(valuation.items, ids.revaluation)),
  ];
}

/** Does the valuation differ from what was posted? Placeholder ids stand for accounts that would have to be created. */
export function hasMoved({ amounts }: Valuation, posted: readonly RevaluedAmount[], file: CompanyFile): boolean {
  const placeholders = Array.from({ length: countNewAccounts(amounts) }, (_, index) => -1 - index);
  return subtractAmounts(nameAccounts(amounts, resolveAccounts(amounts, placeholders, file)), posted).length > 0;
}

const nameAccounts = (amounts: readonly PlannedAmount[], { getId }: ResolvedAccounts): readonly RevaluedAmount[] =>
  amounts.map(({ part, account, currency, amount }) => ({ part, account_id: getId(account), currency, amount }));

function subtractAmounts(now: readonly RevaluedAmount[], before: readonly RevaluedAmount[]): readonly RevaluedAmount[] {
  const changes = new Map<string, RevaluedAmount>();
  const addChange = (one: RevaluedAmount, amount: SignedAmount): void => {
    const key = `${one.part} ${one.account_id} ${one.currency}`;
    changes.set(key, { ...one, amount: add(amount, changes.get(key)?.amount ?? ZERO) });
  };
  for (const one of now) addChange(one, one.amount);
  for (const one of before) addChange(one, negate(one.amount));
  return [...changes.values()].filter(({ amount }) => !isZero(amount));
}

/** The year of the reversal is opened if it is missing, as a closing does. */
function openYearOfReversal(
  year: FiscalYearState,
  { on, ids }: RevalueCurrencies,
  changes: readonly RevaluedAmount[],
  file: CompanyFile,
): readonly FiscalYearEvent[] {
  const isNeeded = changes.some(({ part }) => part === 'reversal');
  return isNeeded && !findPlace(file.fiscalYears, getNextDay(on)) ? [openNextYear(year, ids, file)] : [];
}

function findLockOf(on: PlainDate, changes: readonly RevaluedAmount[], { fiscalYears }: CompanyFile): Refusal | null {
  const days = new Set(changes.map(({ part }) => (part === 'reversal' ? getNextDay(on) : on)));
  for (const day of days) {
    const place = findPlace(fiscalYears, day);
    if (!place) return refuse('date_outside_fiscal_years', { field: 'on' });
    const lock = findLock(place);
    if (lock) return refuseLocked(lock, 'on');
  }
  return null;
}

function* listItems(items: readonly ValuedItem[], revaluation_id: number): Steps<readonly RevaluationEvent[]> {
  const listed = items.map(
    ({ line_id, account_id, third_party_id, currency, currency_amount, carrying_amount, closing_amount }) => ({
      line_id,
      account_id,
      third_party_id,
      currency,
      currency_amount,
      carrying_amount,
      closing_amount,
    }),
  );
  const batches = yield* splitIntoBatchesInSteps(listed);
  return batches.map((batch) => ({
    type: 'RevaluedItemsListed',
    data: { revaluation_id, items: batch },
  }));
}
