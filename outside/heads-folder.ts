import { createReadStream } from 'node:fs';
import { appendFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Append-only lines, one file per month, outside the database. */
export interface HeadsFolder {
  appendLines(month: string, lines: readonly string[]): Promise<void>;
  /** Oldest first. */
  readLines(): AsyncIterable<string>;
}

const FILE = /^\d{4}-\d{2}\.ndjson$/;

export function openHeadsFolder(folder: string): HeadsFolder {
  return {
    async appendLines(month, lines) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await appendFile(join(folder, `${month}.ndjson`), lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
    },
    async *readLines() {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      for (const name of names.filter((one) => FILE.test(one)).sort())
        yield* createInterface({ input: createReadStream(join(folder, name)), crlfDelay: Infinity });
    },
  };
}
