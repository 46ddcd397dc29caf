import { expect } from 'chai';
import type { RequestedAsset } from '../../../domain/fixed-assets/fields.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { assetBooks, codes, newIds, tryOut } from './samples.ts';

const importOf = (...assets: readonly RequestedAsset[]) => {
  const ids = newIds(2 * assets.length);
  return {
    type: 'ImportFixedAssets',
    assets: assets.map((requested, index) => ({
      line: index + 2,
      id: ids[2 * index]!,
      accountId: ids[2 * index + 1]!,
      requested,
    })),
  } as const;
};

const van = { label: 'Van', category: 'vehicles', acquired_on: '2026-03-16', cost: '25000.00' } as const;

describe('An import of fixed assets', () => {
  it('creates all of them; each sees the codes and accounts of the ones before', () => {
    const books = assetBooks();
    const events = tryOut(books, importOf(van, { ...van, code: 'V' }, van));
    if (isRefusal(events)) throw new Error(JSON.stringify(events));
    const made = events.filter(({ type }) => type === 'FixedAssetCreated').map(({ data }) => data as { code: string });
    expect(made.map(({ code }) => code)).to.deep.equal(['00001', 'V', '00003']);
    expect(events.filter(({ type }) => type === 'RecordsCreated').length).to.be.at.most(1);
  });

  it('creates none if one is wrong, and names its line', () => {
    const books = assetBooks();
    const wrong = importOf({ ...van, code: 'A' }, { ...van, code: 'A', cost: null }, { ...van, code: 'A' });
    expect(codes(books, wrong)).to.deep.equal(['lines.3.cost: required', 'lines.4.code: record_taken']);
    expect(books.file.fixedAssets.byId.size).to.equal(0);
  });
});
