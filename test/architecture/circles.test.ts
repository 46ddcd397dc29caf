import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

/** Files that import one another in a circle cannot be understood, tested or moved one at a time. Types count too. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = [
  'domain',
  'database',
  'eventlog',
  'outside',
  'commands',
  'projections',
  'api',
  'workers',
  'cli',
  'bench',
];
const IMPORT = /(?:^|\n)\s*(?:import|export)\b[^;'"]*?from\s+'(\.{1,2}\/[^']+)'|import\('(\.{1,2}\/[^']+)'\)/g;

function sources(): string[] {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const atTop = readdirSync(root).filter((name) => name.endsWith('.ts'));
  return [...inFolders, ...atTop.map((name) => join(root, name))];
}

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, from, dynamic]) => join(dirname(file), (from ?? dynamic)!));

/** Groups of files in which each can be reached from each (Tarjan); those of one file alone are no circles. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): void => {
    index.set(file, index.size);
    lowest.set(file, index.get(file)!);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(next)!));
    }
    if (lowest.get(file) !== index.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) found.push(circle);
  };
  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return found;
}

describe('the imports of the source files', () => {
  it('finds a circle when there is one', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', []],
    ]);
    expect(circles(graph).map((circle) => circle.sort())).to.deep.equal([['a', 'b', 'c']]);
  });

  it('form no circle', () => {
    const files = sources();
    expect(files.length).to.be.greaterThan(300);
    const graph = new Map(files.map((file) => [file, importsOf(file)]));
    const shown = circles(graph).map((circle) => circle.map((file) => relative(root, file)).sort());
    expect(shown).to.deep.equal([]);
  });
});
