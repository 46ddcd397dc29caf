import { expect } from 'chai';
import { createLaneCache, type CachedLane } from '../../commands/support/lane-cache.ts';

/** A lane of a size that the test changes. */
function createTestLane(bytes: number) {
  let settle = (): void => undefined;
  const lane = {
    isIdle: true,
    bytes,
    evictions: 0,
    waitUntilIdle: () => Promise.resolve(),
    leaveMemory: () => void (lane.evictions += 1),
    forgetState: () => undefined,
    grow(to: number) {
      lane.bytes = to;
      settle();
    },
    create(onSettled: () => void): CachedLane {
      settle = onSettled;
      return lane;
    },
  };
  return lane;
}

describe('the lanes in memory', () => {
  const fill = (maxBytes: number, sizes: readonly number[]) => {
    const cache = createLaneCache(maxBytes);
    const lanes = sizes.map(createTestLane);
    lanes.forEach((lane, index) => cache.getOrCreate(String(index), lane.create));
    return { cache, lanes, evicted: () => lanes.map(({ evictions }) => evictions) };
  };

  it('leave it in the order of their last use when their bytes exceed the budget', () => {
    const { cache, lanes, evicted } = fill(30, [10, 10, 10]);
    expect(cache.getOrCreate('0', () => expect.fail('it is in memory'))).to.equal(lanes[0]);
    cache.getOrCreate('3', createTestLane(5).create);
    expect(evicted()).to.deep.equal([0, 1, 0]);
    expect([cache.size, cache.bytes]).to.deep.equal([3, 25]);
  });

  it('are counted again when they have grown', () => {
    const { cache, lanes, evicted } = fill(30, [10, 10, 10]);
    lanes[2]!.grow(25);
    expect(evicted()).to.deep.equal([1, 1, 0]);
    expect(cache.bytes).to.equal(25);
    lanes[0]!.grow(1_000);
    expect(cache.bytes, 'one that has left').to.equal(25);
  });

  it('stay while they have work, and the one used last stays however large it is', () => {
    const { cache, lanes, evicted } = fill(30, [10, 10, 10]);
    lanes[0]!.isIdle = false;
    lanes[2]!.grow(100);
    expect(evicted()).to.deep.equal([0, 1, 0]);
    expect(cache.bytes).to.equal(110);
    lanes[0]!.isIdle = true;
    lanes[0]!.grow(10);
    expect(evicted()).to.deep.equal([1, 1, 0]);
    expect(cache.bytes).to.equal(100);
  });

  it('are not all looked at for each new one', () => {
    const { cache } = fill(100_000, []);
    let looks = 0;
    const counted = (onSettled: () => void): CachedLane => {
      const lane = createTestLane(10);
      lane.create(onSettled);
      return new Proxy(lane, {
        get(target, name) {
          looks += 1;
          return Reflect.get(target, name) as unknown;
        },
      });
    };
    for (let number = 0; number < 15_000; number += 1) cache.getOrCreate(String(number), counted);
    expect(cache.size).to.equal(10_000);
    expect(looks).to.be.lessThan(4 * 15_000);
  });
});
