import type { Readable } from 'node:stream';

/** A reply ready to be sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** For a stream: names are announced before it, values sent after it. */
  readonly trailers?: () => Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | Readable | null;
}
