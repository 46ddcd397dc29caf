import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { createWakeUpTimer, type WakeUpTimer } from '../../workers/wake-up-timer.ts';
import { waitUntil } from '../support/load.ts';

const DAY_MS = 24 * 3600 * 1000;

describe('The timer of scheduled jobs', () => {
  const ActualDate = Date;
  /** How far the clock is from the actual time. */
  let shift = 0;
  class MovedDate extends ActualDate {
    constructor(...given: [] | [number]) {
      super(given[0] ?? ActualDate.now() + shift);
    }
    static override now = (): number => ActualDate.now() + shift;
  }
  const lines: string[] = [];
  const note = (_facts: object, message: string): void => void lines.push(message);
  const logger = { debug: note, info: note, warn: note, error: note };
  let wakes = 0;
  let timer: WakeUpTimer | undefined;
  const start = (beatMs?: number): WakeUpTimer => (timer = createWakeUpTimer(() => void (wakes += 1), logger, beatMs));
  before(() => void (globalThis.Date = MovedDate as DateConstructor));
  after(() => void (globalThis.Date = ActualDate));
  beforeEach(() => {
    [shift, wakes, lines.length] = [0, 0, 0];
  });
  afterEach(() => timer?.stop());

  it('wakes once at the time that was last asked for', async () => {
    start().wakeIn(0);
    timer!.wakeIn(1);
    await waitUntil('the timer to wake', () => wakes > 0);
    await pause(1_100);
    expect(wakes).to.equal(1);
  });

  it('wakes once and logs nothing after the clock has stepped ahead by weeks', async () => {
    start().wakeIn(0);
    shift = 20 * DAY_MS;
    await waitUntil('the timer to wake', () => wakes > 0);
    await pause(10);
    expect([wakes, lines]).to.deep.equal([1, []]);
  });

  it('does not wait for a clock that has stepped back', async () => {
    start(50).wakeIn(0);
    shift = -20 * DAY_MS;
    await waitUntil('the timer to wake', () => wakes > 0);
  });
});
