import { expect } from 'chai';
import { UnknownOption } from '../../bench/options.ts';
import { writeBooks } from '../../bench/scale/books.ts';
import { listTargets } from '../../bench/scale/measure.ts';
import { readSizes } from '../../bench/scale/sizes.ts';
import { bench } from '../../cli/commands/bench.ts';
import { MEASUREMENTS } from '../../bench/main.ts';
import { useService } from '../support/service.ts';

const NOTHING = {
  files: undefined,
  'files-per-firm': undefined,
  lines: undefined,
  clients: undefined,
  seconds: undefined,
  processes: undefined,
  'cache-mb': undefined,
  json: false,
};

describe('the benchmark of a large installation', () => {
  const service = useService();

  it('has 5,000 files, 10 million lines and 20 clients per firm unless it is told otherwise', () => {
    expect(readSizes(NOTHING)).to.include({ files: 5_000, lines: 10_000_000, clients: 20 });
    expect(readSizes({ ...NOTHING, files: '30', lines: '0' })).to.include({ files: 30, lines: 0 });
    for (const wrong of ['0', '-1', '1.5', 'many', ''])
      expect(() => readSizes({ ...NOTHING, files: wrong }), wrong).to.throw(UnknownOption, '--files');
  });

  it('writes books that the service can read', async () => {
    const { core } = service;
    const sizes = { ...readSizes(NOTHING), files: 3, filesPerFirm: 2, lines: 24, clients: 2 };
    const firms = await writeBooks(core, sizes, () => undefined);
    await core.commands.waitForProjections();
    expect(firms.map(({ files, tokens }) => [files.length, tokens.length])).to.deep.equal([
      [2, 2],
      [1, 2],
    ]);
    const { rows } = await core.pool.query<{ stream: string; companies: string | null }>(
      `SELECT DISTINCT ON (stream) stream, data->>'companies' AS companies FROM log.events WHERE type = 'LicenceActivated'`,
    );
    expect(rows.map(({ companies }) => companies)).to.deep.equal([null, null]); // the free plan ends at 50 files
    for (const { public_token, token } of listTargets(firms)) {
      const response = await fetch(`${service.url}/v1/companies/${public_token}/entries`, {
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      });
      expect(((await response.json()) as { data: unknown[] }).data).to.have.length(2);
    }
  });

  it('is found in the help of the others, which lists every part', () => {
    expect(Object.keys(MEASUREMENTS).filter((name) => !bench.notes!.join().includes(name))).to.deep.equal([]);
  });
});
