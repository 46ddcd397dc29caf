import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { openHttpClient, type HttpClient } from '../http/client.ts';
import { hostOf } from '../http/destination.ts';

/**
 * An engine elsewhere that reads documents, asked over the contract of docs/analysis.md. Whatever it does but answer as agreed
 * is a failure: then the document is read here.
 */
export interface ApiEngine<Sheet> {
  /** @throws EngineFailed */
  read(request: ApiEngineRequest): Promise<Sheet>;
  close(): Promise<void>;
}

export interface ApiEngineRequest {
  readonly path: string;
  readonly mime: string;
  readonly name: string;
  /** Who the company file is, and the day; sent as JSON. */
  readonly context: Readonly<Record<string, unknown>>;
}

export interface ApiEngineOptions<Sheet> {
  readonly url: string;
  /** Sent as a bearer token. */
  readonly key: string | null;
  /** Whether what came is a sheet; what it is made of is not for this folder to know. */
  readonly isSheet: (value: unknown) => value is Sheet;
  readonly timeoutMs?: number;
  readonly maxAnswerBytes?: number;
}

/** `reason` goes to the logs: no part of an answer, no secret. */
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
  const http: HttpClient = openHttpClient({ trusts: hostOf(url), timeoutMs });
  return {
    async read(request) {
      const boundary = `analysis-${randomUUID()}`;
      const body = await bodyOf(request, boundary);
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
      const sheet = sheetIn(answer.body);
      if (!isSheet(sheet)) throw new EngineFailed('its answer is no sheet');
      return sheet;
    },
    close: () => http.close(),
  };
}

function sheetIn(body: Buffer): unknown {
  try {
    const answer: unknown = JSON.parse(body.toString('utf8'));
    return typeof answer === 'object' && answer !== null && 'sheet' in answer ? answer.sheet : null;
  } catch (error) {
    throw new EngineFailed('its answer is no JSON', error);
  }
}

/** The file is read into the place where it is sent from: there is never a second copy of it. */
async function bodyOf({ path, mime, name, context }: ApiEngineRequest, boundary: string): Promise<Buffer> {
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="context"\r\nContent-Type: application/json\r\n\r\n` +
      `${JSON.stringify(context)}\r\n--${boundary}\r\n` +
      `Content-Disposition: form-data; name="file"; filename="${quoted(name)}"\r\nContent-Type: ${token(mime)}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    if (size > MAX_FILE_BYTES) throw new EngineFailed('the file is too large to be sent');
    const body = Buffer.alloc(head.length + size + tail.length);
    head.copy(body);
    await handle.read(body, head.length, size, 0);
    tail.copy(body, head.length + size);
    return body;
  } finally {
    await handle.close();
  }
}

/** Names come from strangers: nothing of them ends a header. */
const quoted = (name: string): string => name.replace(/["\\\p{Cc}]/gu, '_').slice(0, 200);
const token = (mime: string): string => (/^[\w.+-]+\/[\w.+-]+$/.test(mime) ? mime : 'application/octet-stream');
