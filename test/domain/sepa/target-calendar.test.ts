import { expect } from 'chai';
import { computeEasterSunday, isBankWorkingDay, findNextBankWorkingDay } from '../../../domain/sepa/target-calendar.ts';

describe('The calendar of bank working days', () => {
  for (const [year, day] of [
    [1900, '1900-04-15'],
    [2000, '2000-04-23'],
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2038, '2038-04-25'],
    [2049, '2049-04-18'],
  ] as const)
    it(`knows Easter of ${year}`, () => {
      expect(computeEasterSunday(year)).to.equal(day);
    });

  it('has neither weekends nor the six holidays', () => {
    const free = ['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-01', '2026-12-25', '2027-12-25', '2026-12-26'];
    for (const day of [...free, '2026-11-14', '2026-11-15']) expect(isBankWorkingDay(day), day).to.equal(false);
    // National holidays are none of the banks' among one another.
    for (const day of ['2026-07-21', '2026-07-14', '2026-06-23', '2026-05-14', '2026-11-11', '2026-04-02'])
      expect(isBankWorkingDay(day), day).to.equal(true);
  });

  it('goes on to the first working day', () => {
    expect(findNextBankWorkingDay('2026-11-16')).to.equal('2026-11-16');
    expect(findNextBankWorkingDay('2026-04-03')).to.equal('2026-04-07');
    expect(findNextBankWorkingDay('2026-12-25')).to.equal('2026-12-28');
  });
});
