import type { CompanyFile } from '../company-file-state.ts';
import { isBudgeted } from '../budgets/budget.ts';
import { monthsLater, monthsOf, nextDay, quartersOf, type PlainDate } from '../dates.ts';
import { hasEntries } from '../ledger/state.ts';
import { invalid, isRefusal, refuse, unreachable, type Decision, type Problem, type Refusal } from '../refusal.ts';
import type { FiscalYear, FiscalYearChanges, FiscalYearEvent, Period, PeriodLength } from './fiscal-year-events.ts';
import type { FiscalYearsState, FiscalYearState, PeriodState } from './state.ts';

/** The fiscal years of a company file follow one another without a gap; each is cut into periods that can be locked. */

export const MAX_MONTHS = 24;
const LONGEST_CODE = 10;

export type NewFiscalYear = {
  readonly code: string | null;
  readonly starts_on: PlainDate;
  readonly ends_on: PlainDate;
  readonly period_length?: PeriodLength;
};

export type FiscalYearCommand =
  | { type: 'OpenFiscalYear'; id: number; periodIds: readonly number[]; requested: NewFiscalYear }
  | {
      type: 'UpdateFiscalYear';
      id: number;
      /** For the periods that other dates bring. */
      periodIds: readonly number[];
      changes: Omit<FiscalYearChanges, 'periods'>;
      baseVersion: number | null;
    }
  | { type: 'DeleteFiscalYear'; id: number; baseVersion: number | null }
  | { type: 'LockPeriod' | 'UnlockPeriod'; id: number; periodId: number; baseVersion: number | null };

export function decideFiscalYear(command: FiscalYearCommand, file: CompanyFile): Decision<FiscalYearEvent> {
  if (command.type === 'OpenFiscalYear') return open(command, file.fiscalYears);
  const year = yearConcerned(command, file.fiscalYears);
  if (isRefusal(year)) return year;
  switch (command.type) {
    case 'UpdateFiscalYear':
      return update(command, year, file);
    case 'DeleteFiscalYear':
      return remove(year, file);
    case 'LockPeriod':
    case 'UnlockPeriod':
      return lock(year, command.periodId, command.type === 'LockPeriod');
    default:
      return unreachable(command);
  }
}

/** The year that a command is about, as the client has seen it last. */
export function yearConcerned(
  { id, baseVersion }: { readonly id: number; readonly baseVersion: number | null },
  years: FiscalYearsState,
): FiscalYearState | Refusal {
  const year = years.find((one) => one.id === id);
  if (!year) return refuse('not_found');
  return baseVersion === null || baseVersion === year.version
    ? year
    : refuse('conflict', {}, { server_version: year.version });
}

/** Nothing of a closed year changes but its code. */
const closedYear = (field: string): Refusal =>
  refuse('period_locked', { code: 'fiscal_year_closed', field }, { reason: 'fiscal_year_closed' });

function open(
  { id, periodIds, requested }: Extract<FiscalYearCommand, { type: 'OpenFiscalYear' }>,
  years: FiscalYearsState,
): Decision<FiscalYearEvent> {
  const problems = [...fiscalYearProblems(requested), ...codeProblems(requested.code, years)];
  if (problems.length === 0) problems.push(...placeProblems(requested, years));
  if (problems.length > 0) return invalid(problems);
  const code = requested.code ?? freeCode(requested.ends_on, years);
  return [openedFiscalYear({ ...requested, code }, id, periodIds)];
}

function update(
  { changes: given, periodIds }: Extract<FiscalYearCommand, { type: 'UpdateFiscalYear' }>,
  year: FiscalYearState,
  file: CompanyFile,
): Decision<FiscalYearEvent> {
  const changed = (['code', 'starts_on', 'ends_on'] as const).filter(
    (name) => given[name] !== undefined && given[name] !== year[name],
  );
  if (changed.length === 0) return [];
  const requested = { ...year, ...Object.fromEntries(changed.map((name) => [name, given[name]])) };
  const others = file.fiscalYears.filter(({ id }) => id !== year.id);
  const dates = changed.filter((name) => name !== 'code');
  const problems: Problem[] = changed.includes('code') ? codeProblems(requested.code, others) : [];
  if (dates.length > 0) {
    if (year.closing) return closedYear(dates[0]!);
    problems.push(...fiscalYearProblems(requested));
    if (hasEntries(file.ledger, year.id)) problems.push(...dates.map((field) => ({ code: 'not_editable', field })));
    else if (year.periods.some(({ isLocked }) => isLocked))
      problems.push(...dates.map((field) => ({ code: 'fiscal_year_has_locked_periods', field })));
    if (problems.length === 0) problems.push(...placeProblems(requested, others));
    if (problems.length === 0 && isBudgeted(year.id, file)) {
      // The lines of a budget go by the periods of its year.
      const { length } = periodsOf(requested, periodIds, year.periods);
      if (length !== year.periods.length) problems.push({ code: 'fiscal_year_has_budgets', field: dates[0]! });
    }
  }
  if (problems.length > 0) return invalid(problems);
  const periods = dates.length > 0 ? { periods: periodsOf(requested, periodIds, year.periods) } : {};
  const previousPeriods = dates.length > 0 ? { periods: year.periods.map(withoutLock) } : {};
  const pick = (from: FiscalYear) => Object.fromEntries(changed.map((name) => [name, from[name]]));
  return [
    {
      type: 'FiscalYearUpdated',
      data: {
        id: year.id,
        version: year.version + 1,
        changes: { ...pick(requested), ...periods },
        previous: { ...pick(year), ...previousPeriods },
      },
    },
  ];
}

const withoutLock = ({ isLocked: _lock, ...period }: PeriodState): Period => period;

/** Only the first or the last can go, because the years follow one another without a gap. */
function remove(year: FiscalYearState, file: CompanyFile): Decision<FiscalYearEvent> {
  const { fiscalYears, ledger } = file;
  if (year.closing) return closedYear('id');
  if (hasEntries(ledger, year.id)) return refuse('fiscal_year_not_empty', { field: 'id' });
  if (isBudgeted(year.id, file)) return refuse('fiscal_year_has_budgets', { field: 'id' });
  const closed = fiscalYears.find(({ closing }) => closing?.next_fiscal_year_id === year.id);
  if (closed) return refuse('fiscal_year_follows_closed', { field: 'id', params: { other: closed.code } });
  if (year.periods.some(({ isLocked }) => isLocked)) return refuse('fiscal_year_has_locked_periods', { field: 'id' });
  if (fiscalYears.length === 1) return refuse('fiscal_year_is_the_only_one', { field: 'id' });
  const isBetween =
    fiscalYears.some(({ ends_on }) => ends_on < year.starts_on) &&
    fiscalYears.some(({ starts_on }) => starts_on > year.ends_on);
  if (isBetween) return refuse('fiscal_year_between_others', { field: 'id' });
  return [{ type: 'FiscalYearDeleted', data: { id: year.id, version: year.version + 1 } }];
}

function lock(year: FiscalYearState, periodId: number, isLocked: boolean): Decision<FiscalYearEvent> {
  const period = year.periods.find(({ id }) => id === periodId);
  if (!period) return refuse('not_found');
  if (year.closing) return closedYear('period');
  if (period.isLocked === isLocked) return [];
  const data = { fiscal_year_id: year.id, period_id: periodId, version: year.version + 1 };
  return [{ type: isLocked ? 'PeriodLocked' : 'PeriodUnlocked', data }];
}

export function fiscalYearProblems(year: Pick<NewFiscalYear, 'starts_on' | 'ends_on'>): Problem[] {
  if (year.ends_on < year.starts_on) return [{ code: 'fiscal_year_ends_before_start', field: 'ends_on' }];
  if (year.ends_on >= monthsLater(year.starts_on, MAX_MONTHS)) {
    return [{ code: 'fiscal_year_too_long', field: 'ends_on', params: { months: MAX_MONTHS } }];
  }
  return [];
}

function codeProblems(code: string | null, others: FiscalYearsState): Problem[] {
  return others.some((year) => year.code === code) ? [{ code: 'record_taken', field: 'code' }] : [];
}

/** A year stands right before the first of the others or right behind the last. */
function placeProblems(year: Pick<NewFiscalYear, 'starts_on' | 'ends_on'>, others: FiscalYearsState): Problem[] {
  if (others.length === 0) return [];
  const overlapped = others.find(({ starts_on, ends_on }) => starts_on <= year.ends_on && year.starts_on <= ends_on);
  if (overlapped) return [{ code: 'fiscal_year_overlaps', field: 'starts_on', params: { other: overlapped.code } }];
  // A year whose dates change may stand between two others: then it must touch both.
  const before = others.filter(({ ends_on }) => ends_on < year.starts_on);
  const after = others.filter(({ starts_on }) => starts_on > year.ends_on);
  const touchesBefore = before.some(({ ends_on }) => nextDay(ends_on) === year.starts_on);
  const touchesAfter = after.some(({ starts_on }) => nextDay(year.ends_on) === starts_on);
  // Years are closed in their order: what is posted before a closed one could not be carried into it.
  const closed = after.find(({ closing }) => closing !== undefined);
  if (closed) return [{ code: 'fiscal_year_before_closed', field: 'starts_on', params: { other: closed.code } }];
  const problems: Problem[] = [];
  if (before.length > 0 && !touchesBefore) problems.push({ code: 'fiscal_year_not_adjacent', field: 'starts_on' });
  if (after.length > 0 && !touchesAfter) problems.push({ code: 'fiscal_year_not_adjacent', field: 'ends_on' });
  return problems;
}

/** The calendar year in which it ends, with a number behind when another year is called so already. */
export function freeCode(endsOn: PlainDate, others: FiscalYearsState): string {
  const base = endsOn.slice(0, 4);
  const taken = new Set(others.map(({ code }) => code));
  let code = base;
  for (let number = 2; taken.has(code); number += 1) code = `${base}-${number}`.slice(0, LONGEST_CODE);
  return code;
}

export function openedFiscalYear(
  year: NewFiscalYear,
  id: number,
  periodIds: readonly number[],
): Extract<FiscalYearEvent, { type: 'FiscalYearOpened' }> {
  const { starts_on, ends_on, period_length = 'month' } = year;
  return {
    type: 'FiscalYearOpened',
    data: {
      id,
      code: year.code ?? ends_on.slice(0, 4),
      starts_on,
      ends_on,
      period_length,
      periods: periodsOf({ starts_on, ends_on, period_length }, periodIds, []),
    },
  };
}

/** A period that was there already, by the month in which it begins, keeps its id. */
function periodsOf(
  { starts_on, ends_on, period_length = 'month' }: Pick<FiscalYear, 'starts_on' | 'ends_on' | 'period_length'>,
  newIds: readonly number[],
  earlier: readonly Period[],
): Period[] {
  const spans = period_length === 'quarter' ? quartersOf(starts_on, ends_on) : monthsOf(starts_on, ends_on);
  const known = new Map(earlier.map((period) => [period.ends_on.slice(0, 7), period.id]));
  return spans.map((span, index) => ({
    id: known.get(span.ends_on.slice(0, 7)) ?? newIds[index]!,
    number: index + 1,
    ...span,
  }));
}
