import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { build } from 'esbuild';
import { createTraceFormatter } from '../../support/source-places.ts';

describe('The trace of an error', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'grandlivre-places-'));
    await writeFile(
      join(folder, 'source.ts'),
      'interface Unused {\n  readonly a: string;\n}\n\nexport const fails = 1;\n',
    );
    const [entryPoints, outfile] = [[join(folder, 'source.ts')], join(folder, 'bundle.js')];
    await build({ entryPoints, outfile, sourcemap: true, minifyWhitespace: true, format: 'esm' });
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const format = createTraceFormatter();
  const at = (file: string, place: string) => `fail (${pathToFileURL(join(folder, file)).href}:${place})`;

  it('shows the places of the bundle in the sources', () => {
    expect(format(new TypeError('wrong'), [at('bundle.js', '1:1'), 'node:internal/timers:1:1'])).to.equal(
      `TypeError: wrong\n    at fail (${join(folder, 'source.ts')}:5:8)\n    at node:internal/timers:1:1`,
    );
  });

  it('shows the place of the bundle where there is no map, whatever was thrown', () => {
    const unknown = at('other.js', '3:7');
    expect(format(new Error(''), [unknown])).to.equal(`Error\n    at ${unknown}`);
    expect(format(null, [unknown])).to.equal(`Error\n    at ${unknown}`);
  });
});
