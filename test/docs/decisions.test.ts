import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

const folder = new URL('../../docs/decisions/', import.meta.url);
const records = readdirSync(folder).filter((name) => name !== 'README.md');
const index = readFileSync(new URL('README.md', folder), 'utf8');

describe('Decision records', () => {
  it('are numbered one after another', () => {
    const numbers = records.map((name) => Number(/^(\d{4})-[a-z0-9-]+\.md$/.exec(name)?.[1])).sort((a, b) => a - b);
    expect(numbers).to.deep.equal(numbers.map((_, position) => position + 1));
  });

  it('have a title, a status, a context, a decision and consequences', () => {
    for (const name of records) {
      const text = readFileSync(new URL(name, folder), 'utf8');
      expect(text, name).to.match(
        /^# \d{4}\. .+\n\nStatus: (?:accepted|superseded by \d{4})\n\n## Context\n\n[^#]+\n## Decision\n\n[^#]+\n## Consequences\n\n[^#]+$/,
      );
      expect(text, name).to.contain(`# ${name.slice(0, 4)}. `);
    }
  });

  it('are all in the index, under their titles', () => {
    const listed = [...index.matchAll(/^- \[(\d{4})\]\(([^)]+)\) (.+)$/gm)];
    expect(listed.map(([, , name]) => name).sort()).to.deep.equal([...records].sort());
    for (const [, number, name, title] of listed)
      expect(readFileSync(new URL(name!, folder), 'utf8'), name).to.match(/^# /).and.contain(`# ${number}. ${title}\n`);
  });
});
