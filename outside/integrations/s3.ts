import { Readable } from 'node:stream';
import { openHttpClient, type HttpClient } from '../http/client.ts';
import { HttpFailure } from '../http/failures.ts';
import { isForbiddenUrl, type Surroundings } from './destination.ts';
import { asSourceFailure } from './http-source.ts';
import {
  failureOf,
  ItemFailure,
  MAX_FILE_BYTES,
  MAX_LISTED,
  SILENCE_MS,
  SourceFailure,
  type FileSource,
} from './source.ts';

/** A folder of a bucket that speaks S3. The package signs and reads; what goes over the wire goes through the guarded client. */
export interface S3Settings {
  /** Null: that of Amazon for the region. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  /** What the names begin with. */
  readonly folder: string;
  readonly user: string;
  readonly password: string;
  readonly path_style: boolean;
}

/** A list of a thousand names, each of the longest. */
const MAX_LIST_BYTES = 8 * 1024 * 1024;

export async function openS3(settings: S3Settings, around: Surroundings): Promise<FileSource> {
  const { endpoint, bucket: Bucket, folder: Prefix } = settings;
  if (endpoint !== null && isForbiddenUrl(endpoint, around)) throw new SourceFailure('forbidden');
  const { trusts, resolve, timeoutMs = SILENCE_MS } = around;
  const http = openHttpClient({ trusts, resolve, timeoutMs });
  // It is large: loaded where there is a bucket to read.
  const s3 = await import('@aws-sdk/client-s3');
  const client = new s3.S3Client({
    region: settings.region,
    ...(endpoint !== null && { endpoint }),
    forcePathStyle: settings.path_style,
    credentials: { accessKeyId: settings.user, secretAccessKey: settings.password },
    maxAttempts: 1,
    followRegionRedirects: false,
    logger: { trace: silence, debug: silence, info: silence, warn: silence, error: silence },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { handle: (request: WireRequest) => carried(http, request) },
  });

  return {
    async list() {
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
          // One that names the same page again would go on for ever.
          token = next === token ? undefined : next;
        } while (token !== undefined && found.length < MAX_LISTED);
      } catch (error) {
        throw asFailure(error);
      }
      return found.sort((one, other) => one.at - other.at).map(({ place, name }) => ({ place, name }));
    },
    async fetch({ place, name }) {
      const [Key] = JSON.parse(place) as readonly [string];
      try {
        const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key }));
        if (!(Body instanceof Readable)) throw new ItemFailure('unreadable');
        const pieces: Buffer[] = [];
        for await (const piece of Body) pieces.push(Buffer.from(piece as Uint8Array));
        return [{ name, content: Buffer.concat(pieces) }];
      } catch (error) {
        const failure = asFailure(error);
        // What was in the list a moment ago, or is larger than it may be, concerns this object alone.
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

const silence = (): void => undefined;

/** A request as the package has signed it. */
interface WireRequest {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number | undefined;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>> | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

async function carried(http: HttpClient, request: WireRequest) {
  const { protocol, hostname, port, path, query = {}, headers, method } = request;
  if (method !== 'GET') throw new SourceFailure('status');
  const search = Object.entries(query)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one: string | null) => pair(name, one)))
    .join('&');
  const host = port === undefined ? hostname : `${hostname}:${port}`;
  const url = `${protocol}//${host}${path}${search === '' ? '' : `?${search}`}`;
  const { host: _host, 'content-length': _length, ...others } = lowered(headers);
  const maxBytes = 'list-type' in query ? MAX_LIST_BYTES : MAX_FILE_BYTES;
  const answer = await http.send({ method: 'GET', url, headers: others, maxBytes });
  if (answer.status >= 300 && answer.status < 400) throw new SourceFailure('redirected');
  const response = {
    statusCode: answer.status,
    headers: { ...answer.headers },
    body: Readable.from(answer.body.length === 0 ? [] : [answer.body]),
  };
  return { response };
}

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
const pair = (name: string, value: string | null): string =>
  value === null ? encoded(name) : `${encoded(name)}=${encoded(value)}`;
const lowered = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const REFUSED: ReadonlySet<unknown> = new Set([401, 403]);

function asFailure(error: unknown): SourceFailure | ItemFailure {
  if (error instanceof SourceFailure || error instanceof ItemFailure) return error;
  if (error instanceof HttpFailure) return asSourceFailure(error);
  const status = (error as { $metadata?: { httpStatusCode?: unknown } }).$metadata?.httpStatusCode;
  if (REFUSED.has(status)) return new SourceFailure('refused', error);
  if (status === 404) return new SourceFailure('missing', error);
  if (status === 200) return new SourceFailure('unreadable', error);
  return typeof status === 'number' ? new SourceFailure('status', error) : failureOf(error);
}
