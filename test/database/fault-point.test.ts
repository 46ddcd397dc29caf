import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const subject = fileURLToPath(new URL('../../database/fault-point.ts', import.meta.url));
/** Comes to the point once for each position, in their order, as soon as the point is named. */
const program = (positions: readonly number[]): string => `
  import { passFaultPoint } from ${JSON.stringify(subject)};
  process.on('message', () => {
    for (const position of ${JSON.stringify(positions)}) {
      process.stdout.write(position + ' ');
      passFaultPoint('after-projection', position);
    }
    process.removeAllListeners('message'); // nothing more to wait for
  });`;

async function passed(point: string, positions: readonly number[]): Promise<[string, string | number]> {
  const child = spawn(process.execPath, ['--import', 'tsx/esm', '--input-type=module', '--eval', program(positions)], {
    env: { ...process.env, FAULT_POINT: 'by-message' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let output = '';
  child.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.send(point);
  const [exit, signal] = (await once(child, 'close')) as [number | null, string | null];
  return [output.trim(), signal ?? exit ?? 0];
}

describe('a fault point', () => {
  it('behind a position kills at the first that lies behind it, and not at what was on its way before', async () => {
    expect(await passed('after-projection@17', [16, 17, 18, 19])).to.deep.equal(['16 17 18', 'SIGKILL']);
  });
  it('is counted from there', async () => {
    expect(await passed('after-projection@17:2', [17, 18, 19, 20])).to.deep.equal(['17 18 19', 'SIGKILL']);
  });
  it('elsewhere kills nobody', async () => {
    expect(await passed('before-append', [16, 17])).to.deep.equal(['16 17', 0]);
  });
});
