import { expect } from 'chai';
import { computeEasterSunday, isWorkingDay, getWorkingDayFrom } from '../../../domain/country-packs/holidays.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import type { VatRegime } from '../../../domain/companies/vat-regimes.ts';
import { formatPeriodLabel, resolveReturnPeriod } from '../../../domain/vat-declarations/period.ts';

const filer = (country_pack: string, vat_regime: VatRegime, ...changes: readonly [VatRegime, from: string][]) => ({
  country_pack,
  vat_regime,
  settings: { vat_regimes: changes.map(([regime, from]) => ({ regime, from })) },
});

describe('the period of a VAT return', () => {
  const CASES = [
    ['BE', 'monthly', null, 2026, 3, '2026-03-01', '2026-03-31', '2026-04-20'],
    // The 25th of April 2026 is a Saturday.
    ['BE', 'quarterly', null, 2026, 1, '2026-01-01', '2026-03-31', '2026-04-27'],
    ['BE', 'unit', null, 2026, 12, '2026-12-01', '2026-12-31', '2027-01-20'],
    ['BE', 'franchise', null, 2026, 2, '2026-04-01', '2026-06-30', '2026-07-27'],
    ['FR', 'monthly', null, 2026, 1, '2026-01-01', '2026-01-31', '2026-02-24'],
    ['LU', 'quarterly', null, 2026, 4, '2026-10-01', '2026-12-31', '2027-01-15'],
    ['LU', 'monthly', 'yearly', 2026, 1, '2026-01-01', '2026-12-31', '2027-04-30'],
    // The last of February 2027 is a Sunday.
    ['LU', 'yearly', null, 2026, 1, '2026-01-01', '2026-12-31', '2027-03-01'],
    ['FR', 'yearly', null, 2026, 1, '2026-01-01', '2026-12-31', '2027-05-03'],
  ] as const;
  for (const [country, regime, type, year, period, starts_on, ends_on, due_on] of CASES)
    it(`of ${country} ${regime}${type ? ` ${type}` : ''} ${year}/${period} ends on ${ends_on} and is due on ${due_on}`, () =>
      expect(resolveReturnPeriod({ year, period, period_type: type }, filer(country, regime))).to.deep.include({
        starts_on,
        ends_on,
        due_on,
      }));

  it('is one that the country has', () => {
    const codes = (country: string, period: number, period_type: 'quarterly' | 'yearly') => {
      const found = resolveReturnPeriod({ year: 2026, period, period_type }, filer(country, 'monthly'));
      return isRefusal(found) ? found.problems.map(({ code, field }) => [field, code]) : [];
    };
    expect(codes('BE', 1, 'yearly')).to.deep.equal([['period_type', 'vat_period_type_unknown']]);
    expect(codes('FR', 1, 'yearly')).to.deep.equal([]);
    expect(codes('LU', 2, 'yearly')).to.deep.equal([['period', 'vat_period_unknown']]);
    expect(codes('BE', 5, 'quarterly')).to.deep.equal([['period', 'vat_period_unknown']]);
  });

  it('follows the regime of its first day where that changes in the middle of the year', () => {
    const changing = filer('BE', 'quarterly', ['monthly', '2026-07-01']);
    const found = (period: number, period_type: 'monthly' | 'quarterly' | null = null) =>
      resolveReturnPeriod({ year: 2026, period, period_type }, changing);
    expect(found(2)).to.deep.include({ period_type: 'quarterly', starts_on: '2026-04-01' });
    expect(found(8)).to.deep.include({ period_type: 'monthly', starts_on: '2026-08-01', due_on: '2026-09-21' });
    // Neither a quarter nor a month of that number is filed by its regime: the year began with quarters.
    expect(found(3)).to.deep.include({ period_type: 'quarterly', starts_on: '2026-07-01' });
    const other = filer('BE', 'monthly', ['quarterly', '2026-04-01']);
    const twice = resolveReturnPeriod({ year: 2026, period: 2, period_type: null }, other);
    expect(isRefusal(twice) && twice.problems[0]!.code).to.equal('vat_period_ambiguous');
    const month = resolveReturnPeriod({ year: 2026, period: 2, period_type: 'monthly' }, other);
    expect(month).to.deep.include({ ends_on: '2026-02-28' });
  });

  it('has a name', () => {
    expect(formatPeriodLabel({ period_type: 'quarterly', year: 2026, period: 1 }, 'fr')).to.equal('1er trimestre 2026');
    expect(formatPeriodLabel({ period_type: 'monthly', year: 2026, period: 2 }, 'nl')).to.equal('februari 2026');
    expect(formatPeriodLabel({ period_type: 'yearly', year: 2026, period: 1 }, 'de')).to.equal('Jahr 2026');
  });
});

describe('working days', () => {
  it('know Easter', () => {
    expect([2024, 2025, 2026, 2027, 2038].map(computeEasterSunday)).to.deep.equal([
      '2024-03-31',
      '2025-04-20',
      '2026-04-05',
      '2027-03-28',
      '2038-04-25',
    ]);
  });

  it('pass over weekends and the holidays of the country', () => {
    expect(getWorkingDayFrom('2026-04-25', 'BE')).to.equal('2026-04-27');
    // Easter Monday.
    expect(getWorkingDayFrom('2026-04-04', 'FR')).to.equal('2026-04-07');
    expect([isWorkingDay('2026-07-21', 'BE'), isWorkingDay('2026-07-21', 'FR')]).to.deep.equal([false, true]);
    expect([isWorkingDay('2026-06-23', 'LU'), isWorkingDay('2026-06-23', 'BE')]).to.deep.equal([false, true]);
    expect([isWorkingDay('2026-05-14', 'BE'), isWorkingDay('2026-05-25', 'LU')]).to.deep.equal([false, false]);
  });
});
