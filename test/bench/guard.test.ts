import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { COST_NAMES, type CostName, type Costs } from '../../bench/costs/costs.ts';
import { findMisses, type Best } from '../../bench/guard/floors.ts';
import { judge, listMissed, listOperations, readBestResults, replaceMissed } from '../../bench/guard/index.ts';
import { OPERATION_NAMES, type OperationName } from '../../bench/guard/operations.ts';
import { mergeBest, writeBestSection, type BestResults } from '../../bench/guard/record.ts';
import { formatCosts, showCost } from '../../bench/guard/table.ts';
import { readOptions, UnknownOption } from '../../bench/options.ts';
import { plainResult, type MeteredOperation } from '../../bench/report.ts';
import { bench } from '../../cli/commands/bench.ts';

const FIGURES: Costs = {
  serviceUs: 500,
  serverUs: 300,
  processorUs: 800,
  roundTrips: 2,
  statements: 3,
  walBytes: 4_000,
  fsyncs: 1,
};

function createOperation(
  ratios: Partial<Record<CostName, number | null>> = {},
  measured: Partial<Costs> = {},
  name: OperationName = 'entry',
): MeteredOperation {
  const all = Object.fromEntries(COST_NAMES.map((cost) => [cost, 1])) as Record<CostName, number>;
  return {
    name,
    wallClock: 0.9,
    measured: { ...FIGURES, ...measured },
    baseline: FIGURES,
    ratios: { ...all, ...ratios },
  };
}

const RUN = { recorded_on: '2026-11-17', machine: 'a machine' };
const NOTHING: BestResults = { ...RUN, is_provisional: false, operations: {} };
const record = (operation: MeteredOperation, earlier = NOTHING): BestResults => mergeBest(earlier, [operation], RUN);
const best: Best = record(createOperation()).operations.entry!;

describe('the guard of the benchmark', () => {
  it('measures what costs too much again, and keeps the rest', () => {
    const result = (operation: MeteredOperation) => ({ ...plainResult('x', 'ms', 1, null), operation });
    const [fine, dear] = [createOperation(), createOperation({ processorUs: 1.3 }, {}, 'signed-in')];
    const known = mergeBest(record(createOperation()), [createOperation({}, {}, 'signed-in')], RUN);
    const first = [result(fine), result(dear)];
    const missed = listMissed(first, known);
    expect([...missed]).to.deep.equal(['signed-in']);
    const again = [
      result(createOperation({ processorUs: 1.05 }, {}, 'signed-in')),
      result(createOperation({ processorUs: 2 })),
    ];
    const kept = replaceMissed(first, again, missed);
    expect(kept.map(({ operation }) => operation!.ratios.processorUs)).to.deep.equal([1, 1.05]);
    expect(listMissed(kept, known).size).to.equal(0);
  });

  it('allows a tenth more processor time, round trips and fsyncs than the best result', () => {
    const tenth = { processorUs: 1.1, roundTrips: 1.1, fsyncs: 1.1 };
    expect(findMisses(createOperation(tenth), best)).to.deep.equal([]);
    for (const cost of ['processorUs', 'roundTrips', 'fsyncs'] as const)
      expect(findMisses(createOperation({ [cost]: 1.11 }), best)).to.deep.equal([
        { operation: 'entry', cost, measured: 1.11, allowed: 1.1, isRatio: true },
      ]);
  });

  it('shows the other costs and the clock without judging them', () => {
    const worse = { statements: 5, walBytes: 5, serviceUs: 5, serverUs: 5 };
    expect(findMisses({ ...createOperation(worse), wallClock: 0.1 }, best)).to.deep.equal([]);
  });

  it('judges the figure itself where the baseline has none', () => {
    const none = record(createOperation({ fsyncs: null }, { fsyncs: 0 })).operations.entry!;
    expect(findMisses(createOperation({ fsyncs: null }, { fsyncs: 0.04 }), none)).to.deep.equal([]);
    expect(findMisses(createOperation({ fsyncs: null }, { fsyncs: 0.5 }), none)).to.have.length(1);
  });

  it('allows more in the background of requests that take longer on a slower machine', () => {
    const none = record(createOperation({ fsyncs: null }, { fsyncs: 0 })).operations.entry!;
    const measure = (processorUs: number) => createOperation({ fsyncs: null }, { fsyncs: 0.1, processorUs });
    expect(findMisses(measure(800), none).map(({ cost }) => cost)).to.deep.equal(['fsyncs']);
    expect(findMisses(measure(2_400), none)).to.deep.equal([]);
  });

  it('takes next to nothing for nothing', () => {
    const few = record(createOperation({ fsyncs: 0.01 }, { fsyncs: 0.0001 })).operations.entry!;
    expect(findMisses(createOperation({ fsyncs: 0.04 }, { fsyncs: 0.0004 }), few)).to.deep.equal([]);
    expect(findMisses(createOperation({ fsyncs: 1 }, { fsyncs: 0.01 }), few)).to.have.length(1);
  });

  it('does not judge what is unknown on this machine', () => {
    expect(findMisses(createOperation({ processorUs: null }, { processorUs: null }), best)).to.deep.equal([]);
  });

  it('fails with the operation, the cost and what was allowed', () => {
    const verdict = judge([createOperation({ roundTrips: 1.5 })], record(createOperation()), false);
    expect(verdict.passes).to.equal(false);
    expect(verdict.text).to.equal(
      'MISSED  GET entries/{id}, 64 connections: round trips 1.500 × the baseline, at most 1.100',
    );
    expect(judge([createOperation()], record(createOperation()), false).passes).to.equal(true);
  });

  it('writes a table of all operations, or says that there is none', () => {
    const page = 'before\n<!-- guard:begin -->\nold\n<!-- guard:end -->\nafter\n';
    expect(writeBestSection(page, NOTHING)).to.match(
      /^before\n<!-- guard:begin -->\n\nNo results [^]*:end -->\nafter\n$/,
    );
    const written = writeBestSection(page, record(createOperation({ fsyncs: null })));
    expect(written).to.contain('Recorded on 2026-11-17.').and.not.to.contain('Provisional').and.not.to.contain('old');
    expect(written).to.contain(
      '| GET entries/{id}, 64 connections | 500 (1.00) | 300 (1.00) | 800 (1.00) | 2.00 (1.00) | 3.00 (1.00) | 4 000 (1.00) | 1.00 (–) | 0.90 |',
    );
  });

  it('fails without a best result, unless it records one', () => {
    const provisional = { ...record(createOperation()), is_provisional: true };
    for (const best of [provisional, NOTHING]) {
      const verdict = judge([createOperation({ roundTrips: 9 })], best, false);
      expect(verdict.passes).to.equal(false);
      expect(verdict.text).to.contain('NOT JUDGED  GET entries/{id}').and.to.contain('--record');
      expect(judge([createOperation({ roundTrips: 9 })], best, true).passes).to.equal(true);
    }
  });

  it('measures every one of its twelve operations', () => {
    expect(OPERATION_NAMES).to.have.length(12);
    const results = OPERATION_NAMES.map((name) => ({
      ...plainResult('a', 's', 1, null),
      operation: createOperation({}, {}, name),
    }));
    expect(listOperations(results)).to.have.length(12);
    expect(() => listOperations(results.slice(1))).to.throw('has not measured: posting-one-connection');
  });
});

describe('the best results', () => {
  it('keep the better ratio of each judged cost, and the rest of the newest run', () => {
    const next = createOperation({ processorUs: 1.3, roundTrips: 0.5, walBytes: 2 }, { processorUs: 700 });
    const { costs } = record(next, record(createOperation())).operations.entry!;
    expect(costs.processorUs).to.deep.equal({ figure: 800, ratio: 1 });
    expect(costs.roundTrips.ratio).to.equal(0.5);
    expect(costs.walBytes.ratio).to.equal(2);
  });

  it('replace provisional ones', () => {
    const provisional = { ...record(createOperation()), is_provisional: true };
    const merged = record(createOperation({ processorUs: 1.3 }), provisional);
    expect(merged.is_provisional).to.equal(false);
    expect(merged.operations.entry!.costs.processorUs.ratio).to.equal(1.3);
  });

  it('are those of the table in docs/performance-guard.md, for every operation unless they are provisional', async () => {
    const results = await readBestResults();
    const page = await readFile(new URL('../../docs/performance-guard.md', import.meta.url), 'utf8');
    expect(writeBestSection(page, results)).to.equal(page);
    if (!results.is_provisional) expect(Object.keys(results.operations)).to.have.members(OPERATION_NAMES);
  });
});

describe('the table of costs', () => {
  it('shows each figure with its ratio to the baseline', () => {
    expect(showCost(1_563.4, 1.172)).to.equal('1 563 (1.17)');
    expect(showCost(0.0214, null)).to.equal('0.021 (–)');
    expect(showCost(null, null)).to.equal('unknown');
  });

  it('has only results whose costs were measured', () => {
    const plain = plainResult('memory', 'MB', 1, null);
    expect(formatCosts([plain])).to.equal('');
    const lines = formatCosts([plain, { ...plain, subject: 'posting', operation: createOperation() }]).split('\n');
    expect(lines).to.have.length(2);
    expect(lines[1]).to.match(/^posting +500 \(1\.00\) .* 0\.90$/);
  });
});

describe('options of the benchmark', () => {
  const VALUES = { only: undefined, quick: false, write: false, guard: false, record: false, json: false };

  it('include the guard, which always measures the same', () => {
    expect(readOptions({ ...VALUES, guard: true, record: true }, [])).to.include({ guards: true, records: true });
    for (const wrong of [
      { guard: true, only: ['posting'] },
      { guard: true, write: true },
      { record: true },
      { guard: true, record: true, quick: true },
    ])
      expect(() => readOptions({ ...VALUES, ...wrong }, ['posting']), JSON.stringify(wrong)).to.throw(UnknownOption);
  });

  it('are described in the help', () => {
    expect(Object.keys(bench.options)).to.include.members(['guard', 'record']);
  });
});
