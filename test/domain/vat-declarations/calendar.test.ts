import { expect } from 'chai';
import type { VatRegime } from '../../../domain/companies/vat-regimes.ts';
import {
  buildCalendar,
  createDeadlineFinder,
  type CalendarCompany,
  type KnownReturn,
} from '../../../domain/vat-declarations/calendar.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { resolveReturnPeriod } from '../../../domain/vat-declarations/period.ts';

const TODAY = '2026-05-10';

function company(country_pack: string, vat_regime: VatRegime, more: Partial<CalendarCompany> = {}): CalendarCompany {
  const nothing = { settings: {}, returns: [], listings: [], intracom_months: [] };
  return { country_pack, vat_regime, first_day: '2026-01-01', ...nothing, ...more };
}

function known(
  of: CalendarCompany,
  period: number,
  more: Partial<Pick<KnownReturn, 'status' | 'client_listing_nil'>>,
  year = 2026,
): KnownReturn {
  const found = resolveReturnPeriod({ year, period, period_type: null }, of);
  if (isRefusal(found)) throw new Error('no such period');
  return { ...found, id: period, status: 'draft', client_listing_nil: false, ...more };
}

const shown = (of: CalendarCompany, from = '2026-01-01', to = '2026-12-31') =>
  buildCalendar(of, { from, to }, TODAY).map(
    ({ kind, year, period, due_on, status }) => `${kind} ${year}/${period} ${due_on} ${status}`,
  );

describe('The VAT calendar of a company', () => {
  it('says what is due, what is late and what is still to come, moved by weekends and holidays', () => {
    expect(shown(company('BE', 'quarterly'))).to.deep.equal([
      // The 25th of April is a Saturday.
      'return 2026/1 2026-04-27 late',
      'return 2026/2 2026-07-27 future',
      // The 25th of October is a Sunday.
      'return 2026/3 2026-10-26 future',
    ]);
    expect(shown(company('LU', 'monthly'), '2026-05-01', '2026-06-30')).to.deep.equal([
      'return 2026/4 2026-05-15 open',
      'return 2026/5 2026-06-15 future',
    ]);
  });

  it('takes a return for done when it is filed, not when it is validated', () => {
    const file = company('BE', 'quarterly');
    const first = (status: KnownReturn['status']) =>
      buildCalendar(
        { ...file, returns: [known(file, 1, { status })] },
        { from: '2026-04-01', to: '2026-04-30' },
        TODAY,
      ).map((item) => [item.status, item.declaration_id]);
    expect(first('draft')).to.deep.equal([['late', 1]]);
    expect(first('validated')).to.deep.equal([['late', 1]]);
    expect(first('filed')).to.deep.equal([['done', 1]]);
  });

  it('follows the regime of each day, and knows special returns that are there', () => {
    const changing = company('BE', 'quarterly', {
      settings: { vat_regimes: [{ regime: 'monthly', from: '2026-07-01' }] },
    });
    expect(shown(changing, '2026-07-01', '2026-10-31')).to.deep.equal([
      'return 2026/2 2026-07-27 future',
      'return 2026/7 2026-08-20 future',
      'return 2026/8 2026-09-21 future',
      'return 2026/9 2026-10-20 future',
    ]);
    const small = company('BE', 'franchise', { first_day: '2026-01-01' });
    expect(shown(small)).to.deep.equal([]);
    expect(shown({ ...small, returns: [known(small, 1, { status: 'filed' })] })).to.deep.equal([
      'return 2026/1 2026-04-27 done',
    ]);
  });

  it('has the annual returns of the countries that ask for them', () => {
    const nextYear = (file: CalendarCompany) => shown(file, '2027-02-01', '2027-05-31');
    expect(nextYear(company('LU', 'yearly'))).to.deep.equal(['return 2026/1 2027-03-01 future']);
    expect(nextYear(company('FR', 'yearly'))).to.deep.equal(['return 2026/1 2027-05-03 future']);
    expect(nextYear(company('LU', 'quarterly'))).to.deep.equal([
      'return 2027/1 2027-04-15 future',
      'return 2026/1 2027-04-30 future',
    ]);
  });

  it('asks for a listing of supplies to other Member States only where there are some', () => {
    const file = company('BE', 'quarterly');
    const of = (intracom_months: string[], listings: CalendarCompany['listings'] = []) =>
      shown(
        { ...file, intracom_months, listings, returns: [known(file, 1, { status: 'filed' })] },
        '2026-04-01',
        '2026-07-31',
      );
    expect(of([])).to.deep.equal(['return 2026/1 2026-04-27 done', 'return 2026/2 2026-07-27 future']);
    // It is due on the day of the return, and filed on its own. The quarter that runs is expected to have supplies too.
    const due = [
      'return 2026/1 2026-04-27 done',
      'intracom_listing 2026/1 2026-04-27 late',
      'return 2026/2 2026-07-27 future',
      'intracom_listing 2026/2 2026-07-27 future',
    ];
    expect(of(['2026-03'])).to.deep.equal(due);
    const filed = { kind: 'intracom_listing', period_type: 'quarterly', year: 2026, period: 1 } as const;
    expect(of(['2026-03'], [filed])[1]).to.equal('intracom_listing 2026/1 2026-04-27 done');
    expect(of(['2026-03'], [{ ...filed, period_type: 'monthly' }])).to.deep.equal(due);
    // In Luxembourg it is due ten days after the return.
    const abroad = company('LU', 'quarterly', { intracom_months: ['2026-02'] });
    const returns = [known(abroad, 1, { status: 'filed' })];
    expect(shown({ ...abroad, returns }, '2026-04-01', '2026-04-30')).to.deep.equal([
      'return 2026/1 2026-04-15 done',
      'intracom_listing 2026/1 2026-04-27 late',
    ]);
  });

  it('asks for the listings of a year, until they are filed', () => {
    const file = company('BE', 'quarterly', { first_day: '2025-01-01' });
    const yearly = (of: CalendarCompany) => shown(of).filter((line) => !line.startsWith('return'));
    const due = ['customer_listing 2025/1 2026-03-31 late', 'fees_281_50 2025/1 2026-06-29 open'];
    expect(yearly(file)).to.deep.equal(due);
    const filed = { kind: 'customer_listing', period_type: 'yearly', year: 2025, period: 1 } as const;
    const done = ['customer_listing 2025/1 2026-03-31 done', due[1]];
    expect(yearly({ ...file, listings: [filed] })).to.deep.equal(done);
    // A return that says that there is nobody to list leaves no listing to file: it does not make one done.
    const nil = (status: 'validated' | 'filed') => [known(file, 4, { status, client_listing_nil: true }, 2025)];
    expect(yearly({ ...file, returns: nil('validated') })).to.deep.equal(due);
    expect(yearly({ ...file, returns: nil('filed') })).to.deep.equal([due[1]]);
    expect(yearly({ ...file, returns: nil('filed'), listings: [filed] })).to.deep.equal(done);
  });

  it('keeps what an earlier version recorded as filed in the settings', () => {
    const file = company('BE', 'quarterly', { first_day: '2025-01-01' });
    const filing = { kind: 'fees_281_50', year: 2025, period: 1, filed_on: '2026-05-02', reference: null };
    expect(shown({ ...file, settings: { 'vat.filings': [filing] } })).to.include('fees_281_50 2025/1 2026-06-29 done');
  });
});

describe('The next VAT deadline', () => {
  const next = (of: CalendarCompany, today: string, since = '2026-01-01') => {
    const item = createDeadlineFinder(today)(of, since);
    return item && `${item.kind} ${item.year}/${item.period} ${item.due_on} ${item.status}`;
  };

  it('is the oldest that is not filed, late or not, moved by weekends and holidays', () => {
    const file = company('BE', 'quarterly');
    expect(next(file, '2026-02-10')).to.equal('return 2026/1 2026-04-27 future');
    expect(next(file, '2026-11-17')).to.equal('return 2026/1 2026-04-27 late');
    const returns = [1, 2].map((period) => known(file, period, { status: 'filed' }));
    expect(next({ ...file, returns }, '2026-10-26')).to.equal('return 2026/3 2026-10-26 open');
    expect(next({ ...file, returns: [known(file, 1, { status: 'validated' })] }, '2026-11-17')).to.equal(
      'return 2026/1 2026-04-27 late',
    );
    // The 24th of May is Whit Sunday.
    expect(next(company('FR', 'monthly'), '2026-05-01', '2026-04-01')).to.equal('return 2026/4 2026-05-26 open');
  });

  it('may be that of a listing, never that of a whole year of customers or fees', () => {
    const file = company('BE', 'quarterly', { intracom_months: ['2026-02'] });
    const returns = [known(file, 1, { status: 'filed' })];
    expect(next({ ...file, returns }, '2026-05-10')).to.equal('intracom_listing 2026/1 2026-04-27 late');
  });

  it('is none in a regime without returns, and none of years that are closed', () => {
    expect(next(company('BE', 'franchise'), '2026-05-10')).to.equal(undefined);
    expect(next(company('BE', 'quarterly'), '2026-11-17', '2026-07-01')).to.equal('return 2026/3 2026-10-26 late');
  });
});
