import { expect } from 'chai';
import fc from 'fast-check';
import { companyFile, type CompanyFile } from '../../../domain/company-file.ts';
import { getNextDay } from '../../../domain/dates.ts';
import type { FiscalYearCommand } from '../../../domain/fiscal-years/fiscal-year.ts';
import type { PeriodLength } from '../../../domain/fiscal-years/fiscal-year-events.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { decided, openedEvents, openedFile, buildPostEntry, replay } from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';

const given = givenFor(companyFile);
const ids = Array.from({ length: 25 }, (_, index) => 501 + index);
const FIRST = 10_000;

const open = (
  starts_on: string,
  ends_on: string,
  code: string | null = null,
  period_length: PeriodLength = 'month',
): FiscalYearCommand => ({
  type: 'OpenFiscalYear',
  id: 20,
  periodIds: ids,
  requested: { code, starts_on, ends_on, period_length },
});
const update = (changes: object, id = FIRST, baseVersion: number | null = null): FiscalYearCommand => ({
  type: 'UpdateFiscalYear',
  id,
  periodIds: ids,
  changes,
  baseVersion,
});
const remove = (id: number): FiscalYearCommand => ({ type: 'DeleteFiscalYear', id, baseVersion: null });
const lock = (type: 'LockPeriod' | 'UnlockPeriod', periodId: number, baseVersion: number | null = null) =>
  ({ type, id: FIRST, periodId, baseVersion }) as const;

const next = decided(open('2027-01-01', '2027-12-31'), openedFile);
const posted = decided(buildPostEntry(), openedFile);
const locked = decided(lock('LockPeriod', 10_002), openedFile);

describe('opening a fiscal year', () => {
  it('puts it behind the last or before the first', () => {
    const [event] = given(openedEvents).when(open('2027-01-01', '2027-12-31')).events;
    expect(event).to.have.property('type', 'FiscalYearOpened');
    expect(event!.data).to.include({ id: 20, code: '2027', starts_on: '2027-01-01', period_length: 'month' });
    expect(given(openedEvents).when(open('2025-04-01', '2025-12-31')).events[0]!.data).to.include({ code: '2025' });
  });

  it('makes periods of quarters when asked to', () => {
    const { periods } = given(openedEvents).when(open('2027-01-01', '2027-08-15', null, 'quarter')).events[0]!.data as {
      periods?: unknown;
    };
    expect(periods).to.deep.equal([
      { id: 501, number: 1, starts_on: '2027-01-01', ends_on: '2027-03-31' },
      { id: 502, number: 2, starts_on: '2027-04-01', ends_on: '2027-06-30' },
      { id: 503, number: 3, starts_on: '2027-07-01', ends_on: '2027-08-15' },
    ]);
  });

  it('refuses a gap, an overlap, a code that is taken and dates that cannot be', () => {
    const when = (command: FiscalYearCommand) => given(openedEvents).when(command);
    when(open('2027-01-02', '2027-12-31')).then(refusedAt(['starts_on', 'fiscal_year_not_adjacent']));
    when(open('2024-01-01', '2025-12-30')).then(refusedAt(['ends_on', 'fiscal_year_not_adjacent']));
    when(open('2026-12-31', '2027-12-31')).then(refusedAt(['starts_on', 'fiscal_year_overlaps']));
    when(open('2025-01-01', '2026-12-31')).then(refusedAt(['starts_on', 'fiscal_year_overlaps']));
    when(open('2027-01-01', '2027-12-31', '2026')).then(refusedAt(['code', 'record_taken']));
    when(open('2027-01-01', '2029-01-01')).then(refusedAt(['ends_on', 'fiscal_year_too_long']));
    when(open('2027-01-01', '2026-12-31')).then(refusedAt(['ends_on', 'fiscal_year_ends_before_start']));
  });

  it('finds another name when two years end in the same calendar year', () => {
    const short = decided(open('2027-01-01', '2027-06-30'), openedFile);
    const after = { ...open('2027-07-01', '2027-12-31'), id: 21 };
    expect(given(openedEvents, short).when(after).events[0]!.data).to.include({ code: '2027-2' });
  });
});

describe('changing a fiscal year', () => {
  it('gives it another code at any time', () => {
    given(openedEvents, posted)
      .when(update({ code: 'EX26' }))
      .then([
        {
          type: 'FiscalYearUpdated',
          data: { id: FIRST, version: 2, changes: { code: 'EX26' }, previous: { code: '2026' } },
        },
      ]);
    given(openedEvents, next)
      .when(update({ code: '2027' }))
      .then(refusedAt(['code', 'record_taken']));
    given(openedEvents)
      .when(update({ code: '2026', starts_on: '2026-01-01' }))
      .then([]);
  });

  it('moves its dates while it is empty, and keeps the ids of the periods that stay', () => {
    const { changes } = given(openedEvents).when(update({ starts_on: '2025-12-15' })).events[0]!.data as {
      changes: { periods: { id: number; number: number }[] };
    };
    expect(changes.periods).to.have.length(13);
    expect(changes.periods[0]).to.deep.include({ id: 501, number: 1, starts_on: '2025-12-15', ends_on: '2025-12-31' });
    expect(changes.periods[1]).to.deep.include({ id: FIRST, number: 2, starts_on: '2026-01-01' });
  });

  it('refuses other dates once something is posted or locked, or when a gap would open', () => {
    given(openedEvents, posted)
      .when(update({ ends_on: '2026-11-30' }))
      .then(refusedAt(['ends_on', 'not_editable']));
    given(openedEvents, locked)
      .when(update({ ends_on: '2026-11-30' }))
      .then(refusedAt(['ends_on', 'fiscal_year_has_locked_periods']));
    given(openedEvents, next)
      .when(update({ ends_on: '2026-11-30' }))
      .then(refusedAt(['ends_on', 'fiscal_year_not_adjacent']));
  });

  it('refuses a version that has moved on, and a year that is not there', () => {
    given(openedEvents, locked)
      .when(update({ code: 'X' }, FIRST, 1))
      .then(refused('conflict', { facts: { server_version: 2 } }));
    given(openedEvents)
      .when(update({ code: 'X' }, 99))
      .then(refused('not_found'));
  });
});

describe('taking a fiscal year away', () => {
  it('works at either end while it is empty', () => {
    const deleted = [{ type: 'FiscalYearDeleted', data: { id: 20, version: 2 } }];
    given(openedEvents, next).when(remove(20)).then(deleted);
    given(openedEvents, next, deleted)
      .when(update({ code: 'X' }, 20))
      .then(refused('not_found'));
    expect(given(openedEvents, next).when(remove(FIRST)).events).to.have.length(1);
  });

  it('is refused for the only one, for one with entries or locks, and between two others', () => {
    given(openedEvents)
      .when(remove(FIRST))
      .then(refused('fiscal_year_is_the_only_one', { field: 'id' }));
    given(openedEvents, next, posted)
      .when(remove(FIRST))
      .then(refused('fiscal_year_not_empty', { field: 'id' }));
    given(openedEvents, next, locked)
      .when(remove(FIRST))
      .then(refused('fiscal_year_has_locked_periods', { field: 'id' }));
    const before = decided({ ...open('2025-01-01', '2025-12-31'), id: 21 }, openedFile);
    given(openedEvents, next, before)
      .when(remove(FIRST))
      .then(refused('fiscal_year_between_others', { field: 'id' }));
  });
});

describe('locking a period', () => {
  it('keeps entries out of it until it is unlocked', () => {
    given(openedEvents)
      .when(lock('LockPeriod', 10_002))
      .then([{ type: 'PeriodLocked', data: { fiscal_year_id: FIRST, period_id: 10_002, version: 2 } }]);
    const period = { field: 'entry_date', facts: { reason: 'period_locked' } };
    given(openedEvents, locked)
      .when(buildPostEntry({ entry_date: '2026-03-31' }))
      .then(refused('period_locked', period));
    expect(given(openedEvents, locked).when(buildPostEntry({ entry_date: '2026-04-01' })).events).to.have.length(1);
    const unlocked = decided(lock('UnlockPeriod', 10_002), replay(locked, openedFile));
    expect(given(openedEvents, locked, unlocked).when(buildPostEntry()).events).to.have.length(1);
  });

  it('is told together with what else is wrong with the entry', () => {
    const { decision } = given(openedEvents, locked).when(buildPostEntry({ journal_id: 99 }));
    expect(isRefusal(decision) && decision.problems.map(({ code }) => code)).to.deep.equal([
      'period_locked',
      'journal_unknown',
    ]);
  });

  it('does nothing when it is locked already, and nothing in a period of another year', () => {
    given(openedEvents, locked).when(lock('LockPeriod', 10_002)).then([]);
    given(openedEvents).when(lock('UnlockPeriod', 10_002)).then([]);
    given(openedEvents).when(lock('LockPeriod', 9)).then(refused('not_found'));
    given(openedEvents, locked)
      .when(lock('UnlockPeriod', 10_002, 1))
      .then(refused('conflict', { facts: { server_version: 2 } }));
  });
});

describe('fiscal years of one file', () => {
  const day = fc.integer({ min: 0, max: 2000 }).map((days) => new Date(Date.UTC(2024, 0, 1 + days)).toISOString());
  const span = fc.tuple(day, fc.integer({ min: 0, max: 800 }));
  const command = fc.oneof(
    span.map(([start, days]) => {
      const starts_on = start.slice(0, 10);
      const ends_on = new Date(Date.parse(start) + days * 86_400_000).toISOString().slice(0, 10);
      return { kind: 'open' as const, starts_on, ends_on };
    }),
    fc.record({ kind: fc.constant('extend' as const), days: fc.integer({ min: 1, max: 740 }), back: fc.boolean() }),
    fc.record({ kind: fc.constant('update' as const), index: fc.nat(5), field: fc.boolean(), to: day }),
    fc.record({ kind: fc.constant('remove' as const), index: fc.nat(5) }),
    fc.record({ kind: fc.constant('lock' as const), index: fc.nat(5), period: fc.nat(24) }),
  );

  it('follow one another without a gap, whatever is asked', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 30 }), (requested) => {
        let file: CompanyFile = openedFile;
        let id = 100;
        for (const wish of requested) {
          const decision = companyFile.decide(commandFor(wish, file, (id += 30)), file);
          if (!isRefusal(decision)) file = replay(decision, file);
          const years = [...file.fiscalYears].sort((a, b) => a.starts_on.localeCompare(b.starts_on));
          expect(years).not.to.have.length(0);
          years.forEach((year, index) => {
            expect(year.periods[0]!.starts_on).to.equal(year.starts_on);
            expect(year.periods.at(-1)!.ends_on).to.equal(year.ends_on);
            if (index > 0) expect(year.starts_on).to.equal(getNextDay(years[index - 1]!.ends_on));
          });
          const periodIds = years.flatMap(({ periods }) => periods.map((period) => period.id));
          expect(new Set(periodIds).size).to.equal(periodIds.length);
          expect(new Set(years.map(({ code }) => code)).size).to.equal(years.length);
        }
      }),
      { numRuns: 200 },
    );
  });

  type Wish = typeof command extends fc.Arbitrary<infer W> ? W : never;

  function commandFor(wish: Wish, { fiscalYears }: CompanyFile, id: number): FiscalYearCommand {
    const sorted = [...fiscalYears].sort((a, b) => a.starts_on.localeCompare(b.starts_on));
    const periodIds = Array.from({ length: 25 }, (_, index) => id * 100 + index);
    const opening = (starts_on: string, ends_on: string): FiscalYearCommand => ({
      type: 'OpenFiscalYear',
      id,
      periodIds,
      requested: { code: null, starts_on, ends_on },
    });
    const shifted = (date: string, days: number) =>
      new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
    if (wish.kind === 'open') return opening(wish.starts_on, wish.ends_on);
    if (wish.kind === 'extend') {
      const [first, last] = [sorted[0]!, sorted.at(-1)!];
      return wish.back
        ? opening(shifted(first.starts_on, -wish.days), shifted(first.starts_on, -1))
        : opening(getNextDay(last.ends_on), shifted(last.ends_on, wish.days));
    }
    const year = sorted[wish.index % sorted.length]!;
    if (wish.kind === 'remove') return { type: 'DeleteFiscalYear', id: year.id, baseVersion: null };
    if (wish.kind === 'lock') {
      const period = year.periods[wish.period % year.periods.length]!;
      const type = period.isLocked ? 'UnlockPeriod' : 'LockPeriod';
      return { type, id: year.id, periodId: period.id, baseVersion: null };
    }
    const changes = { [wish.field ? 'starts_on' : 'ends_on']: wish.to.slice(0, 10) };
    return { type: 'UpdateFiscalYear', id: year.id, periodIds, changes, baseVersion: null };
  }
});
