import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { unprepared } from '../api/access/requests.ts';
import { parseArguments } from './arguments.ts';
import { DECK } from './kind-names.ts';
import { dealKinds, kinds } from './kinds.ts';
import { mutations, type Change } from './mutations.mjs';
import { createRandom } from './world/random.ts';
import { itLong } from '../support/long.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Result {
  readonly seed: number;
  readonly commands: number;
  readonly digest: string;
  readonly kinds: Readonly<Record<string, number>>;
  readonly failed: object | null;
}

const FOLDER = 'dist/simulation-of-tests';

async function simulate(...given: readonly string[]): Promise<{ code: number | null; result: Result; output: string }> {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, ['scripts/simulate.mjs', ...given], {
    cwd: root,
    env: { PATH, HOME, TMPDIR, SIMULATION_FOLDER_OF_BUNDLE: FOLDER, SIMULATION_TRIES: '0' },
  });
  let [written, output] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (written += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, result: JSON.parse(written.trim().split('\n').at(-1) || 'null') as Result, output };
}

describe('The simulation', function () {
  this.timeout(300_000);

  it('has commands of every kind within a thousand', () => {
    const dealt = dealKinds(createRandom('any'));
    expect(dealt).to.have.length(DECK);
    expect(kinds.filter((kind) => !dealt.includes(kind))).to.deep.equal([]);
    expect(unprepared(kinds.map(({ route }) => route))).to.deep.equal([]);
    expect(kinds.map(({ name }) => name)).to.include.members(['POST entries/{id}/reverse', 'POST webhooks']);
  });

  it('refuses arguments that it does not understand', () => {
    expect(parseArguments(['--seed', '7', '--commands=20'])).to.deep.equal({
      ...{ seed: 7, commands: 20 },
      ...{ isVerbose: false, isTwice: false },
    });
    for (const wrong of [
      [],
      ['--seed'],
      ['--seed', 'x'],
      ['--seed', '1', '--commands', '0'],
      ['--seed', '1', '--more'],
    ])
      expect(parseArguments(wrong), wrong.join(' ')).to.be.a('string').and.not.include('\n');
  });

  it('knows ten faults of the source by a text that occurs once', () => {
    const occurrences = ({ file, from }: Change): number =>
      readFileSync(`${root}${file}`, 'utf8').split(from).length - 1;
    expect(mutations).to.have.length.of.at.least(10);
    const changes = mutations.flatMap((mutation) => [mutation, ...(mutation.also ? [mutation.also] : [])]);
    expect(changes.filter((change) => occurrences(change) !== 1)).to.deep.equal([]);
  });

  async function holds(commands: number, ...more: readonly string[]): Promise<void> {
    const { code, result, output } = await simulate('--seed', '1', '--commands', String(commands), ...more);
    expect(code, output).to.equal(0);
    expect(result.failed).to.equal(null);
    expect(result.commands).to.equal(commands);
    expect(Object.values(result.kinds).reduce((sum, count) => sum + count, 0)).to.equal(commands);
  }

  it('has a history in which all checks hold', () => holds(6));

  itLong('gives the same history for the same seed', () => holds(25, '--twice'));
});
