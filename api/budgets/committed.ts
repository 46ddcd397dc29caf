import type { Queryable } from '../../database/snapshot.ts';
import { accounts } from '../../domain/accounts/account.ts';
import type { CodedSum, PeriodSum, Sums } from '../../domain/budgets/actuals.ts';
import { codesOfWaiting } from '../../domain/budgets/waiting-codes.ts';
import type { CompanyFile } from '../../domain/company-file.ts';
import {
  balancesNeeded,
  livingEntries,
  plannedOccurrences,
  type PlannedAmount,
} from '../../domain/recurring-entries/forecast.ts';
import { recordsOf } from '../../domain/records/state.ts';
import { waitingDocuments, waitingInPages } from '../../projections/budgets/committed-documents.ts';
import { formulaBalances } from '../../projections/recurring-entries/facts.ts';
import { turnKeeper } from '../../support/yielding.ts';
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
  if (!isNow && !withCodes) return { whole: documents, coded: [] };
  const file = await services.commands.look('company', companyId);
  const named = withCodes ? await waitingByCode(scene, file) : [];
  if (!isNow) return { whole: documents, coded: named };
  const recurring = await recurringSums(services.pool, companyId, file, periods);
  return { whole: [...documents, ...recurring.whole], coded: [...named, ...recurring.coded] };
}

async function waitingByCode({ db, companyId, periods, isNow }: CommittedScene, file: CompanyFile) {
  const found: CodedSum[] = [];
  const turn = turnKeeper();
  for await (const page of waitingInPages(db, companyId, periods))
    for (const document of page) {
      found.push(...codesOfWaiting(document, { defaults: isNow }, file));
      await turn();
    }
  return found;
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
