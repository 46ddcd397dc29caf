import { expect } from 'chai';
import { compareCosts, lowest, summarise, type Reading } from '../../bench/costs/costs.ts';
import { takeMeteredTurns, type Side } from '../../bench/costs/turns.ts';
import { toWholeRounds } from '../../bench/load.ts';
import { parseSchedstat, parseStat } from '../../bench/processor-time.ts';

const START: Reading = { serviceMs: 100, serverMs: 50, roundTrips: 10, statements: 20, walBytes: 1_000, fsyncs: 3 };

const createRound = (serviceMs: number, serverMs: number | null, walBytes = 100) => ({
  before: START,
  after: {
    serviceMs: 100 + serviceMs,
    serverMs: serverMs === null ? null : 50 + serverMs,
    roundTrips: 30,
    statements: 70,
    walBytes: 1_000 + walBytes,
    fsyncs: 4,
  },
  requests: 10,
});

describe('costs of a request', () => {
  it('are the lowest processor time of the rounds, and the median of what is counted', () => {
    const costs = summarise([createRound(8, 3, 100), createRound(5, 7, 9_000), createRound(6, 4, 200)]);
    expect(costs).to.deep.equal({
      serviceUs: 500,
      serverUs: 300,
      processorUs: 1_000,
      roundTrips: 2,
      statements: 5,
      walBytes: 20,
      fsyncs: 0.1,
    });
  });

  it('include the fsyncs that connections report after the rounds', () => {
    expect(summarise([createRound(5, 5)], { fsyncs: 20, requests: 40 }).fsyncs).to.equal(0.6);
  });

  it('are unknown where processor time cannot be read', () => {
    expect(summarise([createRound(5, null)])).to.include({ serviceUs: 500, serverUs: null, processorUs: null });
    expect(lowest([])).to.equal(null);
    expect(lowest([null, 3, 2])).to.equal(2);
  });

  it('are compared with those of the baseline, unless it has none', () => {
    const baseline = { ...summarise([createRound(5, 5)]), roundTrips: 4, fsyncs: 0.001, serviceUs: null };
    const { ratios } = compareCosts(summarise([createRound(5, 10)]), baseline);
    expect(ratios).to.include({ processorUs: 1.5, roundTrips: 0.5, fsyncs: null, serviceUs: null });
  });

  it('are taken of both sides in turn, with what is prepared left out', async () => {
    const createSide = (cost: number): Side => {
      let [service, fsyncs] = [0, 0];
      return {
        meter: {
          read: () => Promise.resolve({ ...START, serviceMs: service }),
          readFsyncs: () => Promise.resolve(fsyncs),
        },
        prepare: () => Promise.resolve(void (service += 1_000)),
        run: (seconds) => {
          service += cost * seconds * 10;
          fsyncs += seconds * 5;
          return Promise.resolve({ perSecond: 10, requests: seconds * 10, p50: 1 });
        },
        isOpen: false,
      };
    };
    const { costs, speeds } = await takeMeteredTurns(2, 3, createSide(4), createSide(2));
    expect(speeds.measured.map(({ requests }) => requests)).to.deep.equal([30, 30]);
    expect(costs.measured.serviceUs).to.equal(4_000);
    expect(costs.ratios.serviceUs).to.equal(2);
  });

  it('are divided by whole requests of every connection', () => {
    expect(toWholeRounds(1_000, 64)).to.equal(1_024);
    expect(toWholeRounds(3, 64)).to.equal(128);
  });
});

describe('processor time in /proc', () => {
  it('is read behind the name of the program, which may contain anything', () => {
    const text =
      '4242 (postgres: a) b (c) S 41 4242 4242 0 -1 4194560 100 0 0 0 11 12 13 14 20 0 1 0 300 1000 200 18446744073709551615';
    expect(parseStat(text)).to.deep.equal({ parent: 41, endedChildrenMs: 270 });
  });

  it('is the first number of schedstat, in nanoseconds', () => {
    expect(parseSchedstat('1234567890 555 77\n')).to.equal(1_234.56789);
  });
});
