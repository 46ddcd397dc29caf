import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { formatMarkdown, listMarkdownFiles } from '../../scripts/format-markdown.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');

describe('Markdown', () => {
  it('has lines of at most 120 characters', () => {
    const files = listMarkdownFiles(root);
    expect(files).to.include.members(['README.md', 'CHANGELOG.md', 'docs/architecture.md']);
    const long = files.filter((name) => {
      const text = readFileSync(join(root, name), 'utf8');
      return formatMarkdown(text) !== text;
    });
    expect(long, 'run node scripts/format-markdown.mjs').to.deep.equal([]);
  });

  it('is wrapped in paragraphs, lists and quotes', () => {
    for (const [before, first, next] of [
      ['', '', ''],
      ['- ', '- ', '  '],
      ['   12. ', '   12. ', '       '],
      ['> ', '> ', '> '],
      ['> - ', '> - ', '>   '],
    ] as const) {
      const lines = formatMarkdown(`${before}${words(40)}`).split('\n');
      expect(lines, before).to.have.lengthOf(2);
      expect(lines[0]).to.match(new RegExp(`^${first}word`)).and.have.length.at.most(120);
      expect(lines[1]).to.match(new RegExp(`^${next}word`));
    }
  });

  it('keeps front matter, code, tables, headings, HTML and short lines as they are', () => {
    const long = words(40);
    const kept = [
      `---\ntitle: ${long}\n---`,
      `\`\`\`sh\n${long}\n\`\`\``,
      `- item\n\n  ~~~\n  ${long}\n  ~~~`,
      `    ${long}`,
      `| ${long} |`,
      `## ${long}`,
      `<!-- ${long} -->`,
      'one\ntwo',
      `<https://example.com/${'a'.repeat(120)}>`,
    ];
    for (const text of kept) expect(formatMarkdown(text)).to.equal(text);
  });

  it('keeps hard line breaks', () => {
    expect(formatMarkdown(`short  \n${words(25)}`)).to.equal(`short  \n${words(24)}\nword`);
    expect(formatMarkdown(`short\\\n${words(25)}`)).to.equal(`short\\\n${words(24)}\nword`);
  });

  it('breaks neither inside code nor before what would start a list or a quote', () => {
    expect(formatMarkdown(`${words(23)} \`one two\``)).to.equal(`${words(23)}\n\`one two\``);
    for (const start of ['-', '1.', '#', '>', '|'])
      expect(formatMarkdown(`${words(24)} ${start} end`)).to.equal(`${words(23)}\nword ${start} end`);
  });

  it('gives the same text when it is formatted again', () => {
    const text = `- ${words(50)}\n  ${words(3)}\n\n  ${words(60)}\n> ${words(40)}\n`;
    expect(formatMarkdown(formatMarkdown(text))).to.equal(formatMarkdown(text));
  });
});
