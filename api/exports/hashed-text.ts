import { createHash } from 'node:crypto';

/** A long text that is hashed on its way: its first part can be waited for, and the rest passes through. */
export interface HashedText {
  /** As much as is asked for, or a little more; all of it where there is less. */
  ahead(characters: number): Promise<string>;
  isWhole(): boolean;
  /** What was read ahead, and the rest as it comes. */
  from(start: string): AsyncGenerator<string>;
  /** SHA-256 of what it says. @throws before its end was read */
  fingerprint(): string;
}

/** `said` is hashed in place of the opening. */
export function hashedText(opening: string, said: string, parts: AsyncIterable<string>): HashedText {
  const hash = createHash('sha256').update(said);
  const source = parts[Symbol.asyncIterator]();
  let digest: string | null = null;

  async function next(): Promise<string | null> {
    const part = await source.next();
    if (part.done === true) {
      digest ??= hash.digest('hex');
      return null;
    }
    hash.update(part.value);
    return part.value;
  }

  return {
    async ahead(characters) {
      let text = opening;
      while (text.length < characters) {
        const part = await next();
        if (part === null) break;
        text += part;
      }
      return text;
    },
    isWhole: () => digest !== null,
    async *from(start) {
      try {
        yield start;
        for (let part = await next(); part !== null; part = await next()) yield part;
      } finally {
        await source.return?.();
      }
    },
    fingerprint() {
      if (digest === null) throw new Error('The text was not read to its end');
      return digest;
    },
  };
}
