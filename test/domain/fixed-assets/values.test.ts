import { expect } from 'chai';
import type { DomainEvent } from '../../../domain/event.ts';
import type { AssetEvent, DisposedAsset } from '../../../domain/fixed-assets/asset-events.ts';
import { bookValue, statusOf } from '../../../domain/fixed-assets/one-asset.ts';
import { vatRevisionLeft } from '../../../domain/fixed-assets/vat-revision.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { sum } from '../../../domain/money.ts';
import { companyFile } from '../../../domain/company-file.ts';
import { accountId, createRecord } from '../../support/company-file-samples.ts';
import {
  adjusted,
  adjustment,
  assetBooks,
  assetOf,
  created,
  creation,
  depreciated,
  depreciation,
  disposal,
  disposed,
  entriesIn,
  linesOf,
  openYear,
  planOf,
  tryOut,
  type AssetBooks,
} from './samples.ts';

const codes = (books: AssetBooks, command: Parameters<typeof tryOut>[1]): readonly string[] => {
  const outcome = tryOut(books, command);
  return isRefusal(outcome) ? outcome.problems.map(({ code, field }) => `${field}: ${code}`) : [];
};
const disposalIn = (events: readonly DomainEvent[]): DisposedAsset =>
  (events as readonly AssetEvent[]).find((event) => event.type === 'FixedAssetDisposed')!.data;

describe('Depreciation', () => {
  it('posts what is missing up to a day, and nothing when it is run again', () => {
    const books = assetBooks();
    const id = created(books, { duration_months: 60 });
    const [march] = entriesIn(depreciated(books, '2026-03-31'));
    expect(march).to.include({ entry_date: '2026-03-31', origin: 'depreciation', total: '493.15' });
    expect(linesOf(march!, books)).to.deep.equal([
      ['630200', '493.15'],
      ['241009', '-493.15'],
    ]);
    expect(depreciated(books, '2026-03-31')).to.deep.equal([]);
    expect(depreciated(books, '2026-01-31')).to.deep.equal([]);
    const [december] = entriesIn(depreciated(books, '2026-12-31'));
    expect(december!.total).to.equal('1506.85');
    expect(assetOf(books, id)).to.include({ depreciated: '2000.00', depreciated_until: '2026-12-31', moves: 2 });
  });

  it('is told by the analytic codes of the asset, which stay while it names them', () => {
    const books = assetBooks();
    for (const id of [1, 2])
      tryOut(books, createRecord('analytic-codes', id, { axis: 'SITE', code: `S${id}`, label: 'Site' }));
    expect(codes(books, creation({ analytics: [{ code: 'S9' }] }))).to.deep.equal([
      'analytics.0.code: analytic_code_unknown',
    ]);
    const shares = [
      { code: 'S1', share: '25.00' },
      { code_id: 2, share: '75.00' },
    ];
    created(books, { duration_months: 60, analytics: shares });
    created(books, { duration_months: 60, analytics: [{ code: 'S2' }] });
    created(books, { duration_months: 60, analytics: shares });
    const [entry] = entriesIn(tryOut(books, depreciation(books, '2026-03-31', 'category')) as readonly DomainEvent[]);
    const told = entry!.lines.map(({ debit, analytics = [] }) => [debit, ...analytics.map((one) => one.amount)]);
    expect(told).to.deep.equal([['986.30', '246.58', '739.72'], ['0.00'], ['493.15', '493.15'], ['0.00']]);
    expect(codes(books, { type: 'TrashRecord', resource: 'analytic-codes', id: 1, baseVersion: null })).to.deep.equal([
      'id: in_use',
    ]);
  });

  it('has one entry for each open year, and posts what a closed one lacks with the next', () => {
    const books = assetBooks();
    const id = created(books, { duration_months: 60 });
    openYear(books, 2027);
    const entries = entriesIn(depreciated(books, '2027-06-30'));
    expect(entries.map(({ entry_date, total }) => [entry_date, total])).to.deep.equal([
      ['2026-12-31', '2000.00'],
      ['2027-06-30', '991.78'],
    ]);
    expect(assetOf(books, id)).to.include({ version: 3, moves: 2 });
    const late = assetBooks();
    created(late, { duration_months: 60 });
    openYear(late, 2027);
    const closed = { type: 'FiscalYearClosed', data: { id: 1, version: 2, next_fiscal_year_id: 2, result: '0.00' } };
    late.file = companyFile.evolve(late.file, closed);
    const [only, ...others] = entriesIn(depreciated(late, '2027-12-31'));
    expect(others).to.deep.equal([]);
    expect(only).to.include({ entry_date: '2027-12-31', total: '4000.00' });
  });

  it('has a line for each asset or for each category', () => {
    const books = assetBooks();
    for (const cost of ['1000.00', '2000.00']) created(books, { cost, duration_months: 12 });
    created(books, { cost: '500.00', category: 'software', duration_months: 12 });
    const byAsset = companyFile.decide(depreciation(books, '2026-12-31', 'asset'), books.file);
    expect(entriesIn(byAsset as DomainEvent[])[0]!.lines).to.have.length(6);
    const [entry] = entriesIn(
      companyFile.decide(depreciation(books, '2026-12-31', 'category'), books.file) as DomainEvent[],
    );
    expect(linesOf(entry!, books)).to.deep.equal([
      ['630200', '3000.00'],
      ['241009', '-3000.00'],
      ['630100', '500.00'],
      ['211009', '-500.00'],
    ]);
  });

  it('is refused behind a lock, outside the years, and to nobody who has nothing to depreciate', () => {
    const books = assetBooks();
    expect(depreciated(books, '2026-12-31')).to.deep.equal([]);
    created(books);
    expect(codes(books, depreciation(books, '2028-01-01'))).to.deep.equal(['until: date_outside_fiscal_years']);
    books.file = companyFile.evolve(books.file, {
      type: 'PeriodLocked',
      data: { fiscal_year_id: 1, period_id: 3, version: 2 },
    });
    const locked = tryOut(books, depreciation(books, '2026-03-31'));
    expect(isRefusal(locked) && locked.code).to.equal('period_locked');
  });
});

describe('What happens to an asset', () => {
  it('is added to it, and the rest of its life takes it', () => {
    const books = assetBooks();
    const id = created(books, { duration_months: 60 });
    depreciated(books, '2026-12-31');
    expect(entriesIn(adjusted(books, id, { date: '2026-12-31', amount: '2000.00' }))).to.deep.equal([]);
    expect(assetOf(books, id)).to.include({ cost: '12000.00', depreciated: '2000.00' });
    expect(planOf(books, id)).to.deep.equal({
      2026: '2000.00',
      2027: '2500.00',
      2028: '2500.00',
      2029: '2500.00',
      2030: '2500.00',
    });
  });

  it('leaves what was planned before its day, posted or not', () => {
    const books = assetBooks();
    const id = created(books, { duration_months: 24, cost: '7300.00' });
    adjusted(books, id, { date: '2026-07-01', amount: '730.00' });
    const plan = planOf(books, id);
    // 181 days of 10.00, then 549 days of what is left.
    expect(sum(Object.values(plan))).to.equal('8030.00');
    depreciated(books, '2026-06-30');
    expect(assetOf(books, id).depreciated).to.equal('1810.00');
  });

  it('is a revaluation on accounts of its own in Belgium', () => {
    const books = assetBooks();
    const id = created(books, { category: 'land' });
    const [entry] = entriesIn(adjusted(books, id, { kind: 'revaluation', amount: '5000.00' }));
    expect(linesOf(entry!, books)).to.deep.equal([
      ['220008', '5000.00'],
      ['121', '-5000.00'],
    ]);
    expect(bookValue(assetOf(books, id))).to.equal('15000.00');
  });

  it('is an impairment and its reversal, on accounts apart in France', () => {
    const books = assetBooks('FR');
    const id = created(books, { category: 'vehicles', duration_months: 60 });
    depreciated(books, '2026-12-31');
    const [impairment] = entriesIn(adjusted(books, id, { kind: 'impairment', date: '2026-12-31', amount: '4000.00' }));
    expect(linesOf(impairment!, books)).to.deep.equal([
      ['681620', '4000.00'],
      ['291820', '-4000.00'],
    ]);
    expect(planOf(books, id)['2027']).to.equal('1000.00');
    const [reversal] = entriesIn(
      adjusted(books, id, { kind: 'impairment_reversal', date: '2026-12-31', amount: '4000.00' }),
    );
    expect(linesOf(reversal!, books)[1]).to.deep.equal(['781620', '-4000.00']);
    expect(planOf(books, id)['2027']).to.equal('2000.00');
    expect(
      codes(books, adjustment(id, { kind: 'impairment_reversal', date: '2026-12-31', amount: '0.01' })),
    ).to.deep.equal(['amount: asset_reversal_too_large']);
    expect(codes(books, adjustment(id, { kind: 'impairment', date: '2026-12-31', amount: '8000.01' }))).to.deep.equal([
      'amount: asset_impairment_too_large',
    ]);
  });

  it('is another life, that is not over yet', () => {
    const books = assetBooks();
    const id = created(books, { duration_months: 60 });
    depreciated(books, '2026-12-31');
    adjusted(books, id, { kind: 'life', date: '2026-12-31', duration_months: 36 });
    expect(planOf(books, id)).to.deep.equal({ 2026: '2000.00', 2027: '4000.00', 2028: '4000.00' });
    expect(codes(books, adjustment(id, { kind: 'life', date: '2026-12-31', duration_months: 12 }))).to.deep.equal([
      'duration_months: asset_life_over',
    ]);
    expect(codes(books, adjustment(id, { kind: 'addition', date: '2026-12-30', amount: '1.00' }))).to.deep.equal([
      'date: asset_before_last',
    ]);
  });

  it('is a transfer of all that stands on its accounts', () => {
    const books = assetBooks();
    const id = created(books, { category: 'machinery', duration_months: 60 });
    depreciated(books, '2026-12-31');
    const [entry] = entriesIn(adjusted(books, id, { kind: 'transfer', date: '2026-12-31', category: 'other' }));
    expect(linesOf(entry!, books)).to.have.deep.members([
      ['260000', '10000.00'],
      ['230000', '-10000.00'],
      ['260009', '-2000.00'],
      ['230009', '2000.00'],
    ]);
    expect(assetOf(books, id).fields).to.include({ category: 'other', account_id: accountId('260000', books.file) });
    expect(planOf(books, id)['2027']).to.equal('2000.00');
    expect(codes(books, adjustment(id, { kind: 'transfer', date: '2026-12-31', category: 'other' }))).to.deep.equal([
      'account_id: asset_transfer_same',
    ]);
  });

  it('changes nothing of its plan by hand once something is posted', () => {
    const books = assetBooks();
    const id = created(books);
    const change = (changes: object) => ({
      type: 'ChangeFixedAsset' as const,
      id,
      accountId: 1,
      changes,
      origin: null,
      baseVersion: null,
    });
    tryOut(books, change({ cost: '12000.00', duration_months: 48 }));
    expect(planOf(books, id)['2026']).to.equal('3000.00');
    depreciated(books, '2026-01-31');
    expect(codes(books, change({ cost: '1.00', label: 'Camionnette' }))).to.deep.equal(['cost: asset_posted']);
    expect(codes(books, change({ label: 'Camionnette', cost: '12000.00' }))).to.deep.equal([]);
    expect(assetOf(books, id).fields.label).to.equal('Camionnette');
    expect(codes(books, { type: 'TrashFixedAsset', id, baseVersion: null })).to.deep.equal(['id: asset_posted']);
  });

  it('takes its code and the line that bought it, and never more of that than there is', () => {
    const books = assetBooks();
    const account_id = accountId('241000', books.file);
    const line = {
      line_id: 77,
      account_id,
      amount: '3000.00',
      label: 'Vélos',
      entry_date: '2026-02-01',
      third_party_id: null,
      is_reversed: false,
    };
    const from = (requested: object, origin: object = line) => ({
      ...creation({ category: null, label: null, acquired_on: null, cost: null, origin_line_id: 77, ...requested }),
      origin,
    });
    tryOut(books, from({ cost: '1000.00' }) as never);
    tryOut(books, from({}) as never);
    const assets = [...books.file.fixedAssets.byId.values()];
    expect(assets.map(({ cost, fields }) => [cost, fields.label, fields.acquired_on, fields.category])).to.deep.equal([
      ['1000.00', 'Vélos', '2026-02-01', 'vehicles'],
      ['2000.00', 'Vélos', '2026-02-01', 'vehicles'],
    ]);
    expect(codes(books, from({ cost: '0.01' }) as never)).to.deep.equal(['origin_line_id: asset_origin_exceeded']);
    expect(codes(books, from({ cost: '0.01' }, { ...line, is_reversed: true }) as never)).to.deep.equal([
      'origin_line_id: asset_origin_reversed',
    ]);
    expect(codes(books, creation({ code: assets[0]!.fields.code }))).to.deep.equal(['code: record_taken']);
  });
});

describe('The end of an asset', () => {
  it('in Belgium leaves the gain or the loss alone', () => {
    const books = assetBooks();
    const sold = created(books, { duration_months: 60 });
    const events = disposed(books, sold, { kind: 'sale', proceeds: '9500.00' });
    const [dotation, out] = entriesIn(events);
    expect(dotation).to.include({ entry_date: '2026-07-01', total: '991.78', origin: 'depreciation' });
    expect(linesOf(out!, books)).to.have.deep.members([
      ['241009', '991.78'],
      ['241000', '-10000.00'],
      ['763000', '-491.78'],
      ['416000', '9500.00'],
    ]);
    expect(statusOf(assetOf(books, sold))).to.equal('disposed');
    expect(depreciated(books, '2026-12-31')).to.deep.equal([]);
    const scrapped = created(books, { duration_months: 60 });
    const [, scrap] = entriesIn(disposed(books, scrapped));
    expect(linesOf(scrap!, books)).to.deep.include(['663000', '9008.22']);
    expect(codes(books, disposal(books, sold))).to.deep.equal(['id: asset_disposed']);
  });

  it('in France shows book value and proceeds apart', () => {
    const books = assetBooks('FR');
    const id = created(books, { duration_months: 60 });
    const [, out] = entriesIn(disposed(books, id, { kind: 'sale', proceeds: '5000.00', disposed_on: '2026-07-01' }));
    expect(linesOf(out!, books)).to.have.deep.members([
      ['281820', '1000.00'],
      ['218200', '-10000.00'],
      ['657000', '9000.00'],
      ['757000', '-5000.00'],
      ['462000', '5000.00'],
    ]);
  });

  it('in Luxembourg stands with both sides among the income or the expenses', () => {
    const books = assetBooks('LU');
    const [gain, loss] = [created(books, { duration_months: 60 }), created(books, { duration_months: 60 })];
    const [, one] = entriesIn(disposed(books, gain, { kind: 'sale', proceeds: '9100.00' }));
    expect(linesOf(one!, books)).to.deep.include.members([
      ['74421', '9008.22'],
      ['74422', '-9100.00'],
    ]);
    const [, other] = entriesIn(disposed(books, loss, { kind: 'sale', proceeds: '9000.00' }));
    expect(linesOf(other!, books)).to.deep.include.members([
      ['64421', '9008.22'],
      ['64422', '-9000.00'],
      ['22329', '991.78'],
    ]);
  });

  it('to its owner is at book value, unless a price is named', () => {
    const books = assetBooks();
    const id = created(books, { duration_months: 60 });
    const events = disposed(books, id, { kind: 'private' });
    expect(disposalIn(events)).to.include({ proceeds: '9008.22', result: '0.00' });
    expect(linesOf(entriesIn(events)[1]!, books)).to.deep.include(['416100', '9008.22']);
  });

  it('of a share leaves the rest to be depreciated', () => {
    const books = assetBooks();
    const id = created(books, { duration_months: 60, residual_value: '1000.00' });
    depreciated(books, '2026-12-31');
    openYear(books, 2027);
    const events = disposed(books, id, { disposed_on: '2027-01-01', share: '25.00' });
    expect(disposalIn(events)).to.include({
      cost: '2500.00',
      depreciated: '450.00',
      book_value: '2050.00',
      is_whole: false,
    });
    expect(assetOf(books, id)).to.include({
      cost: '7500.00',
      depreciated: '1350.00',
      residual_value: '750.00',
      disposed_on: null,
    });
    expect(planOf(books, id)).to.deep.equal({
      2026: '1800.00',
      2027: '1350.00',
      2028: '1350.00',
      2029: '1350.00',
      2030: '1350.00',
    });
  });

  it('asks for what it needs', () => {
    const books = assetBooks();
    const id = created(books);
    expect(codes(books, disposal(books, id, { kind: 'sale' }))).to.deep.equal(['proceeds: required']);
    expect(codes(books, disposal(books, id, { proceeds: '5.00' }))).to.deep.equal(['proceeds: asset_without_proceeds']);
    expect(codes(books, disposal(books, id, { kind: 'sale', proceeds: '5.00', vat_code: 'V21' }))).to.deep.equal([
      'vat_code: asset_vat_without_customer',
    ]);
    expect(codes(books, disposal(books, id, { share: '0.00' }))).to.deep.equal(['share: asset_share']);
    expect(codes(books, disposal(books, id, { disposed_on: '2025-12-31' }))).to.deep.include(
      'disposed_on: asset_before_purchase',
    );
  });

  it('may ask for VAT that was deducted', () => {
    const left = (kind: 'building' | 'tangible' | 'intangible', day: string, country: string) =>
      vatRevisionLeft({ in_service_on: '2020-12-31' }, kind, day, country);
    expect(left('tangible', '2024-12-31', 'BE')).to.deep.equal({ years: 5, left: 1 });
    expect(left('tangible', '2025-01-01', 'BE')).to.equal(null);
    expect(left('building', '2025-01-01', 'BE')).to.deep.equal({ years: 15, left: 10 });
    expect(left('building', '2025-01-01', 'FR')).to.deep.equal({ years: 20, left: 15 });
    expect(left('building', '2025-01-01', 'LU')).to.deep.equal({ years: 10, left: 5 });
    expect(left('intangible', '2021-01-01', 'BE')).to.equal(null);
  });
});
