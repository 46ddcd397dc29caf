import type { Queryable } from '../../database/snapshot.ts';
import { accounts } from '../../domain/accounts/account.ts';
import { withAnalytics } from '../../domain/analytics/line-defaults.ts';
import type { CodedSum, PeriodSum, Sums } from '../../domain/budgets/actuals.ts';
import type { CompanyFile } from '../../domain/company-file.ts';
import {
  balancesNeeded,
  livingEntries,
  plannedOccurrences,
  type PlannedAmount,
} from '../../domain/recurring-entries/planned.ts';
import { recordsOf } from '../../domain/records/state.ts';
import { absolute, isNegative, negate, ZERO } from '../../domain/money.ts';
import { waitingByCode, waitingDocuments, waitingWithoutCode } from '../../projections/budgets/committed-documents.ts';
import { formulaBalances } from '../../projections/recurring-entries/facts.ts';
import { turnKeeper } from '../../turns.ts';
import type { Services } from '../services.ts';

/** What is known to come though it is not booked yet. */

type Periods = readonly { readonly starts_on: string; readonly ends_on: string }[];

export interface CommittedScene {
  readonly db: Queryable;
  readonly services: Pick<Services, 'commands' | 'pool'>;
  readonly companyId: number;
  readonly periods: Periods;
  /** What repeats is known of now alone. */
  readonly isNow: boolean;
  /** Also by analytic code. */
  readonly withCodes: boolean;
}

export async function committedSums(scene: CommittedScene): Promise<Sums> {
  const { db, services, companyId, periods, isNow, withCodes } = scene;
  const documents = await waitingDocuments(db, companyId, periods);
  const named = withCodes ? await waitingByCode(db, companyId, periods) : [];
  if (!isNow) return { whole: documents, coded: named };
  const file = await services.commands.look('company', companyId);
  const recurring = await recurringSums(services.pool, companyId, file, periods);
  const inherited = withCodes ? await inheritedCodes(scene, file) : [];
  return { whole: [...documents, ...recurring.whole], coded: [...named, ...inherited, ...recurring.coded] };
}

/** Documents whose lines name no codes will be told by the defaults of third party and account, as when they are booked. */
async function inheritedCodes({ db, companyId, periods }: CommittedScene, file: CompanyFile): Promise<CodedSum[]> {
  const waiting = await waitingWithoutCode(db, companyId, periods);
  return waiting.flatMap(({ number, type, period, balance, account_id, third_party_id, document_date }) => {
    const amount = absolute(balance);
    const line = { id: 0, account_id, debit: amount, credit: ZERO, label: null, third_party_id: null };
    const entry = { journal: undefined, third_party_id, entry_date: document_date };
    const shares = withAnalytics([line], entry, file)[0]!.analytics ?? [];
    return shares.map((share) => ({
      ...{ number, type, period, analytic_code_id: share.code_id },
      balance: isNegative(balance) ? negate(share.amount) : share.amount,
    }));
  });
}

/** Occurrences of recurring entries that are not posted yet. */
async function recurringSums(
  pool: Services['pool'],
  companyId: number,
  file: CompanyFile,
  periods: Periods,
): Promise<Sums> {
  const [from, until] = [periods[0]!.starts_on, periods.at(-1)!.ends_on];
  const balanceOf = await formulaBalances(pool, companyId, balancesNeeded(file, until));
  const whole: PeriodSum[] = [];
  const coded: CodedSum[] = [];
  const turn = turnKeeper();
  for (const entry of livingEntries(file)) {
    // One template after another, so that others are answered in between.
    const alone: CompanyFile = { ...file, recurringEntries: { [entry.id]: entry } };
    for (const { date, amounts, coded: shares } of plannedOccurrences(alone, { from, until }, balanceOf)) {
      const period = periods.findIndex(({ starts_on, ends_on }) => starts_on <= date && date <= ends_on);
      const sumOf = ({ account_id, amount }: PlannedAmount): readonly PeriodSum[] => {
        const account = recordsOf(file.records, accounts).byId.get(account_id)?.data;
        return account ? [{ number: account.number, type: account.type, period, balance: amount }] : [];
      };
      whole.push(...amounts.flatMap(sumOf));
      for (const one of shares) coded.push(...sumOf(one).map((sum) => ({ ...sum, analytic_code_id: one.code_id })));
    }
    await turn();
  }
  return { whole, coded };
}
