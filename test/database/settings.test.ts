import { expect } from 'chai';
import { computeSharedBuffers } from '../../database/embedded/settings.ts';

describe('What the embedded server keeps at hand', () => {
  const GIGABYTE = 1024 ** 3;

  it('is an eighth of the memory, but neither so little that it is slow nor more than a large file needs', () => {
    expect([0.25, 1, 2, 3.5, 4, 64].map((gigabytes) => computeSharedBuffers(gigabytes * GIGABYTE))).to.deep.equal([
      128, 128, 256, 448, 512, 512,
    ]);
  });
});
