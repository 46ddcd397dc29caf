import type { Readable } from 'node:stream';

/** A reply ready to be sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Of a stream: the names are told in front of it, the values behind it. */
  readonly trailers?: () => Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | Readable | null;
}
