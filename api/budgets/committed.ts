import type { Queryable } from '../../database/snapshot.ts';
import { accounts } from '../../domain/accounts/account.ts';
import type { CodedSum, PeriodSum, Sums } from '../../domain/budgets/actuals.ts';
import { computeWaitingCodes } from '../../domain/budgets/waiting-codes.ts';
import type { CompanyFile } from '../../domain/company-file.ts';
import {
  listNeededBalances,
  listActiveEntries,
  listPlannedOccurrences,
  type PlannedAmount,
} from '../../domain/recurring-entries/forecast.ts';
import { getRecords } from '../../domain/records/state.ts';
import { sumWaitingDocuments, readWaitingPages } from '../../projections/budgets/committed-documents.ts';
import { createBalanceLookup } from '../../projections/recurring-entries/facts.ts';
import { createTurnKeeper } from '../../support/yielding.ts';
import type { Services } from '../services.ts';

/** Committed amounts: expected but not booked yet. */

type Periods = readonly { readonly starts_on: string; readonly ends_on: string }[];

export interface CommittedScene {
  readonly db: Queryable;
  readonly services: Pick<Services, 'commands' | 'pool'>;
  readonly companyId: number;
  readonly periods: Periods;
  /** Recurring entries are known only for the present. */
  readonly isNow: boolean;
  /** Also by analytic code. */
  readonly withCodes: boolean;
}

export async function computeCommittedSums(scene: CommittedScene): Promise<Sums> {
  const { db, services, companyId, periods, isNow, withCodes } = scene;
  const documents = await sumWaitingDocuments(db, companyId, periods);
  if (!isNow && !withCodes) return { whole: documents, coded: [] };
  const file = await services.commands.loadState('company', companyId);
  const named = withCodes ? await sumPendingByCode(scene, file) : [];
  if (!isNow) return { whole: documents, coded: named };
  const recurring = await computeRecurringSums(services.pool, companyId, file, periods);
  return { whole: [...documents, ...recurring.whole], coded: [...named, ...recurring.coded] };
}

async function sumPendingByCode({ db, companyId, periods, isNow }: CommittedScene, file: CompanyFile) {
  const found: CodedSum[] = [];
  const turn = createTurnKeeper();
  for await (const page of readWaitingPages(db, companyId, periods))
    for (const document of page) {
      found.push(...computeWaitingCodes(document, { defaults: isNow }, file));
      await turn();
    }
  return found;
}

/** Sums the occurrences of recurring entries that are not posted yet. */
async function computeRecurringSums(
  pool: Services['pool'],
  companyId: number,
  file: CompanyFile,
  periods: Periods,
): Promise<Sums> {
  const [from, until] = [periods[0]!.starts_on, periods.at(-1)!.ends_on];
  const balanceOf = await createBalanceLookup(pool, companyId, listNeededBalances(file, until));
  const whole: PeriodSum[] = [];
  const coded: CodedSum[] = [];
  const turn = createTurnKeeper();
  for (const entry of listActiveEntries(file)) {
    // One template at a time, so that other requests are served in between.
    const alone: CompanyFile = { ...file, recurringEntries: { [entry.id]: entry } };
    for (const { date, amounts, coded: shares } of listPlannedOccurrences(alone, { from, until }, balanceOf)) {
      const period = periods.findIndex(({ starts_on, ends_on }) => starts_on <= date && date <= ends_on);
      const toPeriodSums = ({ account_id, amount }: PlannedAmount): readonly PeriodSum[] => {
        const account = getRecords(file.records, accounts).byId.get(account_id)?.data;
        return account ? [{ number: account.number, type: account.type, period, balance: amount }] : [];
      };
      whole.push(...amounts.flatMap(toPeriodSums));
      for (const one of shares)
        coded.push(...toPeriodSums(one).map((sum) => ({ ...sum, analytic_code_id: one.code_id })));
    }
    await turn();
  }
  return { whole, coded };
}
