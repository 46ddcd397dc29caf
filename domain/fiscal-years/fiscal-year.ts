import type { CompanyFile } from '../company-file-state.ts';
import { hasBudget } from '../budgets/budget.ts';
import { addDays, addMonths, splitIntoMonths, getNextDay, splitIntoQuarters, type PlainDate } from '../dates.ts';
import { hasEntries } from '../ledger/state.ts';
import {
  refuseInvalid,
  isRefusal,
  refuse,
  assertUnreachable,
  type Decision,
  type Problem,
  type Refusal,
} from '../refusal.ts';
import type { FiscalYear, FiscalYearChanges, FiscalYearEvent, Period, PeriodLength } from './fiscal-year-events.ts';
import type { FiscalYearsState, FiscalYearState, PeriodState } from './state.ts';

/** The fiscal years of a company file follow one another without gaps. Each is divided into periods that can be locked. */

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
      /** Ids for new periods, in case the dates change. */
      periodIds: readonly number[];
      changes: Omit<FiscalYearChanges, 'periods'>;
      baseVersion: number | null;
    }
  | { type: 'DeleteFiscalYear'; id: number; baseVersion: number | null }
  | { type: 'LockPeriod' | 'UnlockPeriod'; id: number; periodId: number; baseVersion: number | null };

export function decideFiscalYear(command: FiscalYearCommand, file: CompanyFile): Decision<FiscalYearEvent> {
  if (command.type === 'OpenFiscalYear') return openFiscalYear(command, file);
  const year = resolveFiscalYear(command, file.fiscalYears);
  if (isRefusal(year)) return year;
  switch (command.type) {
    case 'UpdateFiscalYear':
      return updateFiscalYear(command, year, file);
    case 'DeleteFiscalYear':
      return deleteFiscalYear(year, file);
    case 'LockPeriod':
    case 'UnlockPeriod':
      return setPeriodLock(year, command.periodId, command.type === 'LockPeriod');
    default:
      return assertUnreachable(command);
  }
}

/** Returns the year of a command, or a refusal if it is missing or has changed since the client read it. */
export function resolveFiscalYear(
  { id, baseVersion }: { readonly id: number; readonly baseVersion: number | null },
  years: FiscalYearsState,
): FiscalYearState | Refusal {
  const year = years.find((one) => one.id === id);
  if (!year) return refuse('not_found');
  return baseVersion === null || baseVersion === year.version
    ? year
    : refuse('conflict', {}, { server_version: year.version });
}

/** Only the code of a closed year can change. */
const refuseClosedYear = (field: string): Refusal =>
  refuse('period_locked', { code: 'fiscal_year_closed', field }, { reason: 'fiscal_year_closed' });

function openFiscalYear(
  { id, periodIds, requested }: Extract<FiscalYearCommand, { type: 'OpenFiscalYear' }>,
  { fiscalYears: years, identity }: CompanyFile,
): Decision<FiscalYearEvent> {
  const problems = [...checkFiscalYearDates(requested), ...checkCode(requested.code, years)];
  if (problems.length === 0) problems.push(...checkAdjacency(requested, years));
  if (problems.length === 0) problems.push(...checkFiscalYearDates(requested, identity.country_pack));
  if (problems.length > 0) return refuseInvalid(problems);
  const code = requested.code ?? findFreeYearCode(requested.ends_on, years);
  return [buildFiscalYearOpened({ ...requested, code }, id, periodIds)];
}

function updateFiscalYear(
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
  const problems: Problem[] = changed.includes('code') ? checkCode(requested.code, others) : [];
  if (dates.length > 0) {
    if (year.closing) return refuseClosedYear(dates[0]!);
    problems.push(...checkFiscalYearDates(requested, file.identity.country_pack));
    if (hasEntries(file.ledger, year.id)) problems.push(...dates.map((field) => ({ code: 'not_editable', field })));
    else if (year.periods.some(({ isLocked }) => isLocked))
      problems.push(...dates.map((field) => ({ code: 'fiscal_year_has_locked_periods', field })));
    if (problems.length === 0) problems.push(...checkAdjacency(requested, others));
    if (problems.length === 0 && hasBudget(year.id, file)) {
      // Budget lines refer to the periods of their year.
      const { length } = buildPeriods(requested, periodIds, year.periods);
      if (length !== year.periods.length) problems.push({ code: 'fiscal_year_has_budgets', field: dates[0]! });
    }
  }
  if (problems.length > 0) return refuseInvalid(problems);
  const periods = dates.length > 0 ? { periods: buildPeriods(requested, periodIds, year.periods) } : {};
  const previousPeriods = dates.length > 0 ? { periods: year.periods.map(withoutLock) } : {};
  const pickChanged = (from: FiscalYear) => Object.fromEntries(changed.map((name) => [name, from[name]]));
  return [
    {
      type: 'FiscalYearUpdated',
      data: {
        id: year.id,
        version: year.version + 1,
        changes: { ...pickChanged(requested), ...periods },
        previous: { ...pickChanged(year), ...previousPeriods },
      },
    },
  ];
}

const withoutLock = ({ isLocked: _lock, ...period }: PeriodState): Period => period;

/** Only the first or the last year can be deleted, because years follow one another without gaps. */
function deleteFiscalYear(year: FiscalYearState, file: CompanyFile): Decision<FiscalYearEvent> {
  const { fiscalYears, ledger } = file;
  if (year.closing) return refuseClosedYear('id');
  if (hasEntries(ledger, year.id)) return refuse('fiscal_year_not_empty', { field: 'id' });
  if (hasBudget(year.id, file)) return refuse('fiscal_year_has_budgets', { field: 'id' });
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

function setPeriodLock(year: FiscalYearState, periodId: number, isLocked: boolean): Decision<FiscalYearEvent> {
  const period = year.periods.find(({ id }) => id === periodId);
  if (!period) return refuse('not_found');
  if (year.closing) return refuseClosedYear('period');
  if (period.isLocked === isLocked) return [];
  const data = { fiscal_year_id: year.id, period_id: periodId, version: year.version + 1 };
  return [{ type: isLocked ? 'PeriodLocked' : 'PeriodUnlocked', data }];
}

/** Countries in which a year must be a day shorter than the maximum. */
const LESS_A_DAY: ReadonlySet<string> = new Set(['BE']);

export function checkFiscalYearDates(
  year: Pick<NewFiscalYear, 'starts_on' | 'ends_on'>,
  country: string | null = null,
): Problem[] {
  if (year.ends_on < year.starts_on) return [{ code: 'fiscal_year_ends_before_start', field: 'ends_on' }];
  const isShorter = country !== null && LESS_A_DAY.has(country);
  const end = addMonths(year.starts_on, MAX_MONTHS);
  if (year.ends_on >= (isShorter ? addDays(end, -1) : end)) {
    const params = { months: MAX_MONTHS, less_a_day: String(isShorter) };
    return [{ code: 'fiscal_year_too_long', field: 'ends_on', params }];
  }
  return [];
}

function checkCode(code: string | null, others: FiscalYearsState): Problem[] {
  return others.some((year) => year.code === code) ? [{ code: 'record_taken', field: 'code' }] : [];
}

/** A year must come directly before the first or directly after the last of the others. */
function checkAdjacency(year: Pick<NewFiscalYear, 'starts_on' | 'ends_on'>, others: FiscalYearsState): Problem[] {
  if (others.length === 0) return [];
  const overlapped = others.find(({ starts_on, ends_on }) => starts_on <= year.ends_on && year.starts_on <= ends_on);
  if (overlapped) return [{ code: 'fiscal_year_overlaps', field: 'starts_on', params: { other: overlapped.code } }];
  // A year whose dates change may lie between two others. It must then be adjacent to both.
  const before = others.filter(({ ends_on }) => ends_on < year.starts_on);
  const after = others.filter(({ starts_on }) => starts_on > year.ends_on);
  const touchesBefore = before.some(({ ends_on }) => getNextDay(ends_on) === year.starts_on);
  const touchesAfter = after.some(({ starts_on }) => getNextDay(year.ends_on) === starts_on);
  // Years are closed in order: entries posted before a closed year could not be carried forward into it.
  const closed = after.find(({ closing }) => closing !== undefined);
  if (closed) return [{ code: 'fiscal_year_before_closed', field: 'starts_on', params: { other: closed.code } }];
  const problems: Problem[] = [];
  if (before.length > 0 && !touchesBefore) problems.push({ code: 'fiscal_year_not_adjacent', field: 'starts_on' });
  if (after.length > 0 && !touchesAfter) problems.push({ code: 'fiscal_year_not_adjacent', field: 'ends_on' });
  return problems;
}

/** The calendar year in which the fiscal year ends, with a number appended if that code is taken. */
export function findFreeYearCode(endsOn: PlainDate, others: FiscalYearsState): string {
  const base = endsOn.slice(0, 4);
  const taken = new Set(others.map(({ code }) => code));
  let code = base;
  for (let number = 2; taken.has(code); number += 1) code = `${base}-${number}`.slice(0, LONGEST_CODE);
  return code;
}

export function buildFiscalYearOpened(
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
      periods: buildPeriods({ starts_on, ends_on, period_length }, periodIds, []),
    },
  };
}

/** An existing period keeps its id. It is recognised by the month in which it ends. */
function buildPeriods(
  { starts_on, ends_on, period_length = 'month' }: Pick<FiscalYear, 'starts_on' | 'ends_on' | 'period_length'>,
  newIds: readonly number[],
  earlier: readonly Period[],
): Period[] {
  const spans =
    period_length === 'quarter' ? splitIntoQuarters(starts_on, ends_on) : splitIntoMonths(starts_on, ends_on);
  const known = new Map(earlier.map((period) => [period.ends_on.slice(0, 7), period.id]));
  return spans.map((span, index) => ({
    id: known.get(span.ends_on.slice(0, 7)) ?? newIds[index]!,
    number: index + 1,
    ...span,
  }));
}
