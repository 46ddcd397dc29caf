import { Readable } from 'node:stream';
import { openHttpClient, type HttpClient } from '../http/client.ts';
import { HttpFailure } from '../http/failures.ts';
import { isForbiddenUrl, type Surroundings } from './destination.ts';
import { toSourceFailure } from './http-source.ts';
import {
  toDriverFailure,
  ItemFailure,
  MAX_FILE_BYTES,
  MAX_LISTED,
  SILENCE_MS,
  SourceFailure,
  type FileSource,
} from './source.ts';

/** A folder of an S3-compatible bucket. The package signs and parses; requests are sent through the guarded client. */
export interface S3Settings {
  /** Null: the Amazon endpoint of the region. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  /** Prefix of the keys. */
  readonly folder: string;
  readonly user: string;
  readonly password: string;
  readonly path_style: boolean;
}

/** Enough for a list of a thousand keys of maximum length. */
const MAX_LIST_BYTES = 8 * 1024 * 1024;

export async function openS3(settings: S3Settings, around: Surroundings): Promise<FileSource> {
  const { endpoint, bucket: Bucket, folder: Prefix } = settings;
  if (endpoint !== null && isForbiddenUrl(endpoint, around)) throw new SourceFailure('forbidden');
  const { trusts, resolve, timeoutMs = SILENCE_MS } = around;
  const http = openHttpClient({ trusts, resolve, timeoutMs });
  // The package is large: it is loaded only if there is a bucket to read.
  const s3 = await import('@aws-sdk/client-s3');
  const client = new s3.S3Client({
    region: settings.region,
    ...(endpoint !== null && { endpoint }),
    forcePathStyle: settings.path_style,
    credentials: { accessKeyId: settings.user, secretAccessKey: settings.password },
    maxAttempts: 1,
    followRegionRedirects: false,
    logger: { trace: ignoreLog, debug: ignoreLog, info: ignoreLog, warn: ignoreLog, error: ignoreLog },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { handle: (request: WireRequest) => sendRequest(http, request) },
  });

  return {
    async listItems() {
      const found: { place: string; name: string; key: string; at: number }[] = [];
      let token: string | undefined;
      try {
        do {
          const page = await client.send(new s3.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: token }));
          for (const { Key, ETag, Size, LastModified } of page.Contents ?? [])
            if (Key !== undefined && !Key.endsWith('/')) {
              const at = LastModified?.getTime() ?? 0;
              const place = JSON.stringify([Key, ETag ?? null, Size ?? null, at]);
              found.push({ place, key: Key, name: Key.slice(Key.lastIndexOf('/') + 1), at });
            }
          const next = page.IsTruncated === true ? page.NextContinuationToken : undefined;
          // A repeated token would loop forever.
          token = next === token ? undefined : next;
        } while (token !== undefined && found.length < MAX_LISTED);
      } catch (error) {
        throw toFailure(error);
      }
      return found.sort((one, other) => one.at - other.at).map(({ place, name }) => ({ place, name }));
    },
    async fetchFiles({ place, name }) {
      const [Key] = JSON.parse(place) as readonly [string];
      try {
        const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key }));
        if (!(Body instanceof Readable)) throw new ItemFailure('unreadable');
        const pieces: Buffer[] = [];
        for await (const piece of Body) pieces.push(Buffer.from(piece as Uint8Array));
        return [{ name, content: Buffer.concat(pieces) }];
      } catch (error) {
        const failure = toFailure(error);
        // An object that has disappeared since it was listed, or is too large, is a problem of this object only.
        if (failure instanceof SourceFailure && (failure.problem === 'missing' || failure.problem === 'too_large'))
          throw new ItemFailure(failure.problem, error);
        throw failure;
      }
    },
    async close() {
      client.destroy();
      await http.close();
    },
  };
}

const ignoreLog = (): void => undefined;

/** A request signed by the package. */
interface WireRequest {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number | undefined;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>> | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

async function sendRequest(http: HttpClient, request: WireRequest) {
  const { protocol, hostname, port, path, query = {}, headers, method } = request;
  if (method !== 'GET') throw new SourceFailure('status');
  const search = Object.entries(query)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one: string | null) => formatPair(name, one)),
    )
    .join('&');
  const host = port === undefined ? hostname : `${hostname}:${port}`;
  const url = `${protocol}//${host}${path}${search === '' ? '' : `?${search}`}`;
  const { host: _host, 'content-length': _length, ...others } = lowerCaseNames(headers);
  const maxBytes = 'list-type' in query ? MAX_LIST_BYTES : MAX_FILE_BYTES;
  const answer = await http.send({ method: 'GET', url, headers: others, maxBytes });
  if (answer.status >= 300 && answer.status < 400) throw new SourceFailure('redirected');
  const response = {
    statusCode: answer.status,
    headers: { ...answer.readHeaders() },
    body: Readable.from(answer.body.length === 0 ? [] : [answer.body]),
  };
  return { response };
}

const encodeStrictly = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
const formatPair = (name: string, value: string | null): string =>
  value === null ? encodeStrictly(name) : `${encodeStrictly(name)}=${encodeStrictly(value)}`;
const lowerCaseNames = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const REFUSED: ReadonlySet<unknown> = new Set([401, 403]);

function toFailure(error: unknown): SourceFailure | ItemFailure {
  if (error instanceof SourceFailure || error instanceof ItemFailure) return error;
  if (error instanceof HttpFailure) return toSourceFailure(error);
  const status = (error as { $metadata?: { httpStatusCode?: unknown } }).$metadata?.httpStatusCode;
  if (REFUSED.has(status)) return new SourceFailure('refused', error);
  if (status === 404) return new SourceFailure('missing', error);
  if (status === 200) return new SourceFailure('unreadable', error);
  return typeof status === 'number' ? new SourceFailure('status', error) : toDriverFailure(error);
}
