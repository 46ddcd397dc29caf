import { expect } from 'chai';
import {
  beginPromptWork,
  createBulkTurnKeeper,
  runInTurns,
  yieldToOthers,
  yieldToPromptWork,
  createTurnKeeper,
} from '../../support/yielding.ts';

/** Computes for so long. */
function busyFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** What has happened, in its order; every round of the loop notes itself. */
function rounds() {
  const seen: string[] = [];
  let timer = setImmediate(note);
  function note(): void {
    seen.push('round');
    timer = setImmediate(note);
  }
  return { seen, stop: () => clearImmediate(timer) };
}

describe('Long work in turns', () => {
  it('is done at once where it is short', async () => {
    const { seen, stop } = rounds();
    const result = await runInTurns(
      (function* () {
        for (let step = 0; step < 3; step += 1) yield;
        return 'done';
      })(),
    );
    stop();
    expect(result).to.equal('done');
    expect(seen).to.deep.equal([]);
  });

  it('lets others go first when its turn is over', async () => {
    const { seen, stop } = rounds();
    await runInTurns(
      (function* () {
        for (let step = 0; step < 4; step += 1) {
          seen.push('step');
          busyFor(12);
          yield;
        }
      })(),
    );
    stop();
    expect(seen.filter((what) => what === 'step')).to.have.length(4);
    for (const [index, what] of seen.entries())
      if (what === 'step' && index > 0) expect(seen[index - 1], seen.join()).to.equal('round');
  });

  it('runs one turn a round, however many take turns', async () => {
    const { seen, stop } = rounds();
    const work = async (): Promise<void> => {
      const turn = createTurnKeeper();
      await yieldToOthers();
      for (let step = 0; step < 4; step += 1) {
        seen.push('step');
        busyFor(12);
        await turn();
      }
    };
    await Promise.all([work(), work(), work()]);
    stop();
    expect(seen.filter((what) => what === 'step')).to.have.length(12);
    expect(seen.join()).not.to.contain('step,step');
  });

  it('passes on what goes wrong', async () => {
    const failing = (function* (): Generator<void, void> {
      yield;
      throw new Error('wrong');
    })();
    expect(await runInTurns(failing).catch((error: Error) => error.message)).to.equal('wrong');
  });
});

describe('Bulk work', () => {
  it('waits until nobody waits for an answer', async () => {
    const end = [beginPromptWork(), beginPromptWork()];
    const seen: string[] = [];
    const bulk = yieldToPromptWork().then(() => seen.push('bulk'));
    await new Promise(setImmediate);
    end[0]!();
    await Promise.resolve();
    seen.push('answered');
    end[1]!();
    await bulk;
    expect(seen).to.deep.equal(['answered', 'bulk']);
  });

  it('goes on after a while, however many wait', async () => {
    const end = beginPromptWork();
    await yieldToPromptWork();
    await yieldToPromptWork();
    end();
  });

  it('goes on at once where nobody waits, and only when its turn is over', async () => {
    const turn = createBulkTurnKeeper();
    expect(turn()).to.equal(undefined);
    busyFor(12);
    await turn();
    expect(turn()).to.equal(undefined);
  });
});
