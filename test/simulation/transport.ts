import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Received, Transport } from '../support/client.ts';
import { getWorld } from './world/install.ts';
import type { Random } from './world/random.ts';

/** Requests of the simulated clients. */

const BOUNDARY = 'boundary-of-the-simulation';
const AGENT = new Agent({ keepAlive: true, maxSockets: 500 });

type Body = string | Uint8Array | FormData | undefined;

/** Forms of the examples, kept as they are: those of Node are read by threads. */
export class SimulatedForm {
  readonly parts: { readonly name: string; readonly value: string | SimulatedBlob; readonly file?: string }[] = [];
  append(name: string, given: unknown, file?: string): void {
    const value = given instanceof SimulatedBlob ? given : String(given);
    this.parts.push({ name, value, ...(file !== undefined && { file }) });
  }
}
export class SimulatedBlob {
  readonly content: Buffer;
  readonly type: string;
  constructor(parts: readonly (string | Uint8Array)[], { type = '' } = {}) {
    this.content = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
    this.type = type;
  }
}
export const installForms = (): void =>
  void Object.assign(globalThis, { FormData: SimulatedForm, Blob: SimulatedBlob });

function encodeForm({ parts }: SimulatedForm): Buffer {
  const pieces = parts.flatMap(({ name, value, file }) => {
    const isFile = typeof value !== 'string';
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${isFile ? `; filename="${file ?? 'file'}"\r\nContent-Type: ${value.type || 'application/octet-stream'}` : ''}\r\n\r\n`;
    return [Buffer.from(head), isFile ? value.content : Buffer.from(value), Buffer.from('\r\n')];
  });
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

export interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly timeoutMs: number;
}

/** @throws when the connection breaks or nothing comes within the time */
export function sendOnce({ url, method, headers, body, timeoutMs }: SentRequest): Promise<Received> {
  const isForm = body instanceof SimulatedForm;
  const bytes = isForm ? encodeForm(body) : body === undefined ? null : Buffer.from(body as string);
  const type = isForm ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json';
  const sent = {
    ...(bytes && { 'content-type': type, 'content-length': String(bytes.length) }),
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, { method, agent: AGENT, headers: sent }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('aborted', () => reject(new Error('aborted')));
      incoming.on('end', () => {
        clearTimeout(timer);
        const received = new Headers();
        for (let index = 0; index < incoming.rawHeaders.length; index += 2)
          received.append(incoming.rawHeaders[index]!, incoming.rawHeaders[index + 1]!);
        resolve({ status: incoming.statusCode!, headers: received, text: Buffer.concat(chunks).toString() });
      });
    });
    const timer = setTimeout(() => outgoing.destroy(new Error('timeout')), timeoutMs);
    outgoing.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    outgoing.end(bytes ?? undefined);
  });
}

/** Codes of a temporary state, after which the same request may be sent again. */
const isTemporary = ({ status, text }: Received): boolean =>
  status >= 500 || status === 429 || (status === 409 && text.includes('request_in_progress'));

export interface Patience {
  readonly random: Random;
  readonly tries: number;
  readonly timeoutMs: number;
}

/** Sends a request until there is an answer that is not temporary. Writes keep their mutation id. */
export async function sendPatiently(
  request: Omit<SentRequest, 'timeoutMs' | 'url'>,
  chooseUrl: () => string,
  { random, tries, timeoutMs }: Patience,
): Promise<Received | null> {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const url = chooseUrl();
    try {
      const received = await sendOnce({ ...request, url, timeoutMs });
      if (!isTemporary(received)) return received;
      getWorld().scheduler.trace?.(`# ${received.status} ${request.method} ${received.text.slice(0, 200)}`);
    } catch (error) {
      // The outcome is unknown.
      getWorld().scheduler.trace?.(`# ${(error as Error).message} ${request.method} ${url}`);
    }
    await pause(random.between(5, 50) * 2 ** Math.min(attempt, 7));
  }
  return null;
}

/** For what is prepared: a machine without faults of its own, whose database and projector may be away for a while. */
export const createPatientTransport =
  (random: Random): Transport =>
  async (url, method, headers, body) => {
    const identified =
      method === 'GET' || headers['X-Client-Mutation-Id'] !== undefined || headers['Idempotency-Key'] !== undefined
        ? headers
        : { ...headers, 'X-Client-Mutation-Id': random.uuid() };
    const patience = { random, tries: 25, timeoutMs: 20_000 };
    const received = await sendPatiently({ method, headers: identified, body }, () => url, patience);
    if (received === null) throw new Error(`${method} ${url} was not answered`);
    return received;
  };
