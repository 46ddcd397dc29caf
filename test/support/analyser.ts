import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAnalyser, type Analyser } from '../../outside/analysis/index.ts';

/** One process that reads documents, and a folder for its files, for the tests of a suite. */
export function useAnalyser(): { readonly analyser: Analyser; file(content: Uint8Array): Promise<string> } {
  let folder: string;
  let analyser: Analyser;
  let files = 0;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'analysis-'));
    analyser = openAnalyser({ workers: 1 });
  });
  after(async () => {
    await analyser.close();
    await rm(folder, { recursive: true, force: true });
  });

  return {
    get analyser() {
      return analyser;
    },
    async file(content) {
      const path = join(folder, String((files += 1)));
      await writeFile(path, content);
      return path;
    },
  };
}
