import { expect } from 'chai';
import fc from 'fast-check';
import { findCountryPack } from '../../../domain/country-packs/index.ts';
import { addDays } from '../../../domain/dates.ts';
import { compare } from '../../../domain/money.ts';
import { computeBelgianTiers, computeInterest, computeLateCosts } from '../../../domain/reminders/costs.ts';
import { buildReminderRules } from '../../../domain/reminders/settings.ts';

const lawOf = (country: string) => findCountryPack(country)!.latePayment;

describe('Costs of late payment', () => {
  const debt = { amount: '1000.00', due_date: '2025-05-31', isBusiness: true, firstRemindedOn: null };

  it('are owed by a business from the day after the due date, at the rate of each day', () => {
    // June at 11.50 %, July at 10.50 %: 30 and 31 days.
    expect(computeLateCosts(debt, '2025-07-31', lawOf('BE'))).to.deep.equal({ interest: '18.37', lump_sum: '40.00' });
    expect(computeLateCosts(debt, '2025-07-31', lawOf('FR'))).to.deep.equal({ interest: '21.13', lump_sum: '40.00' });
    expect(computeLateCosts(debt, '2025-07-31', lawOf('LU'))).to.deep.equal({ interest: '17.78', lump_sum: '40.00' });
    expect(computeLateCosts(debt, '2025-06-01', lawOf('BE')).interest).to.equal('0.32');
  });

  it('are nothing for a consumer who has not been reminded, or still has days to pay', () => {
    const consumer = { ...debt, isBusiness: false };
    const nothing = { interest: '0.00', lump_sum: '0.00' };
    expect(computeLateCosts(consumer, '2026-07-31', lawOf('BE'))).to.deep.equal(nothing);
    const reminded = { ...consumer, firstRemindedOn: '2025-07-01' };
    expect(computeLateCosts(reminded, '2025-07-15', lawOf('BE'))).to.deep.equal(nothing);
    // One day of interest, 65 and 5 % of 500.
    expect(computeLateCosts(reminded, '2025-07-16', lawOf('BE'))).to.deep.equal({
      interest: '0.29',
      lump_sum: '90.00',
    });
    expect(computeLateCosts(reminded, '2025-07-31', lawOf('FR'))).to.deep.equal({ interest: '2.27', lump_sum: '0.00' });
    expect(computeLateCosts(reminded, '2025-07-31', lawOf('LU'))).to.deep.equal(nothing);
  });

  it('for a Belgian consumer follow the size of the debt, up to 2,000', () => {
    const tiers = ['150.00', '150.01', '500.00', '500.01', '1000.00', '39200.00', '1000000.00'].map(
      computeBelgianTiers,
    );
    expect(tiers).to.deep.equal(['20.00', '30.00', '65.00', '65.00', '90.00', '2000.00', '2000.00']);
  });

  it('follow the rates of the settings from their first day on, and those of the law before it', () => {
    const rates = [{ debtor: 'business', from: '2025-07-01', rate: '6.00' }];
    const { law } = buildReminderRules({ 'reminders.rates': rates }, 'BE');
    expect(computeLateCosts(debt, '2025-07-31', law).interest).to.equal('14.55');
    expect(law.consumer).to.deep.equal(lawOf('BE').consumer);
  });

  it('of a span are those of its parts, to a cent each', () => {
    const { rates } = lawOf('BE').business;
    const day = fc.integer({ min: 0, max: 1_400 }).map((days) => addDays('2022-06-01', days));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), day, day, day, (cents, one, two, three) => {
        const amount = (cents / 100).toFixed(2);
        const [from, middle, until] = [one, two, three].sort() as [string, string, string];
        const whole = Number(computeInterest(amount, from, until, rates));
        const parts =
          Number(computeInterest(amount, from, middle, rates)) +
          Number(computeInterest(amount, addDays(middle, 1), until, rates));
        return Math.abs(whole - parts) < 0.011;
      }),
    );
  });

  it('never go down with the amount', () => {
    const amount = fc.integer({ min: 1, max: 10_000_000 }).map((cents) => (cents / 100).toFixed(2));
    fc.assert(
      fc.property(amount, amount, (one, other) => {
        const [less, more] = compare(one, other) <= 0 ? [one, other] : [other, one];
        return compare(computeBelgianTiers(less), computeBelgianTiers(more)) <= 0;
      }),
    );
  });
});
