import { existsSync, readFileSync } from 'node:fs';

/** A test, by its file below the project and by what it says. */
export interface NamedTest {
  readonly file: string;
  readonly title: string;
}

const checkout = new URL('../../', import.meta.url);
const known = new Map<string, ReadonlySet<string> | null>();

/** Describes the problem with the name of a test, or null. A composed title is named as in the source. */
export function findTestProblem({ file, title }: NamedTest): string | null {
  const titles = readTitles(file);
  if (titles === null) return `${file}: there is no such file`;
  return titles.has(title) ? null : `${file}: no test says "${title}"`;
}

export function readTitles(file: string): ReadonlySet<string> | null {
  const read = known.get(file);
  if (read !== undefined) return read;
  const place = new URL(file, checkout);
  const source = existsSync(place) ? readFileSync(place, 'utf8') : null;
  const titles = source === null ? null : new Set([...source.matchAll(TITLE)].map(([, , text]) => unescape(text!)));
  known.set(file, titles);
  return titles;
}

const TITLE = /\bit(?:Long)?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/gs;
const unescape = (text: string): string => text.replace(/\\(.)/g, '$1');
