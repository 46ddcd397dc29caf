import { expect } from 'chai';
import { joinAnalysis, shareAnalysis } from '../../../commands/document-imports/shared-analysis.ts';

describe('An analysis that requests wait for', () => {
  function startAnalysis() {
    const owner = {};
    let finish: (isRecorded: boolean) => void = () => undefined;
    let isStopped = false;
    const first = new AbortController();
    const result = shareAnalysis(owner, 7, first.signal, (stopping) => {
      stopping.addEventListener('abort', () => {
        isStopped = true;
        finish(false);
      });
      return new Promise<boolean>((resolve) => (finish = resolve));
    });
    return { owner, first, result, finish: (isRecorded: boolean) => finish(isRecorded), isStopped: () => isStopped };
  }

  it('ends when its only caller has left', async () => {
    const { first, result, isStopped } = startAnalysis();
    first.abort();
    expect([await result, isStopped()]).to.deep.equal([false, true]);
  });

  it('goes on while another caller needs it', async () => {
    const { owner, first, result, finish, isStopped } = startAnalysis();
    const second = new AbortController();
    const joined = joinAnalysis(owner, 7, second.signal);
    first.abort();
    expect(isStopped()).to.equal(false);
    finish(true);
    expect([await joined, await result]).to.deep.equal([true, true]);
    expect(await joinAnalysis(owner, 7, second.signal), 'nothing is left to join').to.equal(false);
  });

  it('ends when all callers have left', async () => {
    const { owner, first, result, isStopped } = startAnalysis();
    const second = new AbortController();
    const joined = joinAnalysis(owner, 7, second.signal);
    first.abort();
    second.abort();
    expect([await result, await joined, isStopped()]).to.deep.equal([false, true, true]);
  });
});
