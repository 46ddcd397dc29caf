import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { itLong } from '../support/long.ts';
import { runToEnd } from '../support/processes.ts';

async function runBench(...args: string[]): Promise<{ code: number | null; output: string; errors: string }> {
  const { code, stdout: output, stderr: errors } = await runToEnd('bench', args, {});
  return { code, output, errors };
}

async function foldersLeft(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('grandlivre-bench-'));
}

describe('the benchmark', function () {
  this.timeout(60_000);

  itLong('measures the event log against single-row commits and leaves nothing behind', async () => {
    const before = await foldersLeft();
    const { code, output, errors } = await runBench('--quick', '--only', 'engine');
    expect(code, errors).to.equal(0);
    const line = output.split('\n').find((text) => text.startsWith('event log alone'));
    expect(line).to.match(
      / [1-9][\d ]* \/s {2,}[1-9][\d ]* \/s +\d+\.\d\d +\d+\.\d\d–\d+\.\d\d +≥ 0\.80 × +(ok|short)$/,
    );
    expect((await foldersLeft()).filter((name) => !before.includes(name))).to.deep.equal([]);
  });

  it('names the measurements when asked for one that is not there', async () => {
    const { code, errors } = await runBench('--only', 'everything');
    expect(code).to.equal(1);
    expect(errors)
      .to.contain('There is no measurement "everything"')
      .and.to.contain('posting,reading,access,answers,records,opening,')
      .and.to.contain('ledger');
  });

  it('writes down only the results of a full run', async () => {
    const { code, errors } = await runBench('--quick', '--write');
    expect(code).to.equal(1);
    expect(errors).to.contain('Only the results of a full run are written down');
  });
});
