import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

const root = new URL('../../', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, root), 'utf8');
const isThere = (name: string): boolean => existsSync(new URL(name, root));
const { version, scripts } = JSON.parse(read('package.json')) as {
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
};

/** Parts of npm itself. */
const BUILT_IN = ['ci'];
/** Appears at the first start. */
const MADE_LATER = ['./var'];

for (const page of ['AGENTS.md', 'SECURITY.md'])
  describe(page, () => {
    const text = read(page);
    const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);

    it('names npm scripts and programs that exist', () => {
      const commands = quoted.flatMap((code) => code.split(' && '));
      const called = commands.flatMap((code) => /^npm (?:run )?([\w:-]+)/.exec(code)?.[1] ?? []);
      expect(called).to.not.be.empty;
      expect(called.filter((name) => !(name in scripts) && !BUILT_IN.includes(name))).to.deep.equal([]);
      const programs = commands.flatMap((code) => /^node (\S+)/.exec(code)?.[1] ?? []);
      expect(programs.filter((name) => !isThere(name))).to.deep.equal([]);
    });

    it('names files, folders and pages that exist', () => {
      const words = quoted.flatMap((code) => code.split(' ')).filter((word) => /^[\w.-]+(\/[\w.-]*)+$|\.md$/.test(word));
      const links = [...text.matchAll(/\]\(([^)#]+)/g)].map(([, link]) => link!).filter((link) => !/^https?:/.test(link));
      expect(links).to.not.be.empty;
      const missing = [...words, ...links].filter((name) => !MADE_LATER.includes(name) && !isThere(name));
      expect(missing).to.deep.equal([]);
    });

    it('is short', () => expect(text.split('\n')).to.have.length.at.most(60));
  });

describe('SECURITY.md', () => {
  it('names the version that is supported', () => {
    expect(read('SECURITY.md')).to.contain(`| ${version.split('.').slice(0, 2).join('.')}.x (newest release)`);
  });
});
