import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { median } from '../../bench/load.ts';
import { plainResult, ratioResult, textTable, writeResults } from '../../bench/report.ts';
import { compare, takeTurns } from '../../bench/rounds.ts';
import { sampleEntry } from '../../bench/entry.ts';

describe('results of the benchmark', () => {
  it('take the median of the ratios, not the ratio of the medians', () => {
    const ratios = compare({ measured: [50, 90, 10], baseline: [100, 100, 50] }, (rate) => rate);
    expect(ratios).to.deep.equal({ measured: 50, baseline: 100, ratio: 0.5, lowest: 0.2, highest: 0.9 });
    expect(median([4, 1, 3, 2])).to.equal(2.5);
  });

  it('come from turns in which either side goes first', async () => {
    const order: string[] = [];
    const side = (name: string) => async () => void order.push(name);
    await takeTurns(3, side('service'), side('baseline'));
    expect(order).to.deep.equal(['baseline', 'service', 'service', 'baseline', 'baseline', 'service']);
  });

  it('say whether they reach what is required', () => {
    const ratios = { measured: 1234, baseline: 2000, ratio: 0.617, lowest: 0.6, highest: 0.7 };
    expect(ratioResult('a', '/s', ratios, { atLeast: 0.6 })).to.include({
      measured: '1 234 /s',
      ratio: '0.62',
      required: '≥ 0.60 ×',
      verdict: 'ok',
    });
    expect(ratioResult('a', '/s', ratios, { atLeast: 0.62 }).verdict).to.equal('short');
    expect(ratioResult('a', 'ms', ratios, { atMost: 0.6 }).verdict).to.equal('short');
    expect(plainResult('a', 's', 4.2, { atMost: 5 })).to.include({
      measured: '4.20 s',
      required: '≤ 5 s',
      verdict: 'ok',
    });
    expect(plainResult('a', 's', 4.2, null).verdict).to.equal('');
  });

  it('replace the earlier ones between their markers and nothing else', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'grandlivre-report-'));
    try {
      const file = join(folder, 'performance.md');
      await writeFile(file, 'before\n<!-- results:begin -->\nold\n<!-- results:end -->\nafter\n');
      const results = [plainResult('start', 's', 4.2, { atMost: 5 })];
      await writeResults(file, results, 'a machine', 5);
      const text = await readFile(file, 'utf8');
      expect(text).to.match(
        /^before\n<!-- results:begin -->\n[^]*a machine[^]*\| start \| 4\.20 s \|[^]*<!-- results:end -->\nafter\n$/,
      );
      expect(text).not.to.contain('old');
      expect(textTable(results).split('\n')).to.have.lengthOf(2);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('are of entries that balance', () => {
    for (let number = 0; number < 2_000; number += 1) {
      const { lines } = sampleEntry(number, 1);
      const cents = (text: string): number => Math.round(Number(text) * 100);
      expect(lines.reduce((total, { debit, credit }) => total + cents(debit) - cents(credit), 0)).to.equal(0);
    }
  });
});
