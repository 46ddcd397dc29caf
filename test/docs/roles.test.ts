import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { routes } from '../../api/routes.ts';
import { runToEnd } from '../support/processes.ts';

const root = new URL('../../', import.meta.url);

describe('the page of roles', () => {
  it('says what the route table says', async () => {
    const { code, stderr } = await runToEnd('docs:roles', ['--check'], {});
    expect(code, stderr).to.equal(0);
  });

  it('has every route', () => {
    const page = readFileSync(new URL('docs/roles.md', root), 'utf8');
    for (const { method, path } of routes) expect(page).to.contain(`\`${method.toUpperCase()} ${path}\``);
  });

  it('lets no reviewer change anything in a company file', () => {
    const writable = routes.filter(
      ({ method, path, role, ability }) =>
        method !== 'get' && path.includes('{company}') && ability === 'write' && (role === 'any' || role === 'reviewer'),
    );
    // Tells which rule would take a document, and changes nothing.
    expect(writable.map(({ path }) => path)).to.deep.equal(['/v1/companies/{company}/journal-rules/test']);
  });
});
