import type { HeadObjectCommandOutput, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { StorageFull, StorageUnavailable } from './failures.ts';

/** Where the objects are, and whose. */
export interface BucketSettings {
  readonly bucket: string;
  readonly region: string;
  /** Null: that of Amazon for the region. */
  readonly endpoint: string | null;
  /** What all names begin with. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The bucket is the first part of the path, not of the host. */
  readonly pathStyle: boolean;
  /** How long one exchange may take, silence within an answer, and the rest before it is tried again; for tests. */
  readonly timeouts?: { readonly exchangeMs: number; readonly silenceMs: number; readonly restMs: number };
}

/** Objects of a bucket that speaks the interface of S3. Every failure is a StorageFull or a StorageUnavailable. */
export interface Objects {
  put(key: string, object: ObjectToPut): Promise<void>;
  get(key: string): Promise<FoundObject | null>;
  /** In milliseconds; null when there is none. */
  modifiedAt(key: string): Promise<number | null>;
  remove(key: string): Promise<void>;
  /** Page by page, in the order of their names. */
  list(prefix: string): AsyncGenerator<readonly { readonly key: string; readonly modifiedAt: number }[]>;
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
/** A file may come as slowly as a megabyte a second. */
const BYTES_A_MS = 1_000;
const ATTEMPTS = 3;

export function openObjects(settings: BucketSettings): Objects {
  const { bucket: Bucket, prefix, timeouts = TIMEOUTS } = settings;
  let opened: Promise<{ readonly s3: Package; readonly client: S3Client }> | null = null;
  // It is large: loaded with the first file, and only where there is a bucket.
  const open = () => (opened ??= import('@aws-sdk/client-s3').then((s3) => ({ s3, client: clientOf(s3, settings) })));
  const keyOf = (key: string): string => `${prefix}${key}`;

  /** One exchange, tried again when it broke: every one of them may be made twice. */
  async function ask<Answer>(
    exchange: (s3: Package, client: S3Client, abortSignal: AbortSignal) => Promise<Answer>,
    moreMs = 0,
  ): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { s3, client } = await open();
        return await exchange(s3, client, AbortSignal.timeout(timeouts.exchangeMs + moreMs));
      } catch (error) {
        if (attempt === ATTEMPTS || !isPassing(error)) throw failureOf(error);
        await pause(timeouts.restMs * attempt);
      }
    }
  }

  return {
    async put(key, object) {
      const moreMs = Math.ceil(object.bytes / BYTES_A_MS);
      await ask(async (s3, client, abortSignal) => {
        const Body = 'path' in object ? createReadStream(object.path) : object.content;
        const command = new s3.PutObjectCommand({ Bucket, Key: keyOf(key), Body, ContentLength: object.bytes });
        signWith(command, object.sha256);
        try {
          await client.send(command, { abortSignal });
        } finally {
          if (Body instanceof Readable) Body.destroy();
        }
      }, moreMs);
    },
    get: (key) =>
      ask(async (s3, client, abortSignal) => {
        const found = await client
          .send(new s3.GetObjectCommand({ Bucket, Key: keyOf(key) }), { abortSignal })
          .catch(nullWhenUnknown);
        if (found === null) return null;
        const { Body, ContentLength } = found;
        if (!(Body instanceof Readable) || ContentLength === undefined) throw new Error('an answer without a length');
        return { bytes: ContentLength, pieces: piecesOf(Body, timeouts.silenceMs) };
      }),
    modifiedAt: (key) =>
      ask(async (s3, client, abortSignal) => {
        const found: HeadObjectCommandOutput | null = await client
          .send(new s3.HeadObjectCommand({ Bucket, Key: keyOf(key) }), { abortSignal })
          .catch(nullWhenUnknown);
        return found && timeOf(found.LastModified);
      }),
    remove: async (key) => {
      await ask((s3, client, abortSignal) =>
        client.send(new s3.DeleteObjectCommand({ Bucket, Key: keyOf(key) }), { abortSignal }),
      );
    },
    async *list(below) {
      let ContinuationToken: string | undefined;
      do {
        const from = ContinuationToken;
        const page = await ask((s3, client, abortSignal) =>
          client.send(new s3.ListObjectsV2Command({ Bucket, Prefix: keyOf(below), ContinuationToken: from }), {
            abortSignal,
          }),
        );
        yield (page.Contents ?? []).flatMap(({ Key, LastModified }) =>
          Key === undefined ? [] : [{ key: Key.slice(prefix.length), modifiedAt: timeOf(LastModified) }],
        );
        ContinuationToken = page.IsTruncated === true ? page.NextContinuationToken : undefined;
      } while (ContinuationToken !== undefined);
    },
    async close() {
      (await opened?.catch(() => null))?.client.destroy();
    },
  };
}

function clientOf({ S3Client }: Package, settings: BucketSettings): S3Client {
  const { accessKeyId, secretAccessKey, timeouts = TIMEOUTS } = settings;
  return new S3Client({
    region: settings.region,
    ...(settings.endpoint !== null && { endpoint: settings.endpoint }),
    forcePathStyle: settings.pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // We try again ourselves: a file that was sent half is read anew for it.
    maxAttempts: 1,
    // What went wrong is thrown, and told in our own words.
    logger: { trace: silence, debug: silence, info: silence, warn: silence, error: silence },
    requestHandler: { connectionTimeout: Math.min(3_000, timeouts.exchangeMs) },
    // Contents are signed with their SHA-256 and checked against it; not every store knows the other ways.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

const silence = (): void => undefined;

/** The signature covers the content by a hash that is known already, so that the store refuses anything else. */
function signWith(command: PutObjectCommand, sha256: string): void {
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

/** Silence ends it; a reader that takes its time does not. */
async function* piecesOf(body: Readable, silenceMs: number): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  try {
    for (;;) {
      const timer = setTimeout(() => body.destroy(new Error('silence')), silenceMs);
      const { done, value } = await pieces.next().finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw failureOf(error);
  } finally {
    body.destroy();
  }
}

/** What is not there. A bucket that is not there is something else. */
function nullWhenUnknown(error: unknown): null {
  const { name, status } = about(error);
  if (name === 'NoSuchKey' || name === 'NotFound' || (status === 404 && name !== 'NoSuchBucket')) return null;
  throw error;
}

const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'InsufficientStorage']);
const PASSING = new Set([429, 500, 502, 503, 504]);

function failureOf(error: unknown): Error {
  if (error instanceof StorageUnavailable) return error;
  const { name, status } = about(error);
  // Of the answer nothing but its code goes to the logs.
  const cause = new Error(`the bucket failed: ${name}${status === null ? '' : ` (${status})`}`);
  return status === 507 || FULL.has(name) ? new StorageFull(cause) : new StorageUnavailable(cause);
}

/** Whether it may go better in a moment: the connection broke, or the store is busy. One that was too slow stays so. */
function isPassing(error: unknown): boolean {
  const { name, status } = about(error);
  if (status !== null) return PASSING.has(status) && !FULL.has(name);
  return name !== 'AbortError' && name !== 'TimeoutError';
}

function about(error: unknown): { readonly name: string; readonly status: number | null } {
  const { name, code, $metadata } = error as { name?: unknown; code?: unknown; $metadata?: unknown };
  const status = ($metadata as { httpStatusCode?: unknown } | undefined)?.httpStatusCode;
  const word = [code, name].find((text) => typeof text === 'string' && /^\w{1,64}$/.test(text) && text !== 'Error');
  return { name: typeof word === 'string' ? word : 'unknown', status: typeof status === 'number' ? status : null };
}

function timeOf(date: Date | undefined): number {
  if (date === undefined) throw new StorageUnavailable(new Error('an object without a time'));
  return date.getTime();
}
