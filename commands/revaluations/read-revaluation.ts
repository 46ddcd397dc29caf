import type { CompanyFile } from '../../domain/company-file-state.ts';
import { resolveFiscalYear } from '../../domain/fiscal-years/fiscal-year.ts';
import type { FiscalYearState } from '../../domain/fiscal-years/state.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { hasMoved, valueCurrenciesInSteps } from '../../domain/revaluations/revalue.ts';
import { findLastOfYear, findRevaluation, getStanding } from '../../domain/revaluations/state.ts';
import {
  listRevaluationItems,
  listRevaluations,
  toRevaluationState,
  type RevaluationItemRow,
  type RevaluationRow,
} from '../../projections/revaluations/queries.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { readRevaluationFacts } from './revalue-currencies.ts';
import { runInTurns } from '../../support/yielding.ts';

export interface LastRevaluation {
  readonly revaluation: RevaluationRow;
  readonly items: readonly RevaluationItemRow[];
  /** Entries of all revaluations of the same day. */
  readonly entryIds: readonly number[];
  readonly hasMoved: boolean;
}

type Reading = Pick<Toolbox, 'commands' | 'pool'>;

/** The last revaluation of a year, as the tables know it. */
export async function readLastRevaluation(
  { commands, pool }: Reading,
  companyId: number,
  yearId: number,
): Promise<LastRevaluation | Refusal> {
  const file = await commands.loadState('company', companyId);
  const year = resolveFiscalYear({ id: yearId, baseVersion: null }, file.fiscalYears);
  if (isRefusal(year)) return year;
  const rows = await listRevaluations(pool, companyId);
  const revaluation = rows.findLast((row) => row.fiscal_year_id === yearId);
  if (!revaluation) return refuse('not_found');
  const items = await listRevaluationItems(pool, companyId, revaluation.id);
  const sameDay = rows.filter(({ valued_on }) => valued_on === revaluation.valued_on);
  // At an earlier moment other revaluations counted than now.
  const known = { ...file, revaluations: { ...file.revaluations, all: rows.map(toRevaluationState) } };
  return {
    revaluation,
    items,
    entryIds: sameDay.flatMap(({ entries }) => entries.map(({ entry_id }) => entry_id)),
    hasMoved: await hasMovedSince(pool, companyId, year, known),
  };
}

/** Would the same revaluation, at the same rates, post something now? */
async function hasMovedSince(
  pool: Toolbox['pool'],
  companyId: number,
  year: FiscalYearState,
  file: CompanyFile,
): Promise<boolean> {
  const last = findLastOfYear(file.revaluations, year.id)!;
  const rates = Object.fromEntries(last.rates.map(({ currency, rate }) => [currency, rate]));
  const requested = { id: year.id, baseVersion: null, on: last.on, method: last.method, rates };
  const facts = await readRevaluationFacts(pool, companyId, requested, file);
  if (isRefusal(facts)) return true;
  const valuation = await runInTurns(valueCurrenciesInSteps(facts, file));
  // A currency that had no items then and has no rate now.
  return isRefusal(valuation) || hasMoved(valuation, last.amounts, file);
}

/** Whether the closing of a year lacks a revaluation, or whether its revaluation no longer fits. */
export async function checkRevaluation(
  pool: Toolbox['pool'],
  companyId: number,
  year: FiscalYearState,
  file: CompanyFile,
): Promise<'missing' | 'moved' | null> {
  if (findRevaluation(file.revaluations, year.ends_on))
    return (await hasMovedSince(pool, companyId, year, file)) ? 'moved' : null;
  const requested = { id: year.id, baseVersion: null, on: year.ends_on, method: null, rates: {} };
  const facts = await readRevaluationFacts(pool, companyId, requested, file);
  if (isRefusal(facts)) return null;
  const { values, provisions } = getStanding(file.revaluations, year.ends_on);
  return facts.open.length + values.length + provisions.length > 0 ? 'missing' : null;
}
