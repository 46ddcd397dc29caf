import { expect } from 'chai';
import {
  createFilingCalendarBuilder,
  listUnfiledAccounts,
  type CalendarYear,
  type FilingCompany,
} from '../../../domain/annual-filings/calendar.ts';

const TODAY = '2026-06-10';

const year = (code: number, is_filed = false): CalendarYear => ({
  id: code,
  code: String(code),
  starts_on: `${code}-01-01`,
  ends_on: `${code}-12-31`,
  is_filed,
});

function company(country_pack: string, ...fiscal_years: readonly CalendarYear[]): FilingCompany {
  const nothing = { settings: {}, returns: [], listings: [], intracom_months: [] };
  return { country_pack, vat_regime: 'quarterly', first_day: '2026-01-01', ...nothing, fiscal_years };
}

describe('The calendar of annual accounts', () => {
  it('stands beside that of VAT, in the order of due dates', () => {
    const span = { from: '2026-04-01', to: '2026-07-31' };
    const items = createFilingCalendarBuilder(span, TODAY)(company('BE', year(2024), year(2025), year(2026)));
    expect(items.map(({ kind, due_on, status, fiscal_year }) => [kind, due_on, status, fiscal_year?.id])).to.deep.equal(
      [
        ['return', '2026-04-27', 'late', undefined],
        ['return', '2026-07-27', 'future', undefined],
        ['annual_accounts', '2026-07-31', 'open', 2025],
      ],
    );
  });

  it('counts years that are over until they are filed', () => {
    const count = (...args: Parameters<typeof company>) =>
      listUnfiledAccounts(company(...args), TODAY).map(({ due_on, status }) => [due_on, status]);
    expect(count('BE', year(2024), year(2025), year(2026))).to.deep.equal([
      ['2025-07-31', 'late'],
      ['2026-07-31', 'open'],
    ]);
    expect(count('BE', year(2024, true), year(2025, true), year(2026))).to.deep.equal([]);
    expect(count('FR', year(2025))).to.deep.equal([['2026-05-20', 'late']]);
    // Due more than a year ago.
    expect(count('BE', year(2020))).to.deep.equal([]);
  });
});
