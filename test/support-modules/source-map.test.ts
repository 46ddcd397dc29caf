import { SourceMap } from 'node:module';
import { expect } from 'chai';
import { build } from 'esbuild';
import { findOriginals } from '../../support/source-map.ts';

describe('A source map', () => {
  let map: ConstructorParameters<typeof SourceMap>[0];
  before(async () => {
    const { outputFiles } = await build({
      bundle: true,
      minifyWhitespace: true,
      write: false,
      outdir: 'unused',
      sourcemap: 'external',
      stdin: {
        contents: `export * from './domain/json.ts'; export * from './domain/steps.ts'; export * from './support/yielding.ts';`,
        resolveDir: process.cwd(),
      },
      format: 'cjs',
      platform: 'node',
    });
    const text = outputFiles.find(({ path }) => path.endsWith('stdin.js.map'))!.text;
    map = JSON.parse(text) as typeof map;
  });

  it('gives the same places as the reader of Node.js, all in one pass', () => {
    const known = new SourceMap(map);
    const places = Array.from({ length: 20 }, (_, line) =>
      Array.from({ length: 1_500 }, (_, column) => ({ line, column })),
    ).flat();
    const found = findOriginals(map.mappings, places);
    let compared = 0;
    for (const [index, place] of places.entries()) {
      const entry = known.findEntry(place.line, place.column);
      // The reader of Node.js also answers with the end of an earlier line.
      if (!('originalSource' in entry) || entry.generatedLine !== place.line) continue;
      compared += 1;
      const original = found[index];
      expect([map.sources[original!.source], original!.line, original!.column]).to.deep.equal([
        entry.originalSource,
        entry.originalLine,
        entry.originalColumn,
      ]);
    }
    expect(compared).to.be.above(500);
  });

  it('has nothing for a place before the first mapping of its line, or on another line', () => {
    expect(
      findOriginals(';EACA', [
        { line: 1, column: 1 },
        { line: 2, column: 0 },
      ]),
    ).to.deep.equal([null, null]);
    expect(findOriginals(';EACA', [{ line: 1, column: 2 }])).to.deep.equal([{ source: 0, line: 1, column: 0 }]);
  });
});
