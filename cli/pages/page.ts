import { readFileSync, writeFileSync } from 'node:fs';
import { reportFailure } from '../script.ts';

export interface PageValues {
  /** Only checks that the page is up to date. */
  readonly check: boolean;
}

/** Writes a generated page of docs/, or compares it. The built program is as deep below the package as this file. */
export function writePage(name: string, content: string, { check }: PageValues): void {
  const file = new URL(`../../docs/${name}.md`, import.meta.url);
  if (!check) return writeFileSync(file, content);
  if (readFileSync(file, 'utf8') !== content)
    reportFailure(`docs/${name}.md is out of date: run \`npm run docs:${name}\``);
}
