import { expect } from 'chai';
import { findLastSlot, findNextSlot, parseSchedule } from '../../workers/slots.ts';

const NIGHTLY = parseSchedule('0 37 2 * * *');
const HOURLY = parseSchedule('0 27 * * * *');
const OFTEN = parseSchedule('*/10 * * * * *');

describe('Slots of a schedule', () => {
  const zone = process.env['TZ'];
  const setZone = (name: string | undefined): void => {
    if (name === undefined) delete process.env['TZ'];
    else process.env['TZ'] = name;
  };
  before(() => setZone('Europe/Brussels'));
  after(() => setZone(zone));

  const slots = (times: typeof NIGHTLY, moment: string): string[] =>
    [findLastSlot(times, new Date(moment)), findNextSlot(times, new Date(moment))].map((slot) =>
      slot.toISOString().slice(0, 19),
    );

  it('are found before and after a moment', () => {
    expect(slots(NIGHTLY, '2026-01-15T00:00:00Z')).to.deep.equal(['2026-01-14T01:37:00', '2026-01-15T01:37:00']);
    expect(slots(NIGHTLY, '2026-01-15T01:37:00Z')).to.deep.equal(['2026-01-15T01:37:00', '2026-01-16T01:37:00']);
    expect(slots(NIGHTLY, '2026-01-15T22:59:59Z')).to.deep.equal(['2026-01-15T01:37:00', '2026-01-16T01:37:00']);
    expect(slots(HOURLY, '2026-01-15T09:26:59.999Z')).to.deep.equal(['2026-01-15T08:27:00', '2026-01-15T09:27:00']);
    expect(slots(HOURLY, '2026-01-15T09:27:00Z')).to.deep.equal(['2026-01-15T09:27:00', '2026-01-15T10:27:00']);
    expect(slots(OFTEN, '2026-01-15T09:59:59.500Z')).to.deep.equal(['2026-01-15T09:59:50', '2026-01-15T10:00:00']);
    expect(slots(OFTEN, '2025-12-31T23:00:00.000Z')).to.deep.equal(['2025-12-31T23:00:00', '2025-12-31T23:00:10']);
  });

  it('are left out by no night of summer time, and none comes twice in winter', () => {
    // At 02:00 clocks go to 03:00: the job of 02:37 runs at 03:37.
    expect(slots(NIGHTLY, '2026-03-29T03:00:00Z')).to.deep.equal(['2026-03-29T01:37:00', '2026-03-30T00:37:00']);
    // At 03:00 clocks go back to 02:00: 02:37 is first at 00:37 and then at 01:37 of universal time.
    expect(slots(NIGHTLY, '2026-10-25T03:00:00Z')).to.deep.equal(['2026-10-25T00:37:00', '2026-10-26T01:37:00']);
    expect(slots(OFTEN, '2026-10-25T01:20:05Z')).to.deep.equal(['2026-10-25T01:20:00', '2026-10-25T01:20:10']);
    expect(slots(HOURLY, '2026-10-25T01:30:00Z')).to.deep.equal(['2026-10-25T01:27:00', '2026-10-25T02:27:00']);
    expect(slots(HOURLY, '2026-03-29T01:10:00Z')).to.deep.equal(['2026-03-29T00:27:00', '2026-03-29T01:27:00']);
  });

  it('are of every day', () => {
    expect(() => parseSchedule('0 0 4 * * 1')).to.throw('leaves out days');
  });
});
