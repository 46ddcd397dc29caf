import { expect } from 'chai';
import type { DomainEvent } from '../../../domain/event.ts';
import type { AssetEvent, DisposedAsset } from '../../../domain/fixed-assets/asset-events.ts';
import { getAssetStatus } from '../../../domain/fixed-assets/asset-state.ts';
import { getAccountNumber } from '../../../domain/fixed-assets/accounts.ts';
import { computeVatRevision } from '../../../domain/fixed-assets/vat-revision.ts';
import { buildCreateRecord } from '../../support/company-file-samples.ts';
import {
  adjusted,
  assetBooks,
  assetOf,
  codes,
  created,
  depreciated,
  disposal,
  disposed,
  entriesIn,
  linesOf,
  openYear,
  planOf,
  tryOut,
} from './samples.ts';

const disposalIn = (events: readonly DomainEvent[]): DisposedAsset =>
  (events as readonly AssetEvent[]).find((event) => event.type === 'FixedAssetDisposed')!.data;

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
    expect(getAssetStatus(assetOf(books, sold))).to.equal('disposed');
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

  it('is told by the analytic codes of the asset, as its impairment is, on what it costs and brings in alone', () => {
    const books = assetBooks('FR');
    tryOut(books, buildCreateRecord('analytic-codes', 1, { axis: 'SITE', code: 'S1', label: 'Site' }));
    const id = created(books, { duration_months: 60, analytics: [{ code: 'S1' }] });
    const told = (events: readonly DomainEvent[]) =>
      entriesIn(events).flatMap((entry) =>
        entry.lines.flatMap(({ account_id, analytics = [] }) =>
          analytics.map(({ code, amount }) => [getAccountNumber(account_id, books.file), code, amount]),
        ),
      );
    const impaired = adjusted(books, id, { kind: 'impairment', date: '2026-01-01', amount: '100.00' });
    expect(told(impaired)).to.deep.equal([['681620', 'S1', '100.00']]);
    const back = adjusted(books, id, { kind: 'impairment_reversal', date: '2026-01-01', amount: '40.00' });
    expect(told(back)).to.deep.equal([['781620', 'S1', '40.00']]);
    const sold = disposed(books, id, { kind: 'sale', proceeds: '5000.00' });
    expect(told(sold).map(([number]) => number)).to.deep.equal(['681120', '657000', '757000']);
  });

  it('of a share is worth nothing less than nothing, however few cents there are', () => {
    const books = assetBooks();
    const id = created(books, { cost: '0.01', method: 'one_off' });
    adjusted(books, id, { kind: 'revaluation', date: '2026-01-01', amount: '0.01' });
    depreciated(books, '2026-12-31');
    openYear(books, 2027);
    const gone = disposalIn(disposed(books, id, { disposed_on: '2027-01-01', share: '33.33' }));
    expect(gone).to.include({ cost: '0.00', revalued: '0.00', depreciated: '0.00', book_value: '0.00' });
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
      computeVatRevision({ in_service_on: '2020-12-31' }, kind, day, country);
    expect(left('tangible', '2024-12-31', 'BE')).to.deep.equal({ years: 5, left: 1 });
    expect(left('tangible', '2025-01-01', 'BE')).to.equal(null);
    expect(left('building', '2025-01-01', 'BE')).to.deep.equal({ years: 15, left: 10 });
    expect(left('building', '2025-01-01', 'FR')).to.deep.equal({ years: 20, left: 15 });
    expect(left('building', '2025-01-01', 'LU')).to.deep.equal({ years: 10, left: 5 });
    expect(left('intangible', '2021-01-01', 'BE')).to.equal(null);
  });
});
