import type { PackFixedAssets } from '../country-packs/pack.ts';
import { add, isZero, negate, subtract, sum, ZERO, type SignedAmount } from '../money.ts';
import type { Steps } from '../steps.ts';

/** The fixed asset table of a year, by account and asset, reconciled with the ledger. */

export const TABLE_COLUMNS = [
  'opening_gross',
  'additions',
  'revaluations',
  'disposals',
  'transfers',
  'closing_gross',
  'opening_depreciation',
  'depreciation',
  'impairment',
  'released',
  'transferred_depreciation',
  'closing_depreciation',
  'book_value',
] as const;
export type TableColumn = (typeof TABLE_COLUMNS)[number];
export type TableAmounts = Readonly<Record<TableColumn, SignedAmount>>;

/** Movements of one asset on one account. Amounts that leave are negative. */
export interface TableLine extends Omit<TableAmounts, 'closing_gross' | 'closing_depreciation' | 'book_value'> {
  readonly id: number;
  readonly code: string;
  readonly label: string;
  readonly account_id: number;
  readonly depreciation_account_id: number | null;
  /** Amounts at the end of the year. */
  readonly cost: SignedAmount;
  readonly revalued: SignedAmount;
  readonly depreciated: SignedAmount;
  readonly impaired: SignedAmount;
}

export interface TableAsset extends TableAmounts {
  readonly id: number;
  readonly code: string;
  readonly label: string;
}

export interface TableGroup {
  readonly account_id: number;
  readonly assets: readonly TableAsset[];
  readonly totals: TableAmounts;
}

export interface AssetTable {
  readonly groups: readonly TableGroup[];
  readonly totals: TableAmounts;
}

const LINES_A_STEP = 200;

/** Runs in steps, because there may be tens of thousands of assets. */
export function* buildAssetTable(lines: readonly TableLine[]): Steps<AssetTable> {
  const byAccount = new Map<number, TableAsset[]>();
  for (const [index, line] of lines.entries()) {
    const { id, code, label, account_id } = line;
    const assets = byAccount.get(account_id) ?? [];
    assets.push({ id, code, label, ...computeAmounts(line) });
    byAccount.set(account_id, assets);
    if (index % LINES_A_STEP === 0) yield;
  }
  const groups: TableGroup[] = [];
  for (const [account_id, assets] of byAccount) groups.push({ account_id, assets, totals: yield* sumInSteps(assets) });
  return { groups, totals: sumRows(groups.map(({ totals }) => totals)) };
}

function computeAmounts(line: TableLine): TableAmounts {
  const { opening_gross, additions, revaluations, disposals, transfers } = line;
  const { opening_depreciation, depreciation, impairment, released, transferred_depreciation } = line;
  const closing_gross = sum([opening_gross, additions, revaluations, disposals, transfers]);
  const closing_depreciation = sum([
    opening_depreciation,
    depreciation,
    impairment,
    released,
    transferred_depreciation,
  ]);
  return {
    opening_gross,
    additions,
    revaluations,
    disposals,
    transfers,
    closing_gross,
    opening_depreciation,
    depreciation,
    impairment,
    released,
    transferred_depreciation,
    closing_depreciation,
    book_value: subtract(closing_gross, closing_depreciation),
  };
}

/** Sums the rows in chunks, to yield between them. */
function* sumInSteps(rows: readonly TableAmounts[]): Steps<TableAmounts> {
  const pieces: TableAmounts[] = [];
  for (let start = 0; start < rows.length; start += LINES_A_STEP) {
    pieces.push(sumRows(rows.slice(start, start + LINES_A_STEP)));
    yield;
  }
  return sumRows(pieces);
}

const sumRows = (rows: readonly TableAmounts[]): TableAmounts =>
  Object.fromEntries(TABLE_COLUMNS.map((column) => [column, sum(rows.map((row) => row[column]))])) as Record<
    TableColumn,
    SignedAmount
  >;

export interface KnownAccount {
  readonly id: number;
  readonly number: string;
  readonly label: string;
  /** Debit minus credit at the end of the year. */
  readonly balance: SignedAmount;
}

export interface Reconciled {
  readonly account: Pick<KnownAccount, 'id' | 'number' | 'label'>;
  readonly table: SignedAmount;
  readonly ledger: SignedAmount;
  readonly difference: SignedAmount;
}

/** Compares the total of the assets on each account with the balance in the ledger. */
export function* reconcileAccounts(
  lines: readonly TableLine[],
  accounts: readonly KnownAccount[],
  pack: PackFixedAssets,
): Steps<readonly Reconciled[]> {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const byNumber = new Map(accounts.map((account) => [account.number, account]));
  const sums = new Map<number, SignedAmount>();
  const addToAccount = (id: number, amount: SignedAmount): void => {
    sums.set(id, add(amount, sums.get(id) ?? ZERO));
  };
  for (const [index, line] of lines.entries()) {
    if (index % LINES_A_STEP === 0) yield;
    const number = byId.get(line.account_id)?.number ?? '';
    const accumulated =
      line.depreciation_account_id ?? byNumber.get(pack.getAccumulatedAccount(number))?.id ?? line.account_id;
    addToAccount(line.account_id, line.cost);
    addToAccount(
      (pack.getRevaluationAccount && byNumber.get(pack.getRevaluationAccount(number))?.id) ?? line.account_id,
      line.revalued,
    );
    if (line.depreciation_account_id !== null || !isZero(line.depreciated))
      addToAccount(accumulated, negate(line.depreciated));
    addToAccount(
      (pack.getImpairmentAccount && byNumber.get(pack.getImpairmentAccount(number))?.id) ?? accumulated,
      negate(line.impaired),
    );
  }
  return [...sums]
    .flatMap(([id, table]): readonly Reconciled[] => {
      const account = byId.get(id);
      if (!account) return [];
      const { balance: ledger, number, label } = account;
      const isEmpty = isZero(table) && isZero(ledger);
      return isEmpty ? [] : [{ account: { id, number, label }, table, ledger, difference: subtract(ledger, table) }];
    })
    .sort((one, other) => (one.account.number < other.account.number ? -1 : 1));
}
