/** Amounts of boxes that do not come from balances: movements of the year and due dates. */
import { computeRubricAmounts, type Balances } from '../../country-packs/annual-accounts.ts';
import { addMonths, getLastDayOfMonth, type PlainDate } from '../../dates.ts';
import { add, isNegative, min, negate, subtract, sum, ZERO, type SignedAmount } from '../../money.ts';
import type { AssetLine, FiledOpenItem, FilingInputs } from '../form.ts';
import type { AccountsContent, LedgerBase } from './content.ts';
import type { BoxDeclaration } from './declaration.ts';
import { toFrench } from './model.ts';

export type LedgerInputs = Pick<FilingInputs, 'year' | 'current' | 'openItems' | 'assetLines' | 'salesAbroad'>;

/** By code; boxes of other kinds are left out. */
export function computeLedgerAmounts(
  boxes: readonly BoxDeclaration[],
  inputs: LedgerInputs,
): ReadonlyMap<string, SignedAmount> {
  const figures = collectFigures(inputs);
  const found = new Map<string, SignedAmount>();
  for (const base of ['opening', 'closing', 'debits', 'credits', 'transfers', 'disposals', 'abroad'] as const) {
    const contents = boxes.flatMap(({ code, content }) =>
      content.kind === 'ledger' && content.base === base ? [{ code, accounts: content.accounts }] : [],
    );
    for (const [code, amount] of addUpAccounts(contents, figures[base])) found.set(code, amount);
  }
  for (const { code, content } of boxes) if (content.kind === 'due') found.set(code, computeDue(content, inputs));
  return found;
}

function collectFigures({
  current,
  assetLines,
  salesAbroad,
}: LedgerInputs): Readonly<Record<Exclude<LedgerBase, 'balance'>, Balances>> {
  const transfers = collectTransfers(assetLines);
  const mapBy = (getAmount: (movement: (typeof current.movements)[number]) => SignedAmount): Balances => {
    const amounts = new Map<string, SignedAmount>();
    for (const one of current.movements) amounts.set(one.number, add(amounts.get(one.number) ?? ZERO, getAmount(one)));
    return amounts;
  };
  return {
    opening: mapBy(({ opening }) => opening),
    closing: mapBy(({ opening, debit, credit }) => add(opening, subtract(debit, credit))),
    debits: mapBy(({ debit }) => debit),
    credits: mapBy(({ credit }) => credit),
    transfers,
    abroad: salesAbroad ?? new Map<string, SignedAmount>(),
    disposals: mapBy(({ credit, number }) => subtract(credit, transfers.get(number) ?? ZERO)),
  };
}

/** An entry that credits one asset and debits another moves the smaller amount from line to line of the form. */
export function collectTransfers(lines: readonly AssetLine[]): Balances {
  const entries = new Map<number, AssetLine[]>();
  for (const line of lines.filter(({ account }) => isCost(account)))
    entries.set(line.entry_id, [...(entries.get(line.entry_id) ?? []), line]);
  const transfers = new Map<string, SignedAmount>();
  for (const entry of entries.values()) {
    let left = sum(entry.map(({ debit }) => debit));
    for (const { account, credit } of entry) {
      const moved = min(credit, left);
      if (moved === ZERO || isNegative(moved)) continue;
      left = subtract(left, moved);
      transfers.set(account, add(transfers.get(account) ?? ZERO, moved));
    }
  }
  return transfers;
}

/** Not depreciation, impairment, or amounts still to be paid on shares. */
const isCost = (account: string): boolean => /^2(?![89]|29|69|79)/.test(account);

function addUpAccounts(
  contents: readonly { readonly code: string; readonly accounts: AccountsContent }[],
  balances: Balances,
): ReadonlyMap<string, SignedAmount> {
  const rubrics = contents.map(({ code, accounts }) => ({
    code,
    statement: 'assets' as const,
    level: 2,
    labels: toFrench(code),
    content: accounts,
  }));
  return computeRubricAmounts(
    { code: 'movements', labels: toFrench(''), scheme: 'full', chart: 'capital', rubrics },
    balances,
  );
}

/** The last day of a month stays one. */
export const findYearAfter = (day: PlainDate): PlainDate =>
  day === getLastDayOfMonth(day) ? getLastDayOfMonth(addMonths(day, 12)) : addMonths(day, 12);

function computeDue(
  { base, accounts, long }: Extract<BoxDeclaration['content'], { kind: 'due' }>,
  { year, current, openItems }: LedgerInputs,
): SignedAmount {
  const limit = findYearAfter(year.ends_on);
  const addUpItems = (content: AccountsContent, isWanted: (item: FiledOpenItem) => boolean): SignedAmount => {
    // A box of receivables has items that are debited, one of debts those that are credited.
    const items = openItems.filter((item) => isWanted(item) && isNegative(item.amount) === (content.sign === -1));
    const open = new Map<string, SignedAmount>();
    for (const { account, amount } of items) open.set(account, add(open.get(account) ?? ZERO, amount));
    return addUpAccounts([{ code: 'due', accounts: content }], open).get('due') ?? ZERO;
  };
  const isSoon = ({ due_on }: FiledOpenItem): boolean => due_on <= limit;
  if (base === 'soon') return addUpItems(accounts, isSoon);
  const later = (content: AccountsContent): SignedAmount => addUpItems(content, (item) => !isSoon(item));
  if (base === 'later' || long.length === 0) return later(accounts);
  const ofLong = { ...accounts, accounts: accounts.accounts.filter((prefix) => long.includes(prefix)) };
  const ofOthers = { ...accounts, accounts: accounts.accounts.filter((prefix) => !long.includes(prefix)) };
  const balance = addUpAccounts([{ code: 'long', accounts: ofLong }], current.stated.atEnd).get('long') ?? ZERO;
  return sum([later(ofOthers), balance, negate(addUpItems(ofLong, isSoon))]);
}
