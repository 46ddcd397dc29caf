import { expect } from 'chai';
import { belgium } from '../../../domain/country-packs/be/index.ts';
import { findNextVatDeadline } from '../../../domain/country-packs/deadlines.ts';
import type { CountryPack, PackDeclaration } from '../../../domain/country-packs/pack.ts';

const LONG_AGO = '2000-01-01';
const belgian = (regime: string, today: string, firstDay = LONG_AGO) =>
  findNextVatDeadline(belgium, regime, today, firstDay);
const declaring = (...declarations: Omit<PackDeclaration, 'labels'>[]): CountryPack => ({
  ...belgium,
  declarations: declarations.map((declaration) => ({ ...declaration, labels: belgium.vatRegimes[0]!.labels })),
});

describe('the next VAT deadline', () => {
  it('of a Belgian monthly return is the 20th of the month after, that day included', () => {
    const october = { starts_on: '2026-10-01', ends_on: '2026-10-31', due_on: '2026-11-20' };
    expect(belgian('monthly', '2026-11-15')).to.deep.equal(october);
    expect(belgian('monthly', '2026-11-20')).to.deep.equal(october);
    expect(belgian('monthly', '2026-11-21')!.due_on).to.equal('2026-12-20');
    expect(belgian('monthly', '2026-12-31')).to.deep.equal({
      starts_on: '2026-12-01',
      ends_on: '2026-12-31',
      due_on: '2027-01-20',
    });
  });

  it('of a Belgian quarterly return is the 25th of the month after', () => {
    expect(belgian('quarterly', '2026-11-15')).to.deep.equal({
      starts_on: '2026-10-01',
      ends_on: '2026-12-31',
      due_on: '2027-01-25',
    });
    expect(belgian('quarterly', '2026-10-25')!.due_on).to.equal('2026-10-25');
  });

  it('does not exist for those who file no return', () => {
    for (const regime of ['franchise', 'exempt', 'nonsense']) expect(belgian(regime, '2026-11-15')).to.equal(null);
  });

  it('comes after the company file begins', () => {
    expect(belgian('monthly', '2026-11-15', '2026-11-10')!.starts_on).to.equal('2026-11-01');
    expect(belgian('quarterly', '2026-11-15', '2029-05-01')).to.deep.equal({
      starts_on: '2029-04-01',
      ends_on: '2029-06-30',
      due_on: '2029-07-25',
    });
  });

  it('is the first of several, in a month that may be shorter, long after the period', () => {
    const monthly = {
      kind: 'vat_return',
      regimes: ['monthly'],
      period: 'month',
      due: { day: 15, monthsAfter: 1 },
    } as const;
    const yearly = { kind: 'vat_return', regimes: [], period: 'year', due: { day: 31, monthsAfter: 2 } } as const;
    const listing = {
      kind: 'intracom_listing',
      regimes: [],
      period: 'month',
      due: { day: 1, monthsAfter: 1 },
    } as const;
    const pack = declaring(monthly, yearly, listing);
    expect(findNextVatDeadline(pack, 'monthly', '2027-02-16', LONG_AGO)!.due_on).to.equal('2027-02-28');
    expect(findNextVatDeadline(pack, 'monthly', '2027-02-15', LONG_AGO)!.due_on).to.equal('2027-02-15');
    expect(findNextVatDeadline(pack, 'exempt', '2026-05-01', LONG_AGO)).to.deep.equal({
      starts_on: '2026-01-01',
      ends_on: '2026-12-31',
      due_on: '2027-02-28',
    });
    const late = declaring({ ...yearly, due: { day: 1, monthsAfter: 14 } });
    expect(findNextVatDeadline(late, 'monthly', '2026-02-01', LONG_AGO)!.starts_on).to.equal('2024-01-01');
  });

  it('comes from the regime where the pack lists no declarations', () => {
    expect(findNextVatDeadline(declaring(), 'monthly', '2026-11-15', LONG_AGO)!.due_on).to.equal('2026-11-20');
    const fiscal = declaring({
      kind: 'vat_return',
      regimes: [],
      period: 'fiscal_year',
      due: { day: 1, monthsAfter: 1 },
    });
    expect(findNextVatDeadline(fiscal, 'monthly', '2026-11-15', LONG_AGO)).to.equal(null);
  });
});
