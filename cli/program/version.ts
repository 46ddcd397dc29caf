import { readFileSync } from 'node:fs';

/** The built program is as deep below the package as this file. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    readonly version: string;
  };
  return version;
}
