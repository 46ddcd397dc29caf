import { expect } from 'chai';
import { createRememberedIds, REMEMBERED_EVENTS } from '../../../eventlog/eventstoredb/remembered-ids.ts';

const LAST = 2_999;

describe('ids remembered by the EventStoreDB engine', () => {
  it('covers a stream whose last events were read backwards', () => {
    const remembered = createRememberedIds();
    for (let revision = LAST; revision > LAST - REMEMBERED_EVENTS; revision -= 1) {
      expect(remembered.hasRecentUpTo('a', LAST)).to.equal(false);
      remembered.remember('a', revision, `id ${revision}`);
    }
    expect(remembered.hasRecentUpTo('a', LAST)).to.equal(true);
    expect(remembered.hasRecentUpTo('a', LAST + 1)).to.equal(false);
    expect(remembered.hasRecentUpTo('b', LAST)).to.equal(false);
    expect(remembered.findRevision('a', `id ${LAST - 7}`)).to.equal(LAST - 7);
    expect(remembered.findRevision('b', `id ${LAST - 7}`)).to.equal(undefined);
  });

  it('covers a short stream that was read from its beginning', () => {
    const remembered = createRememberedIds();
    remembered.remember('a', 0, 'first');
    remembered.remember('a', 1, 'second');
    expect(remembered.hasRecentUpTo('a', 1)).to.equal(true);
    expect(remembered.hasRecentUpTo('a', 0)).to.equal(true);
  });

  it('keeps the last events of a long stream and forgets the first', () => {
    const remembered = createRememberedIds();
    for (let revision = 0; revision <= LAST; revision += 1) remembered.remember('a', revision, `id ${revision}`);
    expect(remembered.hasRecentUpTo('a', LAST)).to.equal(true);
    expect(remembered.findRevision('a', `id ${LAST - REMEMBERED_EVENTS + 1}`)).to.equal(LAST - REMEMBERED_EVENTS + 1);
    expect(remembered.findRevision('a', 'id 0')).to.equal(undefined);
  });

  it('starts anew after a gap, and takes no notice of what lies further back', () => {
    const remembered = createRememberedIds();
    remembered.remember('a', 0, 'first');
    remembered.remember('a', 5, 'sixth');
    remembered.remember('a', 2, 'third');
    expect(remembered.hasRecentUpTo('a', 5)).to.equal(false);
    expect(remembered.findRevision('a', 'third')).to.equal(undefined);
    for (const revision of [4, 3, 2, 1, 0]) remembered.remember('a', revision, `id ${revision}`);
    expect(remembered.hasRecentUpTo('a', 5)).to.equal(true);
  });

  it('forgets the streams that were not used for longest', () => {
    const remembered = createRememberedIds();
    remembered.remember('kept', 0, 'kept');
    remembered.remember('forgotten', 0, 'forgotten');
    for (let other = 0; other < 249; other += 1) {
      remembered.findRevision('kept', 'kept');
      remembered.remember(`other ${other}`, 0, 'other');
    }
    expect(remembered.findRevision('kept', 'kept')).to.equal(0);
    expect(remembered.findRevision('forgotten', 'forgotten')).to.equal(undefined);
  });
});
