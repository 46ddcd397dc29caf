import type pg from 'pg';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { absolute, add, compare, isNegative, ZERO, type SignedAmount } from '../../domain/money.ts';
import { readBalancesBeforeClosing } from '../../projections/book-migrations/balances.ts';
import type { TrialBalanceComparison } from '../../stores/book-migrations/trial-balance-comparison.ts';
import type { MigrationPlan } from '../../stores/book-migrations/plan.ts';

const MOST_DIFFERENCES = 100;

type Balances = ReadonlyMap<string, SignedAmount>;

const sumDebitBalances = (balances: Iterable<SignedAmount>): SignedAmount =>
  [...balances].filter((balance) => !isNegative(balance)).reduce(add, ZERO);

function getSourceBalances({ ends }: MigrationPlan, yearNo: number): Balances {
  return new Map(
    ends.flatMap(({ year_no, account, balance }) => (year_no === yearNo ? [[account, balance] as const] : [])),
  );
}

/** The trial balance of the source alone. */
export function buildSourceTrialBalance(plan: MigrationPlan): TrialBalanceComparison {
  return { is_equal: null, years: listYearNumbers(plan).map((yearNo) => compareYear(plan, yearNo, null)) };
}

export async function compareTrialBalances(
  pool: pg.Pool,
  companyId: number,
  plan: MigrationPlan,
  { fiscalYears }: CompanyFile,
): Promise<TrialBalanceComparison> {
  const years: TrialBalanceComparison['years'][number][] = [];
  for (const yearNo of listYearNumbers(plan)) {
    const year = fiscalYears.find(({ starts_on }) => starts_on === plan.years[yearNo]!.starts_on)!;
    const { appropriation_entry_id, closing_entry_id } = year.closing ?? {};
    const closing = [appropriation_entry_id, closing_entry_id].filter((id) => id !== undefined);
    years.push(compareYear(plan, yearNo, await readBalancesBeforeClosing(pool, companyId, year.id, closing)));
  }
  return { is_equal: years.every(({ differences }) => differences.length === 0), years };
}

const listYearNumbers = ({ firstYear, lastYear }: MigrationPlan): number[] =>
  Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index);

function compareYear(
  plan: MigrationPlan,
  yearNo: number,
  migrated: Balances | null,
): TrialBalanceComparison['years'][number] {
  const source = getSourceBalances(plan, yearNo);
  const accounts = [...new Set([...source.keys(), ...(migrated?.keys() ?? [])])].sort();
  const differences = accounts.flatMap((account) => {
    const [said, found] = [source.get(account) ?? ZERO, migrated?.get(account) ?? ZERO];
    return migrated === null || compare(said, found) === 0 ? [] : [{ account, source: said, migrated: found }];
  });
  return {
    ...plan.years[yearNo]!,
    accounts_count: source.size,
    source_total: absolute(sumDebitBalances(source.values())),
    migrated_total: migrated && absolute(sumDebitBalances(migrated.values())),
    differences: differences.slice(0, MOST_DIFFERENCES),
  };
}
