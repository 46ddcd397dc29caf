import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { ROOM_FOR_NEW_OBJECTS } from '../../support/heap.ts';
import { itLong } from '../support/long.ts';

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

/** Makes objects that outlive collections of new ones, then rests. Prints the room for new objects before and after. */
const RESTING_PROGRAM = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { returnRoomAtRest } from ${JSON.stringify(MODULE)};
  const measureRoom = () =>
    Math.round(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').physical_space_size / 2 ** 20);
  const recent = new Array(100_000);
  for (let index = 0; index < 1_000_000; index += 1) recent[index % recent.length] = new Array(20).fill(index);
  const busy = measureRoom();
  returnRoomAtRest(100);
  // V8 looks at some collections before it believes that the process rests.
  let looks = 0;
  const timer = setInterval(() => {
    const room = measureRoom();
    if (room >= 16 && (looks += 1) < 100) return;
    clearInterval(timer);
    console.log(busy, room);
  }, 100);
`;

async function runProgram(program: string, ...options: readonly string[]): Promise<number[]> {
  const args = [...options, '--import', 'tsx/esm', '--input-type=module', '--eval', program];
  const { stdout } = await run(process.execPath, args, { env: { PATH: process.env['PATH'] } });
  return stdout.split(' ').map(Number);
}

const readLargestHeap = async (...options: readonly string[]): Promise<number> =>
  (await runProgram(PROGRAM, ...options))[0]!;

describe('the growth of the heap', function () {
  this.timeout(60_000);

  it('is limited to a part of what is in use, however much memory the machine has', async () => {
    expect(await readLargestHeap()).to.be.lessThan(180);
  });

  itLong('is what the caller of Node.js has chosen', async () => {
    expect(await readLargestHeap('--heap_growing_percent=900')).to.be.greaterThan(240);
  });
});

describe('the room for new objects', function () {
  this.timeout(60_000);

  it('is larger than that of Node.js, and returned when the process rests', async () => {
    const [busy, atRest] = await runProgram(RESTING_PROGRAM, ROOM_FOR_NEW_OBJECTS);
    expect(busy).to.be.within(40, 64);
    expect(atRest).to.be.lessThan(16);
  });

  it('is the same in a container', () => {
    const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8');
    expect(dockerfile).to.include(`NODE_OPTIONS=${ROOM_FOR_NEW_OBJECTS} `);
  });
});
