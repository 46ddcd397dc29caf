import { expect } from 'chai';
import { countDays360, createPlanCalendar } from '../../../domain/fixed-assets/calendar.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { sum } from '../../../domain/money.ts';
import { findAccountId } from '../../support/company-file-samples.ts';
import { getAccountNumber } from '../../../domain/fixed-assets/accounts.ts';
import {
  adjusted,
  assetBooks,
  assetOf,
  codes,
  created,
  creation,
  depreciated,
  openYear,
  planOf,
  tryOut,
  type AssetBooks,
} from './samples.ts';
import type { RequestedAsset } from '../../../domain/fixed-assets/fields.ts';

const planned = (books: AssetBooks, requested: RequestedAsset) => planOf(books, created(books, requested));

function codesOf(books: AssetBooks, requested: RequestedAsset): readonly string[] {
  const outcome = tryOut(books, creation(requested));
  return isRefusal(outcome) ? outcome.problems.map(({ code, field }) => `${field}: ${code}`) : [];
}

describe('Days of a plan', () => {
  it('count thirty a month in France, the last day of a month being its thirtieth', () => {
    expect(countDays360('2026-01-01', '2026-12-31')).to.equal(360);
    expect(countDays360('2026-03-15', '2026-12-31')).to.equal(286);
    expect(countDays360('2026-02-01', '2026-02-28')).to.equal(30);
    expect(countDays360('2028-02-29', '2028-02-29')).to.equal(2);
    expect(countDays360('2026-01-31', '2026-01-31')).to.equal(1);
  });

  it('make years of twelve months before and behind the fiscal years', () => {
    const calendar = createPlanCalendar([{ code: 'A', starts_on: '2026-07-01', ends_on: '2027-06-30' }], 'calendar');
    expect(calendar.findYear('2024-08-01')).to.include({
      starts_on: '2024-07-01',
      ends_on: '2025-06-30',
      code: '2025',
    });
    expect(calendar.findYear('2027-01-01').code).to.equal('A');
    expect(calendar.findYear('2030-06-30')).to.include({ starts_on: '2029-07-01', ends_on: '2030-06-30' });
    const leap = calendar.findYear('2028-01-01');
    expect(calendar.countUnits(leap.starts_on, leap.ends_on, leap)).to.equal(calendar.unitsAYear);
  });
});

describe('Linear depreciation', () => {
  it('counts the days of the first year over those of the year in Belgium, and ends with what is left', () => {
    const plan = planned(assetBooks(), { in_service_on: '2026-07-01', cost: '10000.00', duration_months: 60 });
    expect(plan).to.deep.equal({
      2026: '1008.22',
      2027: '2000.00',
      2028: '2000.00',
      2029: '2000.00',
      2030: '2000.00',
      2031: '991.78',
    });
  });

  it('counts months of thirty days in France', () => {
    const plan = planned(assetBooks('FR'), {
      acquired_on: '2026-03-15',
      cost: '6000.00',
      duration_months: 36,
      category: 'computers',
    });
    expect(plan).to.deep.equal({ 2026: '1588.89', 2027: '2000.00', 2028: '2000.00', 2029: '411.11' });
  });

  it('leaves the residual value, and puts what rounding leaves into the last year', () => {
    const plan = planned(assetBooks('LU'), { cost: '1000.00', residual_value: '0.01', duration_months: 36 });
    expect(plan).to.deep.equal({ 2026: '333.33', 2027: '333.33', 2028: '333.33' });
    expect(sum(Object.values(plan))).to.equal('999.99');
    expect(planned(assetBooks(), { cost: '100.00', duration_months: 36 })).to.deep.equal({
      2026: '33.33',
      2027: '33.33',
      2028: '33.34',
    });
  });

  it('takes the life from a rate', () => {
    const books = assetBooks();
    expect(assetOf(books, created(books, { rate: '20.00', category: 'furniture' })).fields.duration_months).to.equal(
      60,
    );
    expect(assetOf(books, created(books, { rate: '33.33', category: 'furniture' })).fields.duration_months).to.equal(
      36,
    );
  });

  it('follows a long first fiscal year by its days', () => {
    const books = assetBooks('BE', { year: { code: null, starts_on: '2025-07-01', ends_on: '2026-12-31' } });
    const plan = planned(books, { acquired_on: '2025-07-01', cost: '3650.00', duration_months: 60 });
    // 549 days of a year of 365.
    expect(plan['2026']).to.equal('1098.00');
    expect(sum(Object.values(plan))).to.equal('3650.00');
  });
});

describe('Declining depreciation', () => {
  it('is refused to Belgian companies for what they acquire from 2020 on', () => {
    const books = assetBooks();
    expect(codesOf(books, { method: 'declining' })).to.deep.equal(['method: asset_declining_ended']);
    expect(codesOf(assetBooks('BE', { legal_form_code: '000' }), { method: 'declining' })).to.deep.equal([]);
  });

  it('takes twice the linear rate of what is left in Belgium, at most 40 % of the cost, until linear is more', () => {
    const books = assetBooks('BE', { legal_form_code: '000' });
    expect(planned(books, { method: 'declining', duration_months: 60, cost: '10000.00' })).to.deep.equal({
      2026: '4000.00',
      2027: '2400.00',
      2028: '2000.00',
      2029: '1600.00',
    });
    expect(planned(books, { method: 'declining', duration_months: 36, cost: '9000.00' })).to.deep.equal({
      2026: '3600.00',
      2027: '3600.00',
      2028: '1800.00',
    });
  });

  it('takes the coefficients of France from the month of purchase on, each fiscal year begun counting as one', () => {
    const plan = planned(assetBooks('FR'), {
      method: 'declining',
      category: 'machinery',
      acquired_on: '2026-04-20',
      in_service_on: '2026-06-10',
      duration_months: 60,
      cost: '10000.00',
    });
    // 35 % over nine months, then of what is left, and one half of it for each of the last two.
    expect(plan).to.deep.equal({ 2026: '2625.00', 2027: '2581.25', 2028: '1677.81', 2029: '1557.97', 2030: '1557.97' });
  });

  it('has no coefficient in France below three years', () => {
    expect(codesOf(assetBooks('FR'), { method: 'declining', duration_months: 24 })).to.deep.equal([
      'duration_months: asset_declining_too_short',
    ]);
  });

  it('goes up to three times the linear rate and 30 % in Luxembourg', () => {
    const books = assetBooks('LU');
    expect(codesOf(books, { method: 'declining', duration_months: 60, rate: '31.00' })).to.deep.equal([
      'rate: asset_rate_too_high',
    ]);
    expect(planned(books, { method: 'declining', duration_months: 60, cost: '10000.00' })).to.deep.equal({
      2026: '3000.00',
      2027: '2100.00',
      2028: '1633.33',
      2029: '1633.34',
      2030: '1633.33',
    });
    // Three times 8.33 %.
    expect(planned(books, { method: 'declining', duration_months: 144, cost: '12000.00' })['2026']).to.equal('3000.00');
  });
});

describe('Other plans', () => {
  it('take all in the year of purchase, or nothing', () => {
    expect(planned(assetBooks(), { method: 'one_off', in_service_on: '2026-05-01' })).to.deep.equal({
      2026: '10000.00',
    });
    const books = assetBooks();
    const land = created(books, { category: 'land' });
    expect(planOf(books, land)).to.deep.equal({});
    expect(assetOf(books, land).fields).to.include({ method: 'none', depreciation_account_id: null });
    depreciated(books, '2026-12-31');
    expect(assetOf(books, land).depreciated).to.equal('0.00');
  });

  it('by hand come to what is depreciated, in the order of their days', () => {
    const books = assetBooks();
    openYear(books, 2027);
    const item = (fields: object) => ({ fiscal_year_code: null, ends_on: null, amount: '0.00', ...fields });
    const plan = [
      item({ fiscal_year_code: '2026', amount: '7000.00' }),
      item({ ends_on: '2027-06-30', amount: '3000.00' }),
    ];
    expect(planned(books, { method: 'manual', plan })).to.deep.equal({ 2026: '7000.00', 2027: '3000.00' });
    expect(codesOf(books, { method: 'manual', plan: plan.slice(0, 1) })).to.deep.equal(['plan: asset_plan_sum']);
    expect(codesOf(books, { method: 'manual', plan: plan.toReversed() })).to.deep.equal([
      'plan.1.fiscal_year_code: asset_plan_order',
    ]);
    expect(
      codesOf(books, { method: 'manual', plan: [item({ fiscal_year_code: '2031', amount: '10000.00' })] }),
    ).to.deep.equal(['plan.0.fiscal_year_code: asset_year_unknown']);
    expect(codesOf(books, { method: 'manual' })).to.deep.equal(['plan: required']);
    const change = { accountId: 1, origin: null, baseVersion: null, type: 'ChangeFixedAsset' as const };
    const id = created(books, { method: 'manual', plan });
    expect(codes(books, { ...change, id, changes: { cost: '9000.00' } })).to.deep.equal(['plan: asset_plan_sum']);
    expect(codes(books, { ...change, id, changes: { label: 'Presse' } })).to.deep.equal([]);
  });

  it('by hand keep their proportions when something is added', () => {
    const books = assetBooks();
    const plan = [
      { fiscal_year_code: null, ends_on: '2026-12-31', amount: '2000.00' },
      { fiscal_year_code: null, ends_on: '2027-12-31', amount: '6000.00' },
      { fiscal_year_code: null, ends_on: '2028-12-31', amount: '2000.00' },
    ];
    const id = created(books, { method: 'manual', plan });
    depreciated(books, '2026-12-31');
    adjusted(books, id, { date: '2026-12-31', amount: '4000.00' });
    expect(planOf(books, id)).to.deep.equal({ 2026: '2000.00', 2027: '9000.00', 2028: '3000.00' });
    // So they do when earlier books have depreciated otherwise.
    const earlier = created(books, {
      method: 'manual',
      acquired_on: '2025-01-01',
      opening_depreciation: '1000.00',
      plan: [{ fiscal_year_code: null, ends_on: '2025-12-31', amount: '4000.00' }, ...plan.slice(0, 2)].map(
        (item, index) => ({ ...item, amount: ['4000.00', '2000.00', '4000.00'][index]! }),
      ),
    });
    expect(planOf(books, earlier)).to.deep.equal({ 2025: '1000.00', 2026: '3000.00', 2027: '6000.00' });
  });
});

describe('An asset from before the file', () => {
  it('is depreciated by earlier books as the plan says, or as a person does', () => {
    const books = assetBooks();
    const asPlanned = created(books, { acquired_on: '2024-07-01', duration_months: 60 });
    expect(assetOf(books, asPlanned)).to.include({ depreciated: '3005.46', depreciated_until: '2025-12-31' });
    expect(planOf(books, asPlanned)).to.include({ 2024: '1005.46', 2025: '2000.00', 2026: '2000.00', 2029: '994.54' });
    const asTold = created(books, { acquired_on: '2024-01-01', duration_months: 60, opening_depreciation: '1000.00' });
    expect(planOf(books, asTold)).to.deep.equal({
      2024: '1000.00',
      2025: '0.00',
      2026: '3000.00',
      2027: '3000.00',
      2028: '3000.00',
    });
    depreciated(books, '2026-12-31');
    expect(assetOf(books, asPlanned).depreciated).to.equal('5005.46');
    expect(assetOf(books, asTold).depreciated).to.equal('4000.00');
  });

  it('has none when it begins later', () => {
    expect(codesOf(assetBooks(), { opening_depreciation: '5.00' })).to.deep.equal([
      'opening_depreciation: asset_opening_not_earlier',
    ]);
  });
});

describe('The accounts of an asset', () => {
  it('are those of its category, and its category that of its account', () => {
    const books = assetBooks();
    const { fields } = assetOf(
      books,
      created(books, { category: null, account_id: findAccountId('242000', books.file) }),
    );
    expect(fields).to.include({ category: 'computers', duration_months: 36, code: '00001' });
    expect(getAccountNumber(fields.depreciation_account_id!, books.file)).to.equal('242009');
    expect(getAccountNumber(fields.charge_account_id!, books.file)).to.equal('630200');
  });

  it('of depreciation are made below the account in Luxembourg, once', () => {
    const books = assetBooks('LU');
    const [one, other] = [created(books), created(books)].map((id) => assetOf(books, id).fields);
    expect(getAccountNumber(one!.account_id, books.file)).to.equal('2232');
    expect(getAccountNumber(one!.depreciation_account_id!, books.file)).to.equal('22329');
    expect(other!.depreciation_account_id).to.equal(one!.depreciation_account_id);
  });

  it('are of class 2', () => {
    const books = assetBooks();
    expect(codesOf(books, { account_id: findAccountId('612400', books.file) })).to.deep.equal([
      'account_id: asset_account_class',
    ]);
    expect(codesOf(books, { category: 'ships' })).to.deep.equal(['category: asset_category_unknown']);
    expect(codesOf(books, { residual_value: '10000.01' })).to.deep.equal(['residual_value: asset_residual_above_cost']);
    expect(codesOf(books, { in_service_on: '2025-01-01' })).to.deep.equal(['in_service_on: asset_in_service_before']);
  });
});
