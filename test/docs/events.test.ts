import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { routes } from '../../api/routes.ts';
import { Environment } from '../../configuration/environment.ts';
import { runToEnd } from '../support/processes.ts';

const root = new URL('../../', import.meta.url);

const PAGES = [
  'README.md',
  'docs/architecture.md',
  'docs/configuration.md',
  'docs/decisions/README.md',
  'docs/operations.md',
  'docs/performance.md',
  'docs/tutorial.md',
];

describe('the documentation', () => {
  it('lists the events as they are declared', async () => {
    const { code, stderr } = await runToEnd('docs:events', ['--check'], {});
    expect(code, stderr).to.equal(0);
  });

  it('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { scripts: Record<string, string> };
    for (const page of PAGES) {
      const named = [...readFileSync(new URL(page, root), 'utf8').matchAll(/npm run ([a-z:]+)/g)].map(([, name]) => name!);
      expect(Object.keys(scripts), page).to.include.members(named);
    }
  });

  it('names only variables that the configuration reads', () => {
    const table = readFileSync(new URL('docs/configuration.md', root), 'utf8');
    for (const [, name] of table.matchAll(/`([A-Z][A-Z_]+)`(?=[,|` ])/g)) {
      if (['HOST', 'PORT'].includes(name!)) continue;
      expect(Environment.shape).to.have.property(name!);
    }
  });

  it('describes every route with a summary of its own', () => {
    const summaries = routes.map(({ summary }) => summary);
    expect(new Set(summaries).size).to.equal(summaries.length);
  });
});
