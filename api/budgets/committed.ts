import type { Queryable } from '../../database/snapshot.ts';
import { accounts } from '../../domain/accounts/account.ts';
import type { PeriodSum, Sums } from '../../domain/budgets/actuals.ts';
import type { CompanyFile } from '../../domain/company-file.ts';
import { balancesNeeded, livingEntries, plannedOccurrences } from '../../domain/recurring-entries/planned.ts';
import { recordsOf } from '../../domain/records/state.ts';
import { waitingByCode, waitingDocuments } from '../../projections/budgets/committed-documents.ts';
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

/** Templates of recurring entries do not say by which codes their lines will be told. */
export async function committedSums(scene: CommittedScene): Promise<Sums> {
  const { db, services, companyId, periods, isNow, withCodes } = scene;
  const documents = await waitingDocuments(db, companyId, periods);
  const recurring = isNow ? await recurringSums(services, companyId, periods) : [];
  const coded = withCodes ? await waitingByCode(db, companyId, periods) : [];
  return { whole: [...documents, ...recurring], coded };
}

/** Occurrences of recurring entries that are not posted yet. */
async function recurringSums(
  { commands, pool }: CommittedScene['services'],
  companyId: number,
  periods: Periods,
): Promise<readonly PeriodSum[]> {
  const file = await commands.look('company', companyId);
  const [from, until] = [periods[0]!.starts_on, periods.at(-1)!.ends_on];
  const balanceOf = await formulaBalances(pool, companyId, balancesNeeded(file, until));
  const sums: PeriodSum[] = [];
  const turn = turnKeeper();
  for (const entry of livingEntries(file)) {
    // One template after another, so that others are answered in between.
    const alone: CompanyFile = { ...file, recurringEntries: { [entry.id]: entry } };
    for (const { date, amounts } of plannedOccurrences(alone, { from, until }, balanceOf)) {
      const period = periods.findIndex(({ starts_on, ends_on }) => starts_on <= date && date <= ends_on);
      for (const { account_id, amount } of amounts) {
        const account = recordsOf(file.records, accounts).byId.get(account_id)?.data;
        if (account) sums.push({ number: account.number, type: account.type, period, balance: amount });
      }
    }
    await turn();
  }
  return sums;
}
