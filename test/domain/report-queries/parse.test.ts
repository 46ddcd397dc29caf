import { expect } from 'chai';
import { parseQuery, type GivenQuery } from '../../../domain/report-queries/parse.ts';
import { runAllSteps } from '../../../domain/steps.ts';
import { includesAccount, includesGroup, MOST_CELLS } from '../../../domain/report-queries/query.ts';
import { buildTableInSteps } from '../../../domain/report-queries/table.ts';

const problemsOf = (given: GivenQuery) => parseQuery(given).problems.map(({ code, field }) => `${field} ${code}`);
const VALID = { measures: 'debit', by: 'account' };

describe('A query in a URL', () => {
  it('is read the same from lists and from texts with commas', () => {
    const { value, problems } = parseQuery({
      measures: 'debit, balance',
      by: 'account_prefix:03,analytic:PROJECT,month',
      accounts: '60,700-709',
      compare: 'budget:7',
      sort: '-balance_compare,month',
      limit: '10',
      from: '2024-02-29',
    });
    expect(problems).to.deep.equal([]);
    expect(value.by.map(({ key }) => key)).to.deep.equal(['account_prefix:3', 'analytic:PROJECT', 'month']);
    expect(value).to.deep.include({
      measures: ['debit', 'balance'],
      compare: { kind: 'budget', budgetId: 7 },
      sort: [
        { key: 'balance_compare', isDescending: true },
        { key: 'month', isDescending: false },
      ],
      limit: 10,
    });
    const listed = parseQuery({ measures: ['debit', 'balance'], by: ['account'], accounts: [60, '700-709'] });
    expect(listed.problems).to.deep.equal([]);
    expect(listed.value.accounts).to.deep.equal(value.accounts);
  });

  it('reports every wrong parameter under its name', () => {
    expect(problemsOf({})).to.deep.equal(['measures required', 'by required']);
    expect(problemsOf({ ...VALID, where: '1=1' })).to.deep.equal(['where report_query_name_unknown']);
    expect(problemsOf({ ...VALID, measures: 'sum(debit)' })).to.deep.equal(['measures not_one_of']);
    expect(problemsOf({ ...VALID, by: 'account,number,account_prefix:21' })).to.deep.equal([
      'by report_query_by_unknown',
      'by report_query_by_unknown',
    ]);
    expect(problemsOf({ ...VALID, by: 'account,journal,month,quarter,vat_code' })).to.deep.equal(['by list_too_long']);
    expect(problemsOf({ ...VALID, by: 'analytic:A,analytic:B' })).to.deep.equal(['by report_query_one_axis']);
    expect(problemsOf({ ...VALID, accounts: '6%,709-700' })).to.deep.equal([
      'accounts report_query_accounts_invalid',
      'accounts report_query_accounts_invalid',
    ]);
    expect(problemsOf({ ...VALID, from: '2025-02-29', to: 7 })).to.deep.equal(['from not_a_date', 'to not_a_date']);
    expect(problemsOf({ ...VALID, from: '2025-03-01', to: '2025-02-01' })).to.deep.equal(['to period_reversed']);
    expect(problemsOf({ ...VALID, limit: 0, sort: 'credit', compare: 'budget:x' })).to.deep.equal([
      'compare not_one_of',
      'sort report_query_sort_unknown',
      'limit number_too_small',
    ]);
    expect(problemsOf({ ...VALID, journals: [{ code: 'VEN' }], vat_codes: { $gt: 1 } })).to.deep.equal([
      'journals not_text',
      'vat_codes not_text',
    ]);
    expect(problemsOf({ ...VALID, third_parties: Array.from({ length: 101 }, (_, index) => index) })).to.deep.equal([
      'third_parties list_too_long',
    ]);
  });

  it('refuses what a balance at a day and a budget do not have', () => {
    expect(problemsOf({ ...VALID, as_of: '2025-01-31', to: '2025-01-31' })).to.deep.equal([
      'as_of report_query_as_of_or_days',
    ]);
    expect(problemsOf({ ...VALID, as_of: '2025-01-31', compare: 'period' })).to.deep.equal([
      'compare report_query_as_of_compare',
    ]);
    expect(problemsOf({ measures: 'debit', by: 'journal', vat_codes: 'S-21', compare: 'budget:1' })).to.deep.equal([
      'measures report_query_budget_measure',
      'by report_query_budget_without',
      'vat_codes report_query_budget_without',
    ]);
  });

  it('takes accounts by their first digits and by ranges', () => {
    const { accounts } = parseQuery({ ...VALID, accounts: '60,700-709' }).value;
    const taken = ['600000', '609', '61', '6', '700', '709999', '710000', '70'];
    expect(taken.filter((number) => includesAccount(accounts, number))).to.deep.equal([
      '600000',
      '609',
      '700',
      '709999',
    ]);
    expect(taken.filter((prefix) => includesGroup(accounts, prefix))).to.deep.equal([
      ...['600000', '609', '700', '709999', '70'],
    ]);
  });

  it('gives no more cells than allowed, unless a limit leaves rows out', () => {
    const now = Array.from({ length: MOST_CELLS / 4 + 1 }, (_, index) => ({
      key: [String(index)],
      debit: '1.00',
      credit: '0.00',
      count: 1,
    }));
    const { value: query } = parseQuery({ measures: 'debit,count', by: 'account' });
    const build = (parts: typeof now, limit: number | null = null) =>
      runAllSteps(buildTableInSteps({ ...query, limit }, { now: parts, then: [] }, 4));
    expect(build(now)).to.equal('too_large');
    const limited = build(now, 3);
    expect(limited).to.deep.include({ isTruncated: true, totals: [`${now.length}.00`, now.length] });
    expect(build(now.slice(1))).to.have.property('isTruncated', false);
  });
});
