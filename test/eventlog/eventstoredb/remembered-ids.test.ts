import { expect } from 'chai';
import { createRememberedIds, REMEMBERED_EVENTS } from '../../../eventlog/eventstoredb/remembered-ids.ts';

const LAST = 2_999;

describe('ids remembered by the EventStoreDB engine', () => {
  it('covers a stream whose last events were read backwards', () => {
    const remembered = createRememberedIds();
    for (let revision = LAST; revision > LAST - REMEMBERED_EVENTS; revision -= 1) {
      expect(remembered.covers('a', LAST)).to.equal(false);
      remembered.note('a', revision, `id ${revision}`);
    }
    expect(remembered.covers('a', LAST)).to.equal(true);
    expect(remembered.covers('a', LAST + 1)).to.equal(false);
    expect(remembered.covers('b', LAST)).to.equal(false);
    expect(remembered.find('a', `id ${LAST - 7}`)).to.equal(LAST - 7);
    expect(remembered.find('b', `id ${LAST - 7}`)).to.equal(undefined);
  });

  it('covers a short stream that was read from its beginning', () => {
    const remembered = createRememberedIds();
    remembered.note('a', 0, 'first');
    remembered.note('a', 1, 'second');
    expect(remembered.covers('a', 1)).to.equal(true);
    expect(remembered.covers('a', 0)).to.equal(true);
  });

  it('keeps the last events of a long stream and forgets the first', () => {
    const remembered = createRememberedIds();
    for (let revision = 0; revision <= LAST; revision += 1) remembered.note('a', revision, `id ${revision}`);
    expect(remembered.covers('a', LAST)).to.equal(true);
    expect(remembered.find('a', `id ${LAST - REMEMBERED_EVENTS + 1}`)).to.equal(LAST - REMEMBERED_EVENTS + 1);
    expect(remembered.find('a', 'id 0')).to.equal(undefined);
  });

  it('starts anew after a gap, and takes no notice of what lies further back', () => {
    const remembered = createRememberedIds();
    remembered.note('a', 0, 'first');
    remembered.note('a', 5, 'sixth');
    remembered.note('a', 2, 'third');
    expect(remembered.covers('a', 5)).to.equal(false);
    expect(remembered.find('a', 'third')).to.equal(undefined);
    for (const revision of [4, 3, 2, 1, 0]) remembered.note('a', revision, `id ${revision}`);
    expect(remembered.covers('a', 5)).to.equal(true);
  });

  it('forgets the streams that were not used for longest', () => {
    const remembered = createRememberedIds();
    remembered.note('kept', 0, 'kept');
    remembered.note('forgotten', 0, 'forgotten');
    for (let other = 0; other < 249; other += 1) {
      remembered.find('kept', 'kept');
      remembered.note(`other ${other}`, 0, 'other');
    }
    expect(remembered.find('kept', 'kept')).to.equal(0);
    expect(remembered.find('forgotten', 'forgotten')).to.equal(undefined);
  });
});
