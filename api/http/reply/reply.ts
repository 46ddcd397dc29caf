import type { Readable } from 'node:stream';
import type { Answer } from './answer.ts';

/** The result of a handler. The router adds the headers that follow from it. */
export interface Reply {
  readonly status: number;
  /** Serialised as JSON; undefined for no body. */
  readonly body?: unknown;
  /** Sent as is instead of `body`: a file, a page or a text. `headers` must contain its `Content-Type`. */
  readonly raw?: string | Uint8Array | Readable;
  readonly headers?: Readonly<Record<string, string>>;
  /** Trailers sent after a stream, for values known only then. */
  readonly trailers?: () => Readonly<Record<string, string>>;
  /** Version of the single record in the response: becomes the ETag. */
  readonly version?: number;
  /** The response also contains data that does not change the version, such as counts: the ETag covers it too. */
  readonly showsMore?: boolean;
  /** The response of an inner request, passed on unchanged. */
  readonly isPassedOn?: true;
  /** True if the request recorded something: the response then has `X-Operation-Id`. */
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
/** The work is done in the background. */
export const accepted = (body: unknown, extras: Extras = {}): Reply => ({ status: 202, body, ...extras });
export const noContent = (extras: Extras = {}): Reply => ({ status: 204, ...extras });

/** Tells clients that a deleted record can be restored from the recycle bin. */
export const TRASHED_HEADER = 'X-Trashed';
export const replyTrashed = (recorded = true): Reply => noContent({ recorded, headers: { [TRASHED_HEADER]: '1' } });

export const passOnAnswer = ({ status, headers, body, trailers }: Answer): Reply => ({
  status,
  headers,
  ...(body !== null && { raw: body }),
  ...(trailers && { trailers }),
  isPassedOn: true,
});
