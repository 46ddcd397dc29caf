import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openLogDestination } from '../../service/logging/destination.ts';
import { createLogger } from '../../service/logging/logger.ts';
import { waitUntil } from '../support/load.ts';

describe('Where log lines go', function () {
  this.timeout(20_000);
  let folder: string;
  const opened: number[] = [];
  const open = (file: string, flags: number): number => {
    const fd = openSync(file, flags, 0o600);
    opened.push(fd);
    return fd;
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'grandlivre-log-'));
  });
  afterEach(() => {
    opened.splice(0).forEach(closeSync);
    rmSync(folder, { recursive: true });
  });
  const flushed = (destination: ReturnType<typeof openLogDestination>): Promise<void> =>
    new Promise((resolve) => destination.flush(() => resolve()));

  it('gets every line whole and in order, those of warnings at once', async () => {
    const file = join(folder, 'log');
    const destination = openLogDestination(open(file, constants.O_CREAT | constants.O_WRONLY));
    const logger = createLogger('info', destination);
    for (let number = 0; number < 2_000; number += 1) logger.info({ number }, 'a line of ordinary length');
    await flushed(destination);
    logger.warn({ number: 2_000 }, 'look here');
    await waitUntil('the warning to be written', () => readFileSync(file, 'utf8').includes('look here'));
    const numbers = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { number: number }).number);
    expect(numbers).to.deep.equal(Array.from({ length: 2_001 }, (_, number) => number));
    expect(destination.dropped).to.equal(0);
  });

  it('may be full: lines are dropped and counted, and nobody is held up', async () => {
    const destination = openLogDestination(open('/dev/full', constants.O_WRONLY));
    const logger = createLogger('info', destination);
    for (let number = 0; number < 100; number += 1) logger.warn({ number }, 'no room for this');
    await waitUntil('the lines to be given up', () => destination.dropped === 100);
    await flushed(destination);
    expect(destination.isStuck).to.equal(false);
  });

  it('may be a pipe that nobody reads, or that nobody can read any more', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = open(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    const destination = openLogDestination(open(pipe, constants.O_WRONLY));
    const logger = createLogger('info', destination);
    const text = 'x'.repeat(1_000);
    for (let number = 0; number < 6_000; number += 1) logger.info({ number }, text);
    await waitUntil('what does not fit to be dropped', () => destination.dropped > 0);
    closeSync(reader);
    opened.splice(opened.indexOf(reader), 1);
    const before = destination.dropped;
    logger.warn({}, 'nobody is there');
    await waitUntil('the rest to be dropped', () => destination.dropped > before + 1_000);
  });

  it('lets a process end whose output nobody reads, be it a socket or a pipe', async () => {
    const script = `
      import { openLogDestination } from '${new URL('../../service/logging/destination.ts', import.meta.url).href}';
      const destination = openLogDestination(process.stdout.fd);
      for (let number = 0; number < 1000; number += 1) destination.write('x'.repeat(1000) + '\\n');
      destination.flush();
      setTimeout(() => destination.flush(() => process.exit(3)), 50);`;
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    open(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    for (const output of ['pipe', open(pipe, constants.O_WRONLY)] as const) {
      const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
        stdio: ['ignore', output, 'inherit'],
      });
      const code = await new Promise((resolve) => child.once('exit', resolve));
      child.stdout?.destroy();
      expect(code).to.equal(3);
    }
  });
});
