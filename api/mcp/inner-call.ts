import type { Json, JsonRecord } from '../../domain/json.ts';
import type { Answer } from '../http/reply/answer.ts';
import type { InnerRequest, RouteRequest } from '../http/routing/route.ts';
import { isRecord, toText } from './tables.ts';

/** Requests of tools and resources: each takes the way of a request of its own, with the token of the caller. */

export interface InnerAnswer {
  readonly status: number;
  readonly headers: Answer['headers'];
  readonly body: Json;
}

type Asked = Pick<InnerRequest, 'method' | 'path' | 'body' | 'isCheckOnly'> & {
  readonly headers?: Readonly<Record<string, string>>;
};

/** Sent along, so that the history names the device. */
const DEVICE_HEADERS = ['x-device-id', 'x-device-name'];

export async function sendInner(request: RouteRequest, { headers, ...asked }: Asked): Promise<InnerAnswer> {
  const answer = await request.inner.runRequest({
    ...asked,
    origin: 'integration',
    headers: { accept: 'application/json', 'accept-language': request.language, ...pickDevice(request), ...headers },
  });
  return { status: answer.status, headers: answer.headers, body: parseBody(await readText(answer.body)) };
}

function pickDevice({ headers }: RouteRequest): Record<string, string> {
  const given = DEVICE_HEADERS.map((name) => [name, headers[name]] as const);
  return Object.fromEntries(given.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

async function readText(body: Answer['body']): Promise<string> {
  if (body === null || typeof body === 'string') return body ?? '';
  if (body instanceof Uint8Array) return Buffer.from(body).toString('utf8');
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}

function parseBody(text: string): Json {
  if (text === '') return null;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

export const isRefused = ({ status }: InnerAnswer): boolean => status >= 400;

/** The facts of a refusal, always with `code`. */
export function getRefusal({ status, body }: InnerAnswer): JsonRecord {
  const facts = isRecord(body) ? body : { message: toText(body) };
  return { code: 'refused', ...facts, status };
}
