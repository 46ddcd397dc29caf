import { expect } from 'chai';
import { easterSunday, isWorkingDay, workingDayFrom } from '../../../domain/country-packs/holidays.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { periodBefore, periodLabel, returnPeriod } from '../../../domain/vat-declarations/period.ts';

const filer = (country_pack: string, vat_regime: string) => ({ country_pack, vat_regime });

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
  ] as const;
  for (const [country, regime, type, year, period, starts_on, ends_on, due_on] of CASES)
    it(`of ${country} ${regime}${type ? ` ${type}` : ''} ${year}/${period} ends on ${ends_on} and is due on ${due_on}`, () =>
      expect(returnPeriod({ year, period, period_type: type }, filer(country, regime))).to.deep.include({
        starts_on,
        ends_on,
        due_on,
      }));

  it('is one that the country has', () => {
    const codes = (country: string, period: number, period_type: 'quarterly' | 'yearly') => {
      const found = returnPeriod({ year: 2026, period, period_type }, filer(country, 'monthly'));
      return isRefusal(found) ? found.problems.map(({ code, field }) => [field, code]) : [];
    };
    expect(codes('BE', 1, 'yearly')).to.deep.equal([['period_type', 'vat_period_type_unknown']]);
    expect(codes('FR', 1, 'yearly')).to.deep.equal([['period_type', 'vat_period_type_unknown']]);
    expect(codes('LU', 2, 'yearly')).to.deep.equal([['period', 'vat_period_unknown']]);
    expect(codes('BE', 5, 'quarterly')).to.deep.equal([['period', 'vat_period_unknown']]);
  });

  it('follows another, over the turn of the year too, and has a name', () => {
    expect(periodBefore({ period_type: 'quarterly', year: 2026, period: 1 })).to.deep.equal({ year: 2025, period: 4 });
    expect(periodBefore({ period_type: 'monthly', year: 2026, period: 5 })).to.deep.equal({ year: 2026, period: 4 });
    expect(periodLabel({ period_type: 'quarterly', year: 2026, period: 1 }, 'fr')).to.equal('1er trimestre 2026');
    expect(periodLabel({ period_type: 'monthly', year: 2026, period: 2 }, 'nl')).to.equal('februari 2026');
    expect(periodLabel({ period_type: 'yearly', year: 2026, period: 1 }, 'de')).to.equal('Jahr 2026');
  });
});

describe('working days', () => {
  it('know Easter', () => {
    expect([2024, 2025, 2026, 2027, 2038].map(easterSunday)).to.deep.equal([
      '2024-03-31',
      '2025-04-20',
      '2026-04-05',
      '2027-03-28',
      '2038-04-25',
    ]);
  });

  it('pass over weekends and the holidays of the country', () => {
    expect(workingDayFrom('2026-04-25', 'BE')).to.equal('2026-04-27');
    // Easter Monday.
    expect(workingDayFrom('2026-04-04', 'FR')).to.equal('2026-04-07');
    expect([isWorkingDay('2026-07-21', 'BE'), isWorkingDay('2026-07-21', 'FR')]).to.deep.equal([false, true]);
    expect([isWorkingDay('2026-06-23', 'LU'), isWorkingDay('2026-06-23', 'BE')]).to.deep.equal([false, true]);
    expect([isWorkingDay('2026-05-14', 'BE'), isWorkingDay('2026-05-25', 'LU')]).to.deep.equal([false, false]);
  });
});
