import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { openHttpClient, type HttpClient } from '../http/client.ts';
import { matchHostOf } from '../http/destination.ts';

/**
 * Remote engine that reads documents, using the contract of docs/analysis.md. Any response that does not follow the
 * contract is a failure; the document is then read locally.
 */
export interface ApiEngine<Sheet> {
  /** @throws EngineFailed */
  readSheet(request: ApiEngineRequest): Promise<Sheet>;
  close(): Promise<void>;
}

export interface ApiEngineRequest {
  readonly path: string;
  readonly mime: string;
  readonly name: string;
  /** Identity of the company file, and the date; sent as JSON. */
  readonly context: Readonly<Record<string, unknown>>;
}

export interface ApiEngineOptions<Sheet> {
  readonly url: string;
  /** Sent as a bearer token. */
  readonly key: string | null;
  /** Checks whether the answer is a sheet; its structure is defined elsewhere. */
  readonly isSheet: (value: unknown) => value is Sheet;
  readonly timeoutMs?: number;
  readonly maxAnswerBytes?: number;
}

/** `reason` is logged: it must contain no part of an answer and no secret. */
export class EngineFailed extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`The analysis service failed: ${reason}`, { cause });
    this.name = 'EngineFailed';
  }
}

const TIMEOUT_MS = 60_000;
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_FILE_BYTES = 26 * 1024 * 1024;

export function openApiEngine<Sheet>({
  url,
  key,
  isSheet,
  timeoutMs = TIMEOUT_MS,
  maxAnswerBytes = MAX_ANSWER_BYTES,
}: ApiEngineOptions<Sheet>): ApiEngine<Sheet> {
  const http: HttpClient = openHttpClient({ trusts: matchHostOf(url), timeoutMs });
  return {
    async readSheet(request) {
      const boundary = `analysis-${randomUUID()}`;
      const body = await buildBody(request, boundary);
      const answer = await http
        .send({
          method: 'POST',
          url,
          headers: {
            Accept: 'application/json',
            'Content-Type': `multipart/form-data; boundary=${boundary}`,
            ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
          },
          body,
          maxBytes: maxAnswerBytes,
        })
        .catch((error: unknown) => {
          throw new EngineFailed(error instanceof Error ? error.message : 'unknown', error);
        });
      if (answer.status !== 200) throw new EngineFailed(`it answered ${answer.status}`);
      const sheet = parseSheet(answer.body);
      if (!isSheet(sheet)) throw new EngineFailed('its answer is not a sheet');
      return sheet;
    },
    close: () => http.close(),
  };
}

function parseSheet(body: Buffer): unknown {
  try {
    const answer: unknown = JSON.parse(body.toString('utf8'));
    return typeof answer === 'object' && answer !== null && 'sheet' in answer ? answer.sheet : null;
  } catch (error) {
    throw new EngineFailed('its answer is not JSON', error);
  }
}

/** Reads the file directly into the request buffer, to avoid a second copy. */
async function buildBody({ path, mime, name, context }: ApiEngineRequest, boundary: string): Promise<Buffer> {
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="context"\r\nContent-Type: application/json\r\n\r\n` +
      `${JSON.stringify(context)}\r\n--${boundary}\r\n` +
      `Content-Disposition: form-data; name="file"; filename="${sanitiseName(name)}"\r\nContent-Type: ${sanitiseMime(mime)}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    if (size > MAX_FILE_BYTES) throw new EngineFailed('the file is too large to send');
    const body = Buffer.alloc(head.length + size + tail.length);
    head.copy(body);
    await handle.read(body, head.length, size, 0);
    tail.copy(body, head.length + size);
    return body;
  } finally {
    await handle.close();
  }
}

/** File names are untrusted: no character may end the header. */
const sanitiseName = (name: string): string => name.replace(/["\\\p{Cc}]/gu, '_').slice(0, 200);
const sanitiseMime = (mime: string): string => (/^[\w.+-]+\/[\w.+-]+$/.test(mime) ? mime : 'application/octet-stream');
