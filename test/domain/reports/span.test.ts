import { expect } from 'chai';
import { splitIntoMonths } from '../../../domain/dates.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { computeCoverage, listPeriodsWithin, resolveSpan, type ReportYear } from '../../../domain/reports/span.ts';

/** A year of calendar months, whose periods are numbered from a hundred times its id on. */
function year(id: number, from: string, to: string, isClosed = false): ReportYear {
  const periods = splitIntoMonths(from, to).map((month, index) => ({ id: id * 100 + index + 1, ...month }));
  const closed_at = isClosed ? '2026-01-15T10:00:00.000000Z' : null;
  return {
    id,
    code: from.slice(0, 4),
    starts_on: from,
    ends_on: to,
    periods,
    closing: isClosed ? {} : null,
    closed_at,
  };
}
const year24 = year(4, '2024-01-01', '2024-12-31', true);
const year25 = year(5, '2025-01-01', '2025-12-31');
const year26 = year(6, '2026-01-01', '2026-12-31');
const years = [year24, year25, year26];
const ids = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

describe('The days of a report', () => {
  const requested = (query: Parameters<typeof resolveSpan>[1], today = '2026-05-05') => {
    const span = resolveSpan(years, query, today);
    return isRefusal(span) ? span.problems.map(({ code, field }) => [code, field]) : [span.from, span.to];
  };

  it('are those of the year of today, or of the last one', () => {
    expect(requested({})).to.deep.equal(['2026-01-01', '2026-12-31']);
    expect(requested({}, '2025-05-05')).to.deep.equal(['2025-01-01', '2025-12-31']);
    expect(requested({}, '2031-05-05')).to.deep.equal(['2026-01-01', '2026-12-31']);
  });

  it('are those of the year asked for, as far as they are not narrowed', () => {
    expect(requested({ fiscal_year_id: 5 })).to.deep.equal(['2025-01-01', '2025-12-31']);
    expect(requested({ fiscal_year_id: 5, from: '2025-03-01' })).to.deep.equal(['2025-03-01', '2025-12-31']);
    expect(requested({ fiscal_year_id: 5, from: '2025-03-01', to: '2025-03-02' })).to.deep.equal([
      '2025-03-01',
      '2025-03-02',
    ]);
  });

  it('are completed to a fiscal year when one of them is asked for', () => {
    expect(requested({ from: '2024-03-01' })).to.deep.equal(['2024-03-01', '2024-12-31']);
    expect(requested({ to: '2025-03-01' })).to.deep.equal(['2025-01-01', '2025-03-01']);
    expect(requested({ from: '2024-03-01', to: '2026-02-02' })).to.deep.equal(['2024-03-01', '2026-02-02']);
    expect(requested({ from: '2029-01-01' }), 'behind all years').to.deep.equal(['2029-01-01', '2029-01-01']);
    expect(requested({ to: '2020-01-01' }), 'before all years').to.deep.equal(['2020-01-01', '2020-01-01']);
  });

  it('are refused when they cannot be', () => {
    expect(requested({ fiscal_year_id: 9 })).to.deep.equal([['reference_unknown', 'fiscal_year_id']]);
    expect(requested({ from: '2025-02-02', to: '2025-02-01' })).to.deep.equal([['period_reversed', 'to']]);
    expect(requested({ fiscal_year_id: 5, from: '2024-12-31', to: '2026-01-01' })).to.deep.equal([
      ['date_outside_fiscal_year', 'from'],
      ['date_outside_fiscal_year', 'to'],
    ]);
  });
});

describe('What a report covers', () => {
  /** With the ids of the periods that it takes from the balances. */
  const covered = (...requested: Parameters<typeof computeCoverage>) => {
    const { before, opening, inside, ...rest } = computeCoverage(...requested);
    const idsOf = (periods: readonly { id: number }[]) => periods.map(({ id }) => id);
    return { ...rest, before: idsOf(before), opening: idsOf(opening), inside: idsOf(inside) };
  };

  it('is whole periods behind the opening that a closed year has left', () => {
    const coverage = covered(years, { from: '2025-01-01', to: '2025-12-31' });
    expect(coverage).to.deep.include({
      carriedYearId: 5,
      before: [],
      opening: [],
      partial: [],
      isProvisional: false,
    });
    expect(coverage.inside).to.deep.equal(ids(501, 12));
  });

  it('is all open years before it, from the last closed one on', () => {
    const coverage = covered(years, { from: '2026-03-01', to: '2026-04-30' });
    expect(coverage).to.deep.include({
      carriedYearId: 5,
      before: ids(501, 12),
      opening: [601, 602],
      partial: [],
      isProvisional: true,
    });
    expect(coverage.inside).to.deep.equal([603, 604]);
  });

  it('is the lines of the periods that it cuts', () => {
    const coverage = covered(years, { from: '2025-02-10', to: '2025-04-20' });
    expect(coverage).to.deep.include({
      opening: [501],
      partial: [
        { from: '2025-02-01', to: '2025-02-28' },
        { from: '2025-04-01', to: '2025-04-20' },
      ],
    });
    expect(coverage.inside).to.deep.equal([503]);
    const day = covered(years, { from: '2025-02-10', to: '2025-02-12' });
    expect(day).to.deep.include({ inside: [], partial: [{ from: '2025-02-01', to: '2025-02-12' }] });
  });

  it('is all years where nothing may rely on what was carried', () => {
    const span = { from: '2026-01-01', to: '2026-12-31' };
    const coverage = covered(years, span, { continuous: true });
    expect(coverage).to.deep.include({ carriedYearId: null, before: [...ids(401, 12), ...ids(501, 12)] });
    const closed = [year24, year(5, '2025-01-01', '2025-12-31', true), year26];
    expect(computeCoverage(closed, span, { continuous: true }).isProvisional).to.equal(false);
    expect(computeCoverage(years, span, { continuous: true }).isProvisional).to.equal(true);
  });

  it('is nothing outside the years, behind which everything stands before it', () => {
    const behind = covered(years, { from: '2028-01-01', to: '2028-02-01' });
    expect(behind).to.deep.include({ inside: [], partial: [], opening: [] });
    expect(behind.before).to.deep.equal([...ids(501, 12), ...ids(601, 12)]);
    const ahead = covered(years, { from: '2020-01-01', to: '2024-01-31' });
    expect(ahead).to.deep.include({ before: [], opening: [], partial: [] });
    expect(ahead.inside).to.deep.equal([401]);
  });

  it('is days of periods', () => {
    const within = listPeriodsWithin(years, { from: '2024-12-30', to: '2025-02-01' });
    expect(within.map(({ id, starts_on, ends_on }) => [id, starts_on, ends_on])).to.deep.equal([
      [412, '2024-12-30', '2024-12-31'],
      [501, '2025-01-01', '2025-01-31'],
      [502, '2025-02-01', '2025-02-01'],
    ]);
  });
});
