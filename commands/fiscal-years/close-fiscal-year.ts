import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { PlainDate } from '../../domain/dates.ts';
import { accrualAccounts } from '../../domain/fiscal-years/accruals.ts';
import { closingFindings, type Finding } from '../../domain/fiscal-years/closing-checks.ts';
import { notDepreciated } from '../../domain/fixed-assets/not-depreciated.ts';
import { linesAtMost, type CloseFiscalYear } from '../../domain/fiscal-years/closing.ts';
import { yearConcerned } from '../../domain/fiscal-years/fiscal-year.ts';
import { yearAfter, type FiscalYearState } from '../../domain/fiscal-years/state.ts';
import {
  entriesOfClosing,
  linesOfReversal,
  linesToLetter,
  type ClosingEntry,
  type ReopenFiscalYear,
} from '../../domain/fiscal-years/reopening.ts';
import { accountOf, resultOf, transferOf } from '../../domain/fiscal-years/result.ts';
import { negate, sum, ZERO } from '../../domain/money.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { AppendTooLarge } from '../../eventlog/port.ts';
import { inTurns } from '../../support/yielding.ts';
import { closingFacts } from '../../projections/fiscal-years/closing-facts.ts';
import { PERIOD_IDS } from '../../projections/engine/ids.ts';
import { factsOfEntries } from '../../projections/ledger/facts.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { MOST_PERIODS, type FiscalYearChanged } from './change-fiscal-year.ts';

export interface ClosingCheck {
  readonly year: FiscalYearState;
  /** Absent while it is to be opened by the closing. */
  readonly next: FiscalYearState | undefined;
  readonly result: string;
  /** What earlier years left and the closing would take in; a profit is positive. */
  readonly broughtForward: string;
  /** What the closing would transfer, with what is brought forward: zero once it has. */
  readonly toTransfer: string;
  /** Number of the account that would take it; null where nothing is left, or no such account. */
  readonly account: string | null;
  readonly findings: readonly Finding[];
}

/** What would happen if the year were closed now. */
export async function checkClosing(
  { commands, pool }: Toolbox,
  companyId: number,
  yearId: number,
  today: PlainDate,
): Promise<ClosingCheck | Refusal> {
  const file = await commands.look('company', companyId);
  const year = yearConcerned({ id: yearId, baseVersion: null }, file.fiscalYears);
  if (isRefusal(year)) return year;
  const { balances, found } = await closingFacts(pool, companyId, year, accrualAccounts(file));
  const depreciation_not_posted = await inTurns(notDepreciated(year.ends_on, file));
  const facts = { balances, found: { ...found, depreciation_not_posted }, today };
  const { result } = resultOf(facts.balances, file);
  const transfer = year.closing ? null : transferOf(facts.balances, file);
  const taken = transfer?.equity.id;
  return {
    year,
    next: yearAfter(year, file.fiscalYears),
    result: year.closing?.result ?? result,
    broughtForward: negate(sum(transfer?.broughtForward.map(({ balance }) => balance) ?? [])),
    toTransfer: transfer?.amount ?? ZERO,
    account: taken === undefined ? null : accountOf(file, taken)!.data.number,
    findings: closingFindings(year, facts, file),
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
    const gather = (file: CompanyFile) => gatherClosing(toolbox, companyId, requested, file);
    const outcome = await toolbox.commands.execute('company', companyId, gather, context);
    return isRefusal(outcome) ? outcome : { id: requested.id, isRecorded: true };
  } catch (error) {
    if (error instanceof AppendTooLarge) return refuse('closing_too_large', { field: 'id' });
    throw error;
  }
}

async function gatherClosing(
  { pool, ids }: Toolbox,
  companyId: number,
  { today, ...requested }: RequestedClosing,
  file: CompanyFile,
): Promise<CloseFiscalYear | Refusal> {
  const { fiscalYears } = file;
  const year = yearConcerned(requested, fiscalYears);
  if (isRefusal(year)) return year;
  const facts = { ...(await closingFacts(pool, companyId, year, accrualAccounts(file))), today };
  const isNextMissing = yearAfter(year, fiscalYears) === undefined;
  const [entries, lines, [fiscalYear = 0], periods] = await Promise.all([
    ids.allocate('entries', 3),
    ids.allocate('entry_lines', linesAtMost(facts.balances.length)),
    isNextMissing ? ids.allocate('fiscal_years', 1) : [],
    isNextMissing ? ids.allocate(PERIOD_IDS, MOST_PERIODS) : [],
  ]);
  return { type: 'CloseFiscalYear', ...requested, facts, ids: { entries, lines, fiscalYear, periods } };
}

export async function reopenFiscalYear(
  toolbox: Toolbox,
  companyId: number,
  requested: Pick<RequestedClosing, 'id' | 'baseVersion'>,
  context: CommandContext,
): Promise<FiscalYearChanged | Refusal> {
  const gather = (file: CompanyFile) => gatherReopening(toolbox, companyId, requested, file);
  const outcome = await toolbox.commands.execute('company', companyId, gather, context);
  return isRefusal(outcome) ? outcome : { id: requested.id, isRecorded: true };
}

async function gatherReopening(
  { pool, ids }: Toolbox,
  companyId: number,
  requested: Pick<RequestedClosing, 'id' | 'baseVersion'>,
  { fiscalYears }: CompanyFile,
): Promise<ReopenFiscalYear | Refusal> {
  const year = yearConcerned(requested, fiscalYears);
  if (isRefusal(year)) return year;
  const posted = year.closing ? entriesOfClosing(year.closing) : [];
  const facts = await factsOfEntries(pool, companyId, posted);
  const entries = facts.map(async (entry): Promise<ClosingEntry> => {
    const [[entryId], lineIds, letteringIds] = await Promise.all([
      ids.allocate('entries', 1),
      ids.allocate('entry_lines', linesOfReversal(entry)),
      ids.allocate('letterings', linesToLetter(entry).length),
    ]);
    return { facts: entry, entryId: entryId!, lineIds, letteringIds };
  });
  return { type: 'ReopenFiscalYear', ...requested, entries: await Promise.all(entries) };
}
