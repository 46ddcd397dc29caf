import { getEventListeners } from 'node:events';
import { expect } from 'chai';
import { pause } from '../../workers/pause.ts';

describe('A pause', () => {
  it('leaves no listener behind, however often it is made', async () => {
    const { signal } = new AbortController();
    for (let turn = 0; turn < 20; turn += 1) await pause(0, signal);
    expect(getEventListeners(signal, 'abort')).to.have.length(0);
  });

  it('ends when it is told to, and does not begin afterwards', async () => {
    const stopping = new AbortController();
    const paused = pause(60_000, stopping.signal);
    stopping.abort();
    await paused;
    await pause(60_000, stopping.signal);
  });
});
