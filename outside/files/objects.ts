import type { HeadObjectCommandOutput, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { StorageFull, StorageUnavailable } from './failures.ts';

/** Location and credentials of the bucket. */
export interface BucketSettings {
  readonly bucket: string;
  readonly region: string;
  /** Null: the Amazon endpoint of the region. */
  readonly endpoint: string | null;
  /** Prefix of all keys. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The bucket name is part of the path instead of the host name. */
  readonly pathStyle: boolean;
  /** Timeout of one request, longest silence within an answer, and delay before a retry; for tests. */
  readonly timeouts?: { readonly exchangeMs: number; readonly silenceMs: number; readonly restMs: number };
}

/** Objects in an S3-compatible bucket. Every failure is a StorageFull or a StorageUnavailable. */
export interface Objects {
  putObject(key: string, object: ObjectToPut): Promise<void>;
  getObject(key: string): Promise<FoundObject | null>;
  /** In milliseconds; null if the object does not exist. */
  getModifiedAt(key: string): Promise<number | null>;
  removeObject(key: string): Promise<void>;
  /** In pages, sorted by key. */
  listObjects(prefix: string): AsyncGenerator<readonly { readonly key: string; readonly modifiedAt: number }[]>;
  close(): Promise<void>;
}

export type ObjectToPut = { readonly sha256: string; readonly bytes: number } & (
  | { readonly path: string }
  | { readonly content: Uint8Array }
);

export interface FoundObject {
  readonly bytes: number;
  readonly pieces: AsyncIterable<Uint8Array>;
}

type Package = typeof import('@aws-sdk/client-s3');

const TIMEOUTS = { exchangeMs: 20_000, silenceMs: 10_000, restMs: 200 };
/** Slowest accepted transfer: one megabyte per second. */
const BYTES_A_MS = 1_000;
const ATTEMPTS = 3;

export function openObjects(settings: BucketSettings): Objects {
  const { bucket: Bucket, prefix, timeouts = TIMEOUTS } = settings;
  let opened: Promise<{ readonly s3: Package; readonly client: S3Client }> | null = null;
  // The package is large: it is loaded with the first file, and only if a bucket is configured.
  const openClient = () =>
    (opened ??= import('@aws-sdk/client-s3').then((s3) => ({ s3, client: createClient(s3, settings) })));
  const buildKey = (key: string): string => `${prefix}${key}`;

  /** Sends a request, with retries after temporary failures; all requests are idempotent. */
  async function sendWithRetry<Answer>(
    exchange: (s3: Package, client: S3Client, abortSignal: AbortSignal) => Promise<Answer>,
    moreMs = 0,
  ): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { s3, client } = await openClient();
        return await exchange(s3, client, AbortSignal.timeout(timeouts.exchangeMs + moreMs));
      } catch (error) {
        if (attempt === ATTEMPTS || !isTemporary(error)) throw toBucketFailure(error);
        await pause(timeouts.restMs * attempt);
      }
    }
  }

  return {
    async putObject(key, object) {
      const moreMs = Math.ceil(object.bytes / BYTES_A_MS);
      await sendWithRetry(async (s3, client, abortSignal) => {
        const Body = 'path' in object ? createReadStream(object.path) : object.content;
        const command = new s3.PutObjectCommand({ Bucket, Key: buildKey(key), Body, ContentLength: object.bytes });
        signWithHash(command, object.sha256);
        try {
          await client.send(command, { abortSignal });
        } finally {
          if (Body instanceof Readable) Body.destroy();
        }
      }, moreMs);
    },
    getObject: (key) =>
      sendWithRetry(async (s3, client, abortSignal) => {
        const found = await client
          .send(new s3.GetObjectCommand({ Bucket, Key: buildKey(key) }), { abortSignal })
          .catch(nullIfUnknown);
        if (found === null) return null;
        const { Body, ContentLength } = found;
        if (!(Body instanceof Readable) || ContentLength === undefined) throw new Error('answer without a length');
        return { bytes: ContentLength, pieces: readPieces(Body, timeouts.silenceMs) };
      }),
    getModifiedAt: (key) =>
      sendWithRetry(async (s3, client, abortSignal) => {
        const found: HeadObjectCommandOutput | null = await client
          .send(new s3.HeadObjectCommand({ Bucket, Key: buildKey(key) }), { abortSignal })
          .catch(nullIfUnknown);
        return found && toTimestamp(found.LastModified);
      }),
    removeObject: async (key) => {
      await sendWithRetry((s3, client, abortSignal) =>
        client.send(new s3.DeleteObjectCommand({ Bucket, Key: buildKey(key) }), { abortSignal }),
      );
    },
    async *listObjects(below) {
      let ContinuationToken: string | undefined;
      do {
        const from = ContinuationToken;
        const page = await sendWithRetry((s3, client, abortSignal) =>
          client.send(new s3.ListObjectsV2Command({ Bucket, Prefix: buildKey(below), ContinuationToken: from }), {
            abortSignal,
          }),
        );
        yield (page.Contents ?? []).flatMap(({ Key, LastModified }) =>
          Key === undefined ? [] : [{ key: Key.slice(prefix.length), modifiedAt: toTimestamp(LastModified) }],
        );
        ContinuationToken = page.IsTruncated === true ? page.NextContinuationToken : undefined;
      } while (ContinuationToken !== undefined);
    },
    async close() {
      (await opened?.catch(() => null))?.client.destroy();
    },
  };
}

function createClient({ S3Client }: Package, settings: BucketSettings): S3Client {
  const { accessKeyId, secretAccessKey, timeouts = TIMEOUTS } = settings;
  return new S3Client({
    region: settings.region,
    ...(settings.endpoint !== null && { endpoint: settings.endpoint }),
    forcePathStyle: settings.pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // Retries are done here, because a partly sent file must be read again from the start.
    maxAttempts: 1,
    // Errors are thrown and logged elsewhere.
    logger: { trace: ignoreLog, debug: ignoreLog, info: ignoreLog, warn: ignoreLog, error: ignoreLog },
    requestHandler: { connectionTimeout: Math.min(3_000, timeouts.exchangeMs) },
    // Content is signed with its SHA-256 and verified against it; not every store supports other checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

const ignoreLog = (): void => undefined;

/** Signs the content with its known hash, so that the store refuses any other content. */
function signWithHash(command: PutObjectCommand, sha256: string): void {
  command.middlewareStack.add(
    (next) => (given) => {
      const { request } = given;
      if (hasHeaders(request)) request.headers['x-amz-content-sha256'] = sha256;
      return next(given);
    },
    { step: 'build', name: 'hashThatIsKnown' },
  );
}

const hasHeaders = (request: unknown): request is { readonly headers: Record<string, string> } =>
  typeof request === 'object' && request !== null && 'headers' in request;

/** Fails after a silence of the store; a slow reader is fine. */
async function* readPieces(body: Readable, silenceMs: number): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  try {
    for (;;) {
      const timer = setTimeout(() => body.destroy(new Error('silence')), silenceMs);
      const { done, value } = await pieces.next().finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw toBucketFailure(error);
  } finally {
    body.destroy();
  }
}

/** Null if the object does not exist. A missing bucket remains an error. */
function nullIfUnknown(error: unknown): null {
  const { name, status } = describeError(error);
  if (name === 'NoSuchKey' || name === 'NotFound' || (status === 404 && name !== 'NoSuchBucket')) return null;
  throw error;
}

const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'InsufficientStorage']);
const PASSING = new Set([429, 500, 502, 503, 504]);

function toBucketFailure(error: unknown): Error {
  if (error instanceof StorageUnavailable) return error;
  const { name, status } = describeError(error);
  // Only the code of the answer is logged.
  const cause = new Error(`the bucket failed: ${name}${status === null ? '' : ` (${status})`}`);
  return status === 507 || FULL.has(name) ? new StorageFull(cause) : new StorageUnavailable(cause);
}

/** Whether a retry may help: broken connection or busy store. A timeout is not retried. */
function isTemporary(error: unknown): boolean {
  const { name, status } = describeError(error);
  if (status !== null) return PASSING.has(status) && !FULL.has(name);
  return name !== 'AbortError' && name !== 'TimeoutError';
}

function describeError(error: unknown): { readonly name: string; readonly status: number | null } {
  const { name, code, $metadata } = error as { name?: unknown; code?: unknown; $metadata?: unknown };
  const status = ($metadata as { httpStatusCode?: unknown } | undefined)?.httpStatusCode;
  const word = [code, name].find((text) => typeof text === 'string' && /^\w{1,64}$/.test(text) && text !== 'Error');
  return { name: typeof word === 'string' ? word : 'unknown', status: typeof status === 'number' ? status : null };
}

function toTimestamp(date: Date | undefined): number {
  if (date === undefined) throw new StorageUnavailable(new Error('object without a modification time'));
  return date.getTime();
}
