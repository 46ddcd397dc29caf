import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { createHashedText } from '../../../api/exports/hashed-text.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

async function* parts(texts: readonly string[], failure?: Error): AsyncGenerator<string> {
  for (const text of texts) yield await Promise.resolve(text);
  if (failure) throw failure;
}

describe('A long text that is hashed on its way', () => {
  const read = async (text: ReturnType<typeof createHashedText>, characters: number): Promise<string> => {
    let all = '';
    for await (const part of text.streamFrom(await text.readAhead(characters))) all += part;
    return all;
  };

  it('is whole where it is short, and its fingerprint is that of what it says', async () => {
    const text = createHashedText('made today: ', 'made: ', parts(['a', 'b']));
    expect(await text.readAhead(1_000)).to.equal('made today: ab');
    expect([text.isWhole(), text.getFingerprint()]).to.deep.equal([true, sha256('made: ab')]);
  });

  it('passes on what lies behind its beginning, and then knows its fingerprint', async () => {
    for (const characters of [0, 1, 3, 4]) {
      const text = createHashedText('>', '>', parts(['ab', 'cd', 'ef']));
      await text.readAhead(0);
      expect(() => text.getFingerprint()).to.throw('not read to its end');
      expect(await read(text, characters)).to.equal('>abcdef');
      expect(text.getFingerprint()).to.equal(sha256('>abcdef'));
    }
  });

  it('breaks where its source breaks, without a fingerprint', async () => {
    const text = createHashedText('>', '>', parts(['ab', 'cd'], new Error('The lines are gone')));
    expect(await read(text, 1).catch((error: Error) => error.message)).to.equal('The lines are gone');
    expect(() => text.getFingerprint()).to.throw('not read to its end');
  });
});
