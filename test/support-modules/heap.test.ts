import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const run = promisify(execFile);
const MODULE = fileURLToPath(new URL('../../support/heap.ts', import.meta.url));

/** Keeps 40 MB, and makes garbage that lives long enough to leave the young generation. Prints the largest heap. */
const PROGRAM = `
  import { getHeapStatistics } from 'node:v8';
  import { limitHeapGrowth } from ${JSON.stringify(MODULE)};
  const kept = Array.from({ length: 40_000 }, (_, index) => new Array(120).fill(index));
  limitHeapGrowth();
  const recent = new Array(20_000);
  let largest = 0;
  for (let index = 0; index < 1_200_000; index += 1) {
    recent[index % recent.length] = new Array(60).fill(index);
    if (index % 10_000 === 0) largest = Math.max(largest, getHeapStatistics().total_heap_size);
  }
  console.log(Math.round(largest / 2 ** 20), kept.length);
`;

async function readLargestHeap(...options: readonly string[]): Promise<number> {
  const program = ['--import', 'tsx/esm', '--input-type=module', '--eval', PROGRAM];
  const { stdout } = await run(process.execPath, [...options, ...program], { env: { PATH: process.env['PATH'] } });
  return Number.parseInt(stdout, 10);
}

describe('the growth of the heap', function () {
  this.timeout(60_000);

  it('is limited to a part of what is in use, however much memory the machine has', async () => {
    expect(await readLargestHeap()).to.be.lessThan(180);
  });

  it('is what the caller of Node.js has chosen', async () => {
    expect(await readLargestHeap('--heap_growing_percent=900')).to.be.greaterThan(240);
  });
});
