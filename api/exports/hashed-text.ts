import { createHash } from 'node:crypto';

/** A long text hashed while it streams: the start can be awaited, and the rest passes through. */
export interface HashedText {
  /** Reads at least this many characters, or the whole text if it is shorter. */
  readAhead(characters: number): Promise<string>;
  isWhole(): boolean;
  /** Streams the part already read, then the rest. */
  streamFrom(start: string): AsyncGenerator<string>;
  /** SHA-256 of the contents. @throws if the text has not been read to its end */
  getFingerprint(): string;
}

/** `said` is hashed instead of the opening. */
export function createHashedText(opening: string, said: string, parts: AsyncIterable<string>): HashedText {
  const hash = createHash('sha256').update(said);
  const source = parts[Symbol.asyncIterator]();
  let digest: string | null = null;

  async function readNext(): Promise<string | null> {
    const part = await source.next();
    if (part.done === true) {
      digest ??= hash.digest('hex');
      return null;
    }
    hash.update(part.value);
    return part.value;
  }

  return {
    async readAhead(characters) {
      let text = opening;
      while (text.length < characters) {
        const part = await readNext();
        if (part === null) break;
        text += part;
      }
      return text;
    },
    isWhole: () => digest !== null,
    async *streamFrom(start) {
      try {
        yield start;
        for (let part = await readNext(); part !== null; part = await readNext()) yield part;
      } finally {
        await source.return?.();
      }
    },
    getFingerprint() {
      if (digest === null) throw new Error('The text was not read to its end');
      return digest;
    },
  };
}
