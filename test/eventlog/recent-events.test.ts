import { expect } from 'chai';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { createRecentEvents } from '../../eventlog/postgres/recent-events.ts';

const event = (position: number): RecordedEvent => ({
  id: String(position),
  type: 'EntryPosted',
  version: 1,
  stream: 'company-1',
  revision: position,
  position,
  data: {},
  metadata: {},
});
const MEGABYTE = 1024 * 1024;

describe('recent events', () => {
  const listPositions = (events: readonly RecordedEvent[]): number[] => events.map(({ position }) => position);
  const createFollowed = () => {
    const recent = createRecentEvents();
    recent.onAdded(() => undefined);
    return recent;
  };

  it('are kept for a follower while several files are opened', () => {
    const recent = createFollowed();
    for (let position = 1; position <= 8; position += 1) recent.add([event(position)], MEGABYTE / 2);
    expect(listPositions(recent.listAfter(0, 100))).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('leave in their order when they take too much memory, but for the last addition', () => {
    const recent = createFollowed();
    recent.add([event(1)], MEGABYTE);
    recent.add([event(2)], 4 * MEGABYTE);
    recent.add([event(3), event(4)], 4 * MEGABYTE);
    expect(listPositions(recent.listAfter(0, 100))).to.deep.equal([]);
    expect(recent.hasGapAfter(1)).to.equal(true);
    expect(listPositions(recent.listAfter(2, 100))).to.deep.equal([3, 4]);
    recent.add([event(5)], 40 * MEGABYTE);
    expect(listPositions(recent.listAfter(4, 100))).to.deep.equal([5]);
    recent.add([event(6)], 10);
    expect(listPositions(recent.listAfter(5, 100))).to.deep.equal([6]);
    expect(recent.hasGapAfter(4)).to.equal(true);
  });

  it('are some thousand at the most', () => {
    const recent = createFollowed();
    for (let position = 1; position <= 10_000; position += 1) recent.add([event(position)], 100);
    const kept = listPositions(recent.listAfter(9_000, 10_000));
    expect(kept).to.deep.equal(Array.from({ length: 1_000 }, (_, index) => 9_001 + index));
    expect(recent.hasGapAfter(5_000)).to.equal(true);
  });

  it('begin again behind events of another process', () => {
    const recent = createFollowed();
    recent.add([event(1)], 10);
    recent.add([event(3)], 10);
    expect(listPositions(recent.listAfter(0, 10))).to.deep.equal([]);
    expect(recent.hasGapAfter(1)).to.equal(true);
    expect(listPositions(recent.listAfter(2, 10))).to.deep.equal([3]);
  });
});
