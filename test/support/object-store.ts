import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BucketSettings } from '../../outside/files/objects.ts';

/** A store on this machine that implements the part of S3 that a file store uses. It refuses unsigned requests. */
export interface TestObjectStore {
  readonly settings: BucketSettings;
  /** The same as variables of the environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly objects: Map<string, StoredObject>;
  /** `PUT logos/ab/…`, in their order. */
  readonly requests: string[];
  /** Replaces the answer; null restores the default. */
  behave(manner: ObjectStoreManner | null): void;
  close(): Promise<void>;
}

export interface StoredObject {
  content: Buffer;
  modifiedAt: Date;
}

export type ObjectStoreManner = (request: IncomingMessage, response: ServerResponse) => void;

const BUCKET = 'books';
const PREFIX = 'firm/';
const KEYS = { accessKeyId: 'AKIDTEST', secretAccessKey: 'secret/of+the/tests' };
const REGION = 'eu-west-3';
/** Small, so that a list has several. */
const PAGE = 2;

/** An answer in the words of S3. */
export const answerRefusal =
  (status: number, code: string): ObjectStoreManner =>
  (request, response) => {
    request.resume();
    const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>no</Message></Error>`;
    response.writeHead(status, { 'Content-Type': 'application/xml' }).end(request.method === 'HEAD' ? '' : body);
  };

export async function startObjectStore(): Promise<TestObjectStore> {
  const objects = new Map<string, StoredObject>();
  const requests: string[] = [];
  let manner: ObjectStoreManner | null = null;

  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://store');
    const [, bucket = '', ...rest] = url.pathname.split('/');
    const key = decodeURIComponent(rest.join('/'));
    requests.push(`${request.method} ${key.slice(PREFIX.length)}`);
    if (manner !== null) return manner(request, response);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const content = Buffer.concat(chunks);
      const problem = findSignatureProblem(request, url, content);
      if (problem !== null)
        return answerRefusal(problem === 'XAmzContentSHA256Mismatch' ? 400 : 403, problem)(request, response);
      if (bucket !== BUCKET) return answerRefusal(404, 'NoSuchBucket')(request, response);
      if (key === '') return list(url.searchParams, response);
      answer(request, response, key, content);
    });
  });

  function answer(request: IncomingMessage, response: ServerResponse, key: string, content: Buffer): void {
    const found = objects.get(key);
    switch (request.method) {
      case 'PUT':
        objects.set(key, { content, modifiedAt: new Date() });
        return void response.writeHead(200, { ETag: '"x"' }).end();
      case 'DELETE':
        objects.delete(key);
        return void response.writeHead(204).end();
      case 'GET':
      case 'HEAD':
        if (!found) return answerRefusal(404, 'NoSuchKey')(request, response);
        response.writeHead(200, {
          'Content-Length': found.content.length,
          'Last-Modified': found.modifiedAt.toUTCString(),
        });
        return void response.end(request.method === 'HEAD' ? undefined : found.content);
      default:
        return answerRefusal(405, 'MethodNotAllowed')(request, response);
    }
  }

  function list(query: URLSearchParams, response: ServerResponse): void {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, PAGE);
    const contents = page.map((key) => {
      const { content, modifiedAt } = objects.get(key)!;
      return `<Contents><Key>${key}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><Size>${content.length}</Size></Contents>`;
    });
    const more = keys.length > PAGE;
    response
      .writeHead(200, { 'Content-Type': 'application/xml' })
      .end(
        `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">` +
          `<IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''}` +
          `${contents.join('')}</ListBucketResult>`,
      );
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { bucket: BUCKET, endpoint, region: REGION, prefix: PREFIX, ...KEYS, pathStyle: true };
  return {
    settings,
    environment: {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: endpoint,
      S3_REGION: REGION,
      S3_PREFIX: PREFIX,
      S3_ACCESS_KEY_ID: KEYS.accessKeyId,
      S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    },
    objects,
    requests,
    behave: (wanted) => void (manner = wanted),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const hashSha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const computeHmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encodePath = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

/** Version 4 of the signatures, made once more from what has arrived. Null: it is right, and so is the content. */
function findSignatureProblem({ method, headers }: IncomingMessage, url: URL, content: Buffer): string | null {
  const [, key, day, region, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (key !== KEYS.accessKeyId || region !== REGION || !names) return 'InvalidAccessKeyId';
  const signed = names.split(';');
  if (!signed.includes('host') || !signed.includes('x-amz-content-sha256')) return 'SignatureDoesNotMatch';
  const claimed = String(headers['x-amz-content-sha256']);
  const query = [...url.searchParams].map(([name, value]) => `${encodePath(name)}=${encodePath(value)}`).sort();
  const canonical = [
    method,
    url.pathname,
    query.join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    claimed,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hashSha256(canonical)].join('\n');
  const keys = [day!, region, 's3', 'aws4_request'].reduce<string | Buffer>(computeHmac, `AWS4${KEYS.secretAccessKey}`);
  if (computeHmac(keys, text).toString('hex') !== signature) return 'SignatureDoesNotMatch';
  return claimed === hashSha256(content) ? null : 'XAmzContentSHA256Mismatch';
}
