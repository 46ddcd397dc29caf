import type { Readable } from 'node:stream';
import type { Answer } from './answer.ts';

/** What a handler answers. The router adds the headers that follow from it. */
export interface Reply {
  readonly status: number;
  /** Serialised as JSON; undefined = no body. */
  readonly body?: unknown;
  /** Sent as it is instead of `body`: a file, a page, a text. `headers` must name its `Content-Type`. */
  readonly raw?: string | Uint8Array | Readable;
  readonly headers?: Readonly<Record<string, string>>;
  /** Told behind the last byte of a stream, of what is known only then. */
  readonly trailers?: () => Readonly<Record<string, string>>;
  /** Version of the one record answered: becomes the ETag. */
  readonly version?: number;
  /** The answer also shows what does not change the version, such as counts: its ETag tells more than the version. */
  readonly showsMore?: boolean;
  /** What a request inside this one was refused with: told as it is. */
  readonly isPassedOn?: true;
  /** True when the request recorded something: `X-Operation-Id` is then answered. */
  readonly recorded?: boolean;
}

type Extras = Omit<Reply, 'status' | 'body'>;

export const ok = (body: unknown, extras: Extras = {}): Reply => ({ status: 200, body, ...extras });
export const created = (body: unknown, extras: Extras = {}): Reply => ({
  status: 201,
  body,
  recorded: true,
  ...extras,
});
/** It is done in the background. */
export const accepted = (body: unknown, extras: Extras = {}): Reply => ({ status: 202, body, ...extras });
export const noContent = (extras: Extras = {}): Reply => ({ status: 204, ...extras });

export const passedOn = ({ status, headers, body, trailers }: Answer): Reply => ({
  status,
  headers,
  ...(body !== null && { raw: body }),
  ...(trailers && { trailers }),
  isPassedOn: true,
});
