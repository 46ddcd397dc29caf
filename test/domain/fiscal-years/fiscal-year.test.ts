import { expect } from 'chai';
import fc from 'fast-check';
import { getNextDay } from '../../../domain/dates.ts';
import {
  checkFiscalYearDates,
  buildFiscalYearOpened,
  type NewFiscalYear,
} from '../../../domain/fiscal-years/fiscal-year.ts';
import { findPeriod } from '../../../domain/fiscal-years/state.ts';
import type { FiscalYear } from '../../../domain/fiscal-years/fiscal-year-events.ts';

const year = (starts_on: string, ends_on: string, code: string | null = null): NewFiscalYear => ({
  code,
  starts_on,
  ends_on,
});
const opened = (requested: NewFiscalYear): FiscalYear =>
  buildFiscalYearOpened(
    requested,
    1,
    Array.from({ length: 24 }, (_, index) => 101 + index),
  ).data;
const spans = ({ periods }: FiscalYear) => periods.map(({ starts_on, ends_on }) => `${starts_on} ${ends_on}`);

describe('fiscal years', () => {
  it('have a period for each calendar month, numbered from 1', () => {
    const { periods, code } = opened(year('2026-01-01', '2026-12-31'));
    expect(code).to.equal('2026');
    expect(periods.map(({ number }) => number)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(periods.map(({ id }) => id)).to.deep.equal([101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112]);
    expect(periods[1]).to.include({ starts_on: '2026-02-01', ends_on: '2026-02-28' });
    expect(periods[11]).to.include({ starts_on: '2026-12-01', ends_on: '2026-12-31' });
  });

  it('are cut at their first and last day', () => {
    expect(spans(opened(year('2026-06-17', '2026-08-10')))).to.deep.equal([
      '2026-06-17 2026-06-30',
      '2026-07-01 2026-07-31',
      '2026-08-01 2026-08-10',
    ]);
    expect(spans(opened(year('2026-06-17', '2026-06-17')))).to.deep.equal(['2026-06-17 2026-06-17']);
  });

  it('cross the new year and leap days', () => {
    expect(spans(opened(year('2023-12-01', '2024-02-29')))).to.deep.equal([
      '2023-12-01 2023-12-31',
      '2024-01-01 2024-01-31',
      '2024-02-01 2024-02-29',
    ]);
    expect(spans(opened(year('2100-02-01', '2100-03-31')))[0]).to.equal('2100-02-01 2100-02-28');
    expect(spans(opened(year('2000-02-01', '2000-03-31')))[0]).to.equal('2000-02-01 2000-02-29');
  });

  it('are called after the year in which they end, unless told otherwise', () => {
    expect(opened(year('2025-07-01', '2026-06-30')).code).to.equal('2026');
    expect(opened(year('2025-07-01', '2026-06-30', '25-26')).code).to.equal('25-26');
  });

  it('last 24 months at most and end after they start', () => {
    expect(checkFiscalYearDates(year('2026-01-01', '2027-12-31'))).to.deep.equal([]);
    expect(checkFiscalYearDates(year('2026-01-31', '2027-12-31'))).to.deep.equal([]);
    expect(checkFiscalYearDates(year('2026-01-15', '2028-01-14'))).to.deep.equal([]);
    expect(checkFiscalYearDates(year('2026-01-15', '2028-01-15'))).to.have.length(1);
    expect(checkFiscalYearDates(year('2026-01-01', '2028-01-01'))).to.have.nested.property(
      '[0].code',
      'fiscal_year_too_long',
    );
    // In Belgium a day less.
    expect(checkFiscalYearDates(year('2026-01-01', '2027-12-30'), 'BE')).to.deep.equal([]);
    expect(checkFiscalYearDates(year('2026-01-01', '2027-12-31'), 'BE')).to.have.nested.property(
      '[0].code',
      'fiscal_year_too_long',
    );
    expect(checkFiscalYearDates(year('2026-01-01', '2027-12-31'), 'FR')).to.deep.equal([]);
    expect(checkFiscalYearDates(year('2026-05-01', '2026-04-30'))).to.have.nested.property(
      '[0].code',
      'fiscal_year_ends_before_start',
    );
    expect(checkFiscalYearDates(year('2026-05-01', '2026-05-01'))).to.deep.equal([]);
  });

  it('can end on the last day that a date can name, and start in the first centuries', () => {
    expect(spans(opened(year('9999-11-01', '9999-12-31')))).to.deep.equal([
      '9999-11-01 9999-11-30',
      '9999-12-01 9999-12-31',
    ]);
    expect(spans(opened(year('0004-02-01', '0004-03-31')))).to.deep.equal([
      '0004-02-01 0004-02-29',
      '0004-03-01 0004-03-31',
    ]);
  });

  it('put 31 December and 1 January on the two sides of the border', () => {
    const years = [opened(year('2026-01-01', '2026-12-31')), { ...opened(year('2027-01-01', '2027-12-31')), id: 2 }];
    expect(findPeriod(years, '2026-12-31'))
      .to.deep.include({ year: years[0] })
      .and.have.nested.property('period.number', 12);
    expect(findPeriod(years, '2027-01-01'))
      .to.deep.include({ year: years[1] })
      .and.have.nested.property('period.number', 1);
    expect(findPeriod(years, '2025-12-31')).to.equal(undefined);
    expect(findPeriod(years, '2028-01-01')).to.equal(undefined);
    expect(findPeriod(years, '2026-02-29')).to.equal(undefined);
  });

  it('are covered by their periods: every day in exactly one', () => {
    const day = fc
      .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2060-01-01T00:00:00Z'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 700 }), (start, days) => {
        const end = new Date(Date.parse(`${start}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
        const { periods } = opened(year(start, end));
        expect(periods[0]!.starts_on).to.equal(start);
        expect(periods.at(-1)!.ends_on).to.equal(end);
        for (const [index, period] of periods.entries()) {
          expect(period.starts_on <= period.ends_on).to.equal(true);
          expect(period.starts_on.slice(0, 7)).to.equal(period.ends_on.slice(0, 7));
          if (index > 0) expect(period.starts_on).to.equal(getNextDay(periods[index - 1]!.ends_on));
        }
      }),
    );
  });
});
