import { expect } from 'chai';
import { computeRetention, isRetentionOver } from '../../../domain/persons/retention.ts';

const calendarYears = [2024, 2025, 2026].map((year) => ({ starts_on: `${year}-01-01`, ends_on: `${year}-12-31` }));
const untilJune = [{ starts_on: '2025-07-01', ends_on: '2026-06-30' }];

describe('retention of personal data in the books', () => {
  it('lasts ten years from the end of the last fiscal year with the person', () => {
    for (const country of ['BE', 'FR', 'LU'])
      expect(computeRetention({ country, fiscalYears: calendarYears }, '2025-03-04')).to.include({
        until: '2035-12-31',
        law: 'accounting',
        fiscalYearEnd: '2025-12-31',
      });
  });

  it('lasts until the end of the calendar year for Belgian VAT', () => {
    expect(computeRetention({ country: 'BE', fiscalYears: untilJune }, '2026-02-01')).to.include({
      until: '2036-12-31',
      law: 'vat',
    });
    for (const country of ['FR', 'LU'])
      expect(computeRetention({ country, fiscalYears: untilJune }, '2026-02-01')).to.include({
        until: '2036-06-30',
        law: 'accounting',
      });
  });

  it('ends on the last day of February of a year without leap day', () => {
    const fiscalYears = [{ starts_on: '2023-03-01', ends_on: '2024-02-29' }];
    expect(computeRetention({ country: 'LU', fiscalYears }, '2024-02-29')).to.include({ until: '2034-02-28' });
  });

  it('takes the calendar year of a day that no fiscal year has', () => {
    expect(computeRetention({ country: 'FR', fiscalYears: [] }, '2019-05-06')).to.include({ until: '2029-12-31' });
  });

  it('is over on the next day, and at once for who never appeared', () => {
    const retention = computeRetention({ country: 'BE', fiscalYears: calendarYears }, '2024-01-01');
    expect(isRetentionOver(retention, '2034-12-31')).to.equal(false);
    expect(isRetentionOver(retention, '2035-01-01')).to.equal(true);
    expect(computeRetention({ country: 'BE', fiscalYears: calendarYears }, null)).to.equal(null);
    expect(isRetentionOver(null, '2026-01-01')).to.equal(true);
  });
});
