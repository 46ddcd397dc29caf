import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { buildCreateRecord } from '../../support/company-file-samples.ts';
import {
  assetBooks,
  assetOf,
  codes,
  created,
  creation,
  depreciated,
  depreciation,
  entriesIn,
  linesOf,
  openYear,
  tryOut,
} from './samples.ts';

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
      tryOut(books, buildCreateRecord('analytic-codes', id, { axis: 'SITE', code: `S${id}`, label: 'Site' }));
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
