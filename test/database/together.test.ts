import { expect } from 'chai';
import { batchCalls } from '../../database/combine-calls.ts';

/** A run that ends when the test says so. */
function gated() {
  const batches: { readonly items: readonly number[]; readonly finish: (error?: Error) => void }[] = [];
  const run = (items: readonly number[]): Promise<number[]> =>
    new Promise((resolve, reject) => {
      batches.push({ items, finish: (error) => (error ? reject(error) : resolve(items.map((item) => item * 10))) });
    });
  return { batches, run };
}

const settled = (promises: readonly Promise<unknown>[]) => Promise.allSettled(promises);

describe('together', () => {
  it('starts the first call at once and gathers those that come meanwhile into one', async () => {
    const { batches, run } = gated();
    const call = batchCalls(run);
    const results = [1, 2, 3].map((item) => call(item));
    expect(batches.map(({ items }) => items)).to.deep.equal([[1]]);
    batches[0]!.finish();
    expect(await results[0]).to.equal(10);
    expect(batches.map(({ items }) => items)).to.deep.equal([[1], [2, 3]]);
    batches[1]!.finish();
    expect(await Promise.all(results)).to.deep.equal([10, 20, 30]);
  });

  it('waits for the calls of the same turn if it is patient', async () => {
    const { batches, run } = gated();
    const call = batchCalls(run, { isPatient: true });
    const results = [1, 2].map((item) => call(item));
    await Promise.resolve();
    results.push(call(3));
    await new Promise((resolve) => setImmediate(resolve));
    expect(batches.map(({ items }) => items)).to.deep.equal([[1, 2, 3]]);
    batches[0]!.finish();
    expect(await Promise.all(results)).to.deep.equal([10, 20, 30]);
  });

  it('takes no more than it may at a time', async () => {
    const sizes: number[] = [];
    const call = batchCalls((items: readonly number[]) => (sizes.push(items.length), Promise.resolve(items)), {
      most: 4,
    });
    await Promise.all(Array.from({ length: 10 }, (_, item) => call(item)));
    expect(sizes).to.deep.equal([1, 4, 4, 1]);
  });

  it('fails those that were in a call that failed, and goes on', async () => {
    const { batches, run } = gated();
    const call = batchCalls(run);
    const results = [1, 2, 3].map((item) => call(item));
    batches[0]!.finish();
    await results[0];
    batches[1]!.finish(new Error('away'));
    expect((await settled(results)).map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'rejected']);
    const next = call(4);
    batches[2]!.finish();
    expect(await next).to.equal(40);
  });

  it('survives a run that throws instead of rejecting', async () => {
    const call = batchCalls<number, number>(() => {
      throw new Error('at once');
    });
    expect((await settled([call(1), call(2)])).map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
  });
});
