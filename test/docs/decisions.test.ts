import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

const folders = ['../../docs/decisions/', '../../docs/decisions/archive/'].map((path) => new URL(path, import.meta.url));
const listRecords = (folder: URL): readonly string[] => readdirSync(folder).filter((name) => /^\d/.test(name));

describe('Decision records', () => {
  it('are numbered one after another', () => {
    const numbers = folders
      .flatMap(listRecords)
      .map((name) => Number(/^(\d{4})-[a-z0-9-]+\.md$/.exec(name)?.[1]))
      .sort((a, b) => a - b);
    expect(numbers).to.deep.equal(numbers.map((_, position) => position + 1));
  });

  for (const folder of folders) {
    const place = folder.pathname.split('/').at(-2)!;
    const records = listRecords(folder);
    const index = readFileSync(new URL('README.md', folder), 'utf8');

    it(`have a title, a status, a context, a decision and consequences, in ${place}`, () => {
      for (const name of records) {
        const text = readFileSync(new URL(name, folder), 'utf8');
        expect(text, name).to.match(
          /^# \d{4}\. .+\n\nStatus: (?:accepted|superseded by \d{4})\n\n## Context\n\n[^#]+\n## Decision\n\n[^#]+\n## Consequences\n\n[^#]+$/,
        );
        expect(text, name).to.contain(`# ${name.slice(0, 4)}. `);
      }
    });

    it(`are all in the index, under their titles, in ${place}`, () => {
      const listed = [...index.replaceAll('\n  ', ' ').matchAll(/^- \[(\d{4})\]\(([^)]+)\) (.+)$/gm)];
      expect(listed.map(([, , name]) => name).sort()).to.deep.equal([...records].sort());
      for (const [, number, name, title] of listed)
        expect(readFileSync(new URL(name!, folder), 'utf8'), name)
          .to.match(/^# /)
          .and.contain(`# ${number}. ${title}\n`);
    });
  }
});
