import { expect } from 'chai';
import fc from 'fast-check';
import { stringifyInChunks } from '../../stores/support/json-in-pieces.ts';

describe('JSON in pieces', () => {
  it('is what JSON.stringify gives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        expect(await stringifyInChunks(value)).to.equal(JSON.stringify(value));
      }),
    );
    const long = {
      list: Array.from({ length: 1_234 }, (_, index) => [index, { name: 'x' }]),
      none: undefined,
      empty: [],
    };
    expect(await stringifyInChunks(long)).to.equal(JSON.stringify(long));
  });

  it('lets others have their turn', async () => {
    let turns = 0;
    const count = (): void => void ((turns += 1), (timer = setImmediate(count)));
    let timer = setImmediate(count);
    await stringifyInChunks(Array.from({ length: 5_000 }, (_, index) => index));
    clearImmediate(timer);
    expect(turns).to.be.above(5);
  });
});
