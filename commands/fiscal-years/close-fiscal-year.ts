import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { PlainDate } from '../../domain/dates.ts';
import { listAccrualAccounts } from '../../domain/fiscal-years/accruals.ts';
import { findClosingIssues, type Finding } from '../../domain/fiscal-years/closing-checks.ts';
import { findUndepreciatedAssets } from '../../domain/fixed-assets/not-depreciated.ts';
import { countMaxLines, type CloseFiscalYear } from '../../domain/fiscal-years/closing.ts';
import { resolveFiscalYear } from '../../domain/fiscal-years/fiscal-year.ts';
import { findNextYear, type FiscalYearState } from '../../domain/fiscal-years/state.ts';
import {
  listClosingEntryIds,
  countReversalLines,
  listLinesToMatch,
  type ClosingEntry,
  type ReopenFiscalYear,
} from '../../domain/fiscal-years/reopening.ts';
import { isOpeningJournalMissing } from '../../domain/fiscal-years/journal.ts';
import { findAccountById, computeYearResult, planResultTransfer } from '../../domain/fiscal-years/result.ts';
import { negate, sum, ZERO } from '../../domain/money.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { AppendTooLarge } from '../../eventlog/port.ts';
import { runInTurns } from '../../support/yielding.ts';
import { readClosingFacts } from '../../projections/fiscal-years/closing-facts.ts';
import { PERIOD_IDS } from '../../projections/engine/ids.ts';
import { readEntryFacts } from '../../projections/ledger/facts.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { checkRevaluation } from '../revaluations/read-revaluation.ts';
import { MOST_PERIODS, type FiscalYearChanged } from './change-fiscal-year.ts';

export interface ClosingCheck {
  readonly year: FiscalYearState;
  /** Absent if the closing has to open it. */
  readonly next: FiscalYearState | undefined;
  readonly result: string;
  /** Result of earlier years that the closing would include; a profit is positive. */
  readonly broughtForward: string;
  /** Amount that the closing would transfer, including the amount brought forward; zero once closed. */
  readonly toTransfer: string;
  /** Number of the account that would receive it; null if there is nothing to transfer or no such account. */
  readonly account: string | null;
  readonly findings: readonly Finding[];
}

/** Previews the closing of the year. */
export async function checkClosing(
  { commands, pool }: Toolbox,
  companyId: number,
  yearId: number,
  today: PlainDate,
): Promise<ClosingCheck | Refusal> {
  const file = await commands.loadState('company', companyId);
  const year = resolveFiscalYear({ id: yearId, baseVersion: null }, file.fiscalYears);
  if (isRefusal(year)) return year;
  const { balances, currencies, found } = await readClosingFacts(pool, companyId, year, listAccrualAccounts(file));
  const depreciation_not_posted = await runInTurns(findUndepreciatedAssets(year.ends_on, file));
  const revaluation = year.closing ? null : await checkRevaluation(pool, companyId, year, file);
  const all = { ...found, depreciation_not_posted };
  const facts = { balances, ...(currencies && { currencies }), found: all, today, revaluation };
  const { result } = computeYearResult(facts.balances, file);
  const transfer = year.closing ? null : planResultTransfer(facts.balances, file);
  const taken = transfer?.equity.id;
  return {
    year,
    next: findNextYear(year, file.fiscalYears),
    result: year.closing?.result ?? result,
    broughtForward: negate(sum(transfer?.broughtForward.map(({ balance }) => balance) ?? [])),
    toTransfer: transfer?.amount ?? ZERO,
    account: taken === undefined ? null : findAccountById(file, taken)!.data.number,
    findings: findClosingIssues(year, facts, file),
  };
}

export interface RequestedClosing {
  readonly id: number;
  readonly journalId: number | null;
  readonly today: PlainDate;
  readonly baseVersion: number | null;
}

export async function closeFiscalYear(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedClosing,
  context: CommandContext,
): Promise<FiscalYearChanged | Refusal> {
  try {
    const buildCommand = (file: CompanyFile) => buildCloseCommand(toolbox, companyId, requested, file);
    const outcome = await toolbox.commands.execute('company', companyId, buildCommand, context);
    return isRefusal(outcome) ? outcome : { id: requested.id, isRecorded: true };
  } catch (error) {
    if (error instanceof AppendTooLarge) return refuse('closing_too_large', { field: 'id' });
    throw error;
  }
}

async function buildCloseCommand(
  { pool, ids }: Toolbox,
  companyId: number,
  { today, ...requested }: RequestedClosing,
  file: CompanyFile,
): Promise<CloseFiscalYear | Refusal> {
  const { fiscalYears } = file;
  const year = resolveFiscalYear(requested, fiscalYears);
  if (isRefusal(year)) return year;
  const facts = { ...(await readClosingFacts(pool, companyId, year, listAccrualAccounts(file))), today };
  const isNextMissing = findNextYear(year, fiscalYears) === undefined;
  const needsJournal = isOpeningJournalMissing(file);
  const [entries, lines, [fiscalYear = 0], periods, [journal]] = await Promise.all([
    ids.allocate('entries', 3),
    ids.allocate('entry_lines', countMaxLines(facts.balances.length, facts.currencies?.length ?? 0)),
    isNextMissing ? ids.allocate('fiscal_years', 1) : [],
    isNextMissing ? ids.allocate(PERIOD_IDS, MOST_PERIODS) : [],
    needsJournal ? ids.allocate('journals', 1) : [],
  ]);
  const closingIds = { entries, lines, fiscalYear, periods, ...(journal !== undefined && { journal }) };
  return { type: 'CloseFiscalYear', ...requested, facts, ids: closingIds };
}

export async function reopenFiscalYear(
  toolbox: Toolbox,
  companyId: number,
  requested: Pick<RequestedClosing, 'id' | 'baseVersion'>,
  context: CommandContext,
): Promise<FiscalYearChanged | Refusal> {
  const buildCommand = (file: CompanyFile) => buildReopenCommand(toolbox, companyId, requested, file);
  const outcome = await toolbox.commands.execute('company', companyId, buildCommand, context);
  return isRefusal(outcome) ? outcome : { id: requested.id, isRecorded: true };
}

async function buildReopenCommand(
  { pool, ids }: Toolbox,
  companyId: number,
  requested: Pick<RequestedClosing, 'id' | 'baseVersion'>,
  { fiscalYears }: CompanyFile,
): Promise<ReopenFiscalYear | Refusal> {
  const year = resolveFiscalYear(requested, fiscalYears);
  if (isRefusal(year)) return year;
  const posted = year.closing ? listClosingEntryIds(year.closing) : [];
  const facts = await readEntryFacts(pool, companyId, posted);
  const entries = facts.map(async (entry): Promise<ClosingEntry> => {
    const [[entryId], lineIds, letteringIds] = await Promise.all([
      ids.allocate('entries', 1),
      ids.allocate('entry_lines', countReversalLines(entry)),
      ids.allocate('letterings', listLinesToMatch(entry).length),
    ]);
    return { facts: entry, entryId: entryId!, lineIds, letteringIds };
  });
  return { type: 'ReopenFiscalYear', ...requested, entries: await Promise.all(entries) };
}
