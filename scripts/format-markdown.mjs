/**
 * Wraps Markdown at 120 characters. `--check` lists the files that would change and exits with 1.
 * Tables, headings, code, HTML, front matter and words that cannot be broken keep their length.
 *
 *   node scripts/format-markdown.mjs [--check] [files]
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const WIDTH = 120;

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'var', '.git']);

/** Written by generators, which do not wrap their lines. */
const GENERATED = new Set(['docs/conformity.md', 'docs/events.md', 'docs/roles.md']);

const FENCE = /^\s*(?:> ?)*\s*(?:[-*+] +|\d+[.)] +)?(`{3,}|~{3,})/;
/** Lines that are never joined with another line: blank, heading, table, HTML, rule, link definition. */
const VERBATIM = /^\s*(?:$|#{1,6}\s|\||<(?:!--|\/?[a-z][a-z0-9-]*[\s>/])|\[[^\]]+\]:\s|(?:[-*_]\s*){3,}$)/i;
const INDENTED_CODE = /^ {4,}\S/;
const LIST_ITEM = /^(\s*)([-*+]|\d+[.)])( +)(?=\S)/;
/** A word that would start another kind of block at the beginning of a line. */
const BLOCK_START = /^(?:[-+*]|\d+[.)]|#{1,6}|[=-]+|[>|].*|`{3,}.*|~{3,}.*)$/;

/** All Markdown files below a folder that people write, as paths relative to it. */
export function listMarkdownFiles(root, folder = root) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : listMarkdownFiles(root, path);
    const name = relative(root, path);
    return entry.isFile() && name.endsWith('.md') && !GENERATED.has(name) ? [name] : [];
  });
}

export function formatMarkdown(text) {
  const output = [];
  const lines = text.split('\n');
  let position = copyFrontMatter(lines, output);
  let isInList = false;
  while (position < lines.length) {
    const line = lines[position];
    const { prefix, rest } = splitQuote(line);
    if (LIST_ITEM.test(rest)) isInList = true;
    else if (/^\S/.test(rest)) isInList = false;
    const fence = FENCE.exec(line)?.[1];
    if (fence !== undefined) position = copyFence(lines, position, fence, output);
    else if (!isInList && INDENTED_CODE.test(rest)) output.push(lines[position++]);
    else if (VERBATIM.test(rest)) output.push(lines[position++]);
    else {
      const end = findParagraphEnd(lines, position, prefix);
      output.push(...wrapParagraph(lines.slice(position, end), prefix));
      position = end;
    }
  }
  return output.join('\n');
}

function copyFrontMatter(lines, output) {
  const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1;
  output.push(...lines.slice(0, end + 1));
  return end + 1;
}

function copyFence(lines, start, fence, output) {
  const isClosing = (line) => splitQuote(line).rest.trim().startsWith(fence) && /^[`~\s>]*$/.test(line);
  let end = start + 1;
  while (end < lines.length && !isClosing(lines[end])) end += 1;
  output.push(...lines.slice(start, end + 1));
  return end + 1;
}

function splitQuote(line) {
  const prefix = /^(?: {0,3}> ?)*/.exec(line)[0];
  return { prefix, rest: line.slice(prefix.length) };
}

function findParagraphEnd(lines, start, prefix) {
  let end = start + 1;
  while (end < lines.length) {
    const { prefix: nextPrefix, rest } = splitQuote(lines[end]);
    if (nextPrefix.trim() !== prefix.trim() || VERBATIM.test(rest) || LIST_ITEM.test(rest) || FENCE.test(rest)) break;
    end += 1;
  }
  return end;
}

function wrapParagraph(lines, prefix) {
  if (lines.every((line) => countCharacters(line) <= WIDTH)) return lines;
  const texts = lines.map((line) => splitQuote(line).rest);
  const marker = LIST_ITEM.exec(texts[0])?.[0] ?? '';
  const indentation = marker === '' ? /^\s*/.exec(texts[0])[0] : ' '.repeat(marker.length);
  const first = prefix + (marker === '' ? indentation : marker);
  texts[0] = texts[0].slice(marker.length);

  const wrapped = [];
  for (const segment of splitAtHardBreaks(texts)) {
    const lead = wrapped.length === 0 ? first : prefix + indentation;
    wrapped.push(...wrapWords(splitWords(segment.text), lead, prefix + indentation));
    wrapped[wrapped.length - 1] += segment.ending;
  }
  return wrapped;
}

/** Lines that end with two spaces or a backslash keep their end. */
function splitAtHardBreaks(texts) {
  const segments = [];
  let words = [];
  for (const [index, text] of texts.entries()) {
    words.push(text.trim().replace(/\\$/, ''));
    const ending = / {2,}$|\\$/.exec(text)?.[0] ?? '';
    if (ending === '' && index < texts.length - 1) continue;
    segments.push({ text: words.join(' '), ending: index < texts.length - 1 ? ending : '' });
    words = [];
  }
  return segments;
}

/** Splits at spaces, but not inside code spans, and never before a word that would start a block. */
function splitWords(text) {
  const pieces = text.match(/(?:(`+)(?!`)[^]*?[^`]\1(?!`)|\S)+/g) ?? [];
  return pieces.reduce((words, piece) => {
    if (words.length > 0 && BLOCK_START.test(piece)) words[words.length - 1] += ` ${piece}`;
    else words.push(piece);
    return words;
  }, []);
}

function wrapWords(words, first, next) {
  const lines = [];
  let line = first + (words[0] ?? '');
  for (const word of words.slice(1)) {
    if (countCharacters(line) + 1 + countCharacters(word) <= WIDTH) line += ` ${word}`;
    else {
      lines.push(line);
      line = next + word;
    }
  }
  return [...lines, line];
}

const countCharacters = (text) => [...text].length;

function run(args) {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const isCheck = args.includes('--check');
  const named = args.filter((argument) => !argument.startsWith('--'));
  let changed = 0;
  for (const file of named.length > 0 ? named : listMarkdownFiles(root).map((name) => join(root, name))) {
    const text = readFileSync(file, 'utf8');
    const formatted = formatMarkdown(text);
    if (formatted === text) continue;
    changed += 1;
    if (isCheck) console.error(`${relative(root, file)}: lines of more than ${WIDTH} characters`);
    else writeFileSync(file, formatted);
  }
  if (isCheck && changed > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) run(process.argv.slice(2));
