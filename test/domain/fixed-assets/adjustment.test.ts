import { expect } from 'chai';
import { computeBookValue } from '../../../domain/fixed-assets/asset-state.ts';
import { sum } from '../../../domain/money.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { findAccountId } from '../../support/company-file-samples.ts';
import {
  adjusted,
  adjustment,
  assetBooks,
  assetOf,
  codes,
  created,
  creation,
  depreciated,
  entriesIn,
  linesOf,
  planOf,
  tryOut,
} from './samples.ts';
import { undoOf } from './steps.ts';

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
    expect(computeBookValue(assetOf(books, id))).to.equal('15000.00');
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
    expect(assetOf(books, id).fields).to.include({
      category: 'other',
      account_id: findAccountId('260000', books.file),
    });
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
    // A category has accounts of its own, and what stands on them would stay behind.
    expect(codes(books, change({ category: 'computers' }))).to.deep.equal(['category: asset_posted']);
    expect(codes(books, change({ label: 'Camionnette', cost: '12000.00' }))).to.deep.equal([]);
    expect(assetOf(books, id).fields.label).to.equal('Camionnette');
    expect(codes(books, { type: 'TrashFixedAsset', id, baseVersion: null })).to.deep.equal(['id: asset_posted']);
  });

  it('is taken back once, and never from what came in its place', () => {
    const books = assetBooks();
    const id = created(books);
    const first = adjusted(books, id, { amount: '10.00' });
    expect(isRefusal(tryOut(books, undoOf(books, first)))).to.equal(false);
    adjusted(books, id, { amount: '20.00' });
    expect(isRefusal(tryOut(books, undoOf(books, first)))).to.equal(true);
    expect(assetOf(books, id).cost).to.equal('10020.00');
  });

  it('takes its code and the line that bought it, and never more of that than there is', () => {
    const books = assetBooks();
    const account_id = findAccountId('241000', books.file);
    const line = {
      line_id: 77,
      account_id,
      amount: '3000.00',
      label: 'Vélos',
      entry_date: '2026-02-01',
      third_party_id: null,
      is_reversed: false,
    };
    const from = (requested: object, origin: object | null = line) => ({
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
    expect(codes(books, from({}) as never), 'nothing is left').to.deep.equal(['origin_line_id: asset_origin_exceeded']);
    expect(codes(books, from({}, null) as never), 'no such line').to.deep.equal(['origin_line_id: line_unknown']);
    const cost = { ...line, account_id: findAccountId('604000', books.file) };
    expect(codes(books, from({}, cost) as never), 'a line of costs').to.deep.equal([
      'origin_line_id: asset_origin_class',
    ]);
  });
});
