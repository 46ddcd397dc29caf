import { expect } from 'chai';
import { splitIntoSpans } from '../../../domain/vat-declarations/spans.ts';
import { collectNonZero, combineFindings } from '../../../projections/vat-declarations/findings.ts';

describe('Days that are read some after the others', () => {
  const days = { from: '2026-01-01', to: '2026-01-31' };

  it('are one span where there is little, and follow one another without a gap where there is much', () => {
    expect(splitIntoSpans(days, [], 10)).to.deep.equal([days]);
    expect(splitIntoSpans(days, [{ day: '2026-01-05', count: 9 }], 10)).to.deep.equal([days]);
    const busy = [
      { day: '2026-01-05', count: 12 },
      { day: '2026-01-06', count: 4 },
      { day: '2026-01-20', count: 6 },
      { day: '2026-01-31', count: 50 },
    ];
    expect(splitIntoSpans(days, busy, 10)).to.deep.equal([
      { from: '2026-01-01', to: '2026-01-05' },
      { from: '2026-01-06', to: '2026-01-20' },
      { from: '2026-01-21', to: '2026-01-31' },
    ]);
  });

  it('find together what one reading would have found', () => {
    const row = (id: number, amount: string, count: number, total: string) => ({ id, amount, count, total });
    expect(
      combineFindings([[row(1, '-5.00', 3, '2.00'), row(2, '4.00', 3, '2.00')], [], [row(3, '4.50', 1, '4.50')]]),
    ).to.deep.equal({ count: 4, amount: '6.50', ids: [1, 3, 2] });
    const sums = new Map([
      [7, '1.00'],
      [8, '0.00'],
      [9, '-3.00'],
    ]);
    expect(collectNonZero(sums)).to.deep.equal({ count: 2, amount: '-2.00', ids: [9, 7] });
  });
});
