import type {
  DisallowedExpense,
  PackCorporateTax,
  PackTax,
  TaxCode,
  TaxLaw,
  TaxTier,
} from '../country-packs/corporate-tax.ts';
import type { PlainDate } from '../dates.ts';
import {
  absolute,
  add,
  compare,
  isNegative,
  isZero,
  max,
  min,
  multiply,
  negate,
  percent,
  round,
  subtract,
  sum,
  ZERO,
  type Amount,
  type Percentage,
  type SignedAmount,
} from '../money.ts';
import { buildDisallowedCode, type LineCode } from './lines.ts';
import type { ManualLine } from './tax-events.ts';

/** Estimate of the corporate tax of a year: from the result of the books to what is left to pay. */

export interface TaxFacts {
  readonly startsOn: PlainDate;
  /** Accounts with a balance, income and expenses over the year; a debit is positive. */
  readonly balances: readonly AccountBalance[];
  readonly disallowed: readonly DisallowedExpense[];
  readonly manual: readonly ManualLine[];
  /** Whether the company meets the conditions of the reduced rate. */
  readonly isReduced: boolean;
  readonly municipalRate: Percentage;
}

export interface AccountBalance {
  readonly number: string;
  /** Income or expense of the year, other than its appropriation. */
  readonly isOfResult: boolean;
  readonly balance: SignedAmount;
}

export const LINE_SOURCES = ['ledger', 'manual', 'law'] as const;

export interface EstimatedLine {
  readonly code: LineCode;
  /** As it counts: deductions, used losses and prepayments are negative. */
  readonly amount: SignedAmount;
  readonly source: (typeof LINE_SOURCES)[number];
  readonly details: readonly LineDetail[];
}

/** An account with its part of the line, or a manual amount with its reason. */
export type LineDetail =
  | { readonly account: string; readonly amount: SignedAmount; readonly percent: Percentage | null }
  | { readonly reason: string; readonly amount: SignedAmount };

export interface AppliedRate {
  readonly tax: TaxCode;
  readonly percent: Percentage;
  /** Part of the base above this amount. */
  readonly above: Amount;
  readonly source: string;
}

export interface Estimate {
  readonly lines: readonly EstimatedLine[];
  readonly taxable: Amount;
  /** Loss of the year, which later years may use. */
  readonly loss: Amount;
  /** Null if the rates of the year are not known. */
  readonly tax: Amount | null;
  readonly prepayments: Amount;
  readonly balance: SignedAmount | null;
  readonly rates: readonly AppliedRate[];
  readonly provision: readonly ProvisionLine[];
}

export interface ProvisionLine {
  readonly account: string;
  readonly debit: Amount;
  readonly credit: Amount;
}

export function estimateTax(law: PackCorporateTax, facts: TaxFacts): Estimate {
  const base = [...computeBaseLines(law, facts)];
  const beforeLosses = sum(base.map(({ amount }) => amount));
  const carried = findManual(facts, 'carried_losses');
  const used = min(carried?.amount ?? ZERO, max(beforeLosses, ZERO));
  const losses: EstimatedLine = {
    code: 'losses_used',
    amount: negate(used),
    source: 'law',
    details: toReason(carried),
  };
  const taxable = subtract(max(beforeLosses, ZERO), used);
  const owed = computeTaxes(law, facts, taxable);
  const prepaid = computePrepayments(law, facts);
  const tax = owed && sum(owed.map(({ amount }) => amount));
  return {
    lines: [
      ...base,
      losses,
      ...(owed ?? []).map(({ code, amount }): EstimatedLine => ({ code, amount, source: 'law', details: [] })),
      prepaid,
    ],
    taxable,
    loss: absolute(min(beforeLosses, ZERO)),
    tax,
    prepayments: negate(prepaid.amount),
    balance: tax && add(tax, prepaid.amount),
    rates: (owed ?? []).flatMap(({ rates }) => rates),
    provision: owed ? proposeProvision(law, facts, owed) : [],
  };
}

/** The result of the books and what is added to it or deducted from it. */
function* computeBaseLines(law: PackCorporateTax, facts: TaxFacts): Generator<EstimatedLine> {
  const ofResult = facts.balances.filter(({ isOfResult }) => isOfResult);
  yield toLedgerLine(
    'result',
    ofResult.map((one) => toDetail(one, negate(one.balance))),
  );
  yield toLedgerLine(
    'tax_booked',
    selectAccounts(ofResult, law.taxAccounts).map((one) => toDetail(one, one.balance)),
  );
  for (const rule of facts.disallowed) {
    const code = buildDisallowedCode(rule.accounts);
    const said = findManual(facts, code);
    yield said ? toManualLine(code, said.amount, said) : toLedgerLine(code, listDisallowedParts(rule, facts, ofResult));
  }
  for (const code of ['additions', 'deductions'] as const) {
    const said = findManual(facts, code);
    const amount = said?.amount ?? ZERO;
    yield toManualLine(code, code === 'deductions' ? negate(amount) : amount, said);
  }
}

/** An account belongs to the rule with the longest prefix. */
function listDisallowedParts(
  rule: DisallowedExpense,
  { disallowed }: TaxFacts,
  accounts: readonly AccountBalance[],
): readonly LineDetail[] {
  const hasLonger = (number: string): boolean =>
    disallowed.some((one) => one.accounts.length > rule.accounts.length && number.startsWith(one.accounts));
  return selectAccounts(accounts, [rule.accounts])
    .filter(({ number }) => !hasLonger(number))
    .map((one) => ({ account: one.number, amount: percent(one.balance, rule.percent), percent: rule.percent }));
}

interface OwedTax {
  readonly code: TaxCode;
  readonly amount: Amount;
  readonly rates: readonly AppliedRate[];
}

/** Null if the law of the year is not known for every tax. */
function computeTaxes({ taxes }: PackCorporateTax, facts: TaxFacts, taxable: Amount): readonly OwedTax[] | null {
  const owed: OwedTax[] = [];
  for (const tax of taxes) {
    const law = findLaw(tax, facts.startsOn);
    if (!law) return null;
    owed.push(computeTax(tax, law, facts, { taxable, owed }));
  }
  return owed;
}

const findLaw = ({ law }: PackTax, startsOn: PlainDate): TaxLaw | undefined => law.find(({ from }) => from <= startsOn);

function computeTax(
  { code }: PackTax,
  { base, tiers, reducedTiers, source }: TaxLaw,
  { isReduced, municipalRate }: TaxFacts,
  { taxable, owed }: { readonly taxable: Amount; readonly owed: readonly OwedTax[] },
): OwedTax {
  const isOnResult = base.of === 'taxable';
  const whole = isOnResult ? taxable : (owed.find((one) => one.code === base.of)?.amount ?? ZERO);
  const amount = max(subtract(whole, (isOnResult && base.allowance) || ZERO), ZERO);
  const used = (isReduced && reducedTiers) || tiers;
  const tier = used.find(({ upTo }) => upTo === null || compare(amount, upTo) <= 0)!;
  const times = isOnResult && base.isMunicipal ? municipalRate : null;
  const rate = times === null ? tier.percent : round(multiply(multiply(tier.percent, times), '0.01'));
  const excess = subtract(amount, tier.above);
  return {
    code,
    amount: add(tier.fixed, percent(excess, rate)),
    rates: listApplied(used, tier).map(({ above, percent: own }) => ({
      tax: code,
      percent: times === null ? own : rate,
      above: add(above, (isOnResult && base.allowance) || ZERO),
      source,
    })),
  };
}

/** The tiers that the amount passes through: those below count if the amount of the tier includes them. */
function listApplied(tiers: readonly TaxTier[], reached: TaxTier): readonly TaxTier[] {
  if (isZero(reached.fixed)) return [reached];
  return tiers.slice(0, tiers.indexOf(reached) + 1).filter(({ above }) => compare(above, reached.above) <= 0);
}

function computePrepayments({ prepayments, taxes }: PackCorporateTax, facts: TaxFacts): EstimatedLine {
  const said = findManual(facts, 'prepayments');
  if (said) return toManualLine('prepayments', negate(said.amount), said);
  const held = selectAccounts(facts.balances, prepayments.accounts);
  const booked = prepayments.holdsTaxDue ? sumBooked(facts, taxes) : ZERO;
  const paid = max(add(sum(held.map(({ balance }) => balance)), booked), ZERO);
  const details = held.map((one) => toDetail(one, negate(one.balance)));
  return { code: 'prepayments', amount: negate(paid), source: 'ledger', details };
}

/** One pair of lines per account of expense: what is owed less what is booked already. */
function proposeProvision(
  { taxes }: PackCorporateTax,
  facts: TaxFacts,
  owed: readonly OwedTax[],
): readonly ProvisionLine[] {
  const accounts = [...new Set(taxes.map(({ provision }) => provision.expense))];
  return accounts.flatMap((account) => {
    const own = taxes.filter(({ provision }) => provision.expense === account);
    const due = sum(owed.filter(({ code }) => own.some((tax) => tax.code === code)).map(({ amount }) => amount));
    const missing = subtract(due, sumBooked(facts, own));
    if (isZero(missing)) return [];
    const [{ provision, excess }] = own as [PackTax];
    const [debit, credit] = isNegative(missing) ? [excess.claim, excess.income] : [provision.expense, provision.debt];
    const amount = absolute(missing);
    return [
      { account: debit, debit: amount, credit: ZERO },
      { account: credit, debit: ZERO, credit: amount },
    ];
  });
}

const sumBooked = ({ balances }: TaxFacts, taxes: readonly PackTax[]): SignedAmount =>
  sum(selectAccounts(balances, [...new Set(taxes.flatMap(({ booked }) => booked))]).map(({ balance }) => balance));

const selectAccounts = (accounts: readonly AccountBalance[], prefixes: readonly string[]): readonly AccountBalance[] =>
  accounts.filter(({ number }) => prefixes.some((prefix) => number.startsWith(prefix)));

const findManual = ({ manual }: TaxFacts, code: LineCode): ManualLine | undefined =>
  manual.find((line) => line.code === code);

const toDetail = ({ number }: AccountBalance, amount: SignedAmount): LineDetail => ({
  account: number,
  amount,
  percent: null,
});

const toReason = (said: ManualLine | undefined): readonly LineDetail[] =>
  said ? [{ reason: said.reason, amount: said.amount }] : [];

const toLedgerLine = (code: LineCode, details: readonly LineDetail[]): EstimatedLine => ({
  code,
  amount: sum(details.map(({ amount }) => amount)),
  source: 'ledger',
  details,
});

const toManualLine = (code: LineCode, amount: SignedAmount, said: ManualLine | undefined): EstimatedLine => ({
  code,
  amount,
  source: 'manual',
  details: toReason(said),
});
