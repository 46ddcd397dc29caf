import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { AcknowledgedWrite } from './invariants.ts';

/** Clients that press on the service, remember what they were promised, and follow its feed. */

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
  readonly milliseconds: number;
}

export interface RequestOptions {
  readonly body?: unknown;
  /** `X-Client-Mutation-Id`. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

export interface Client {
  readonly token: string;
  /** Every success of a write, as the client saw it. */
  readonly writes: AcknowledgedWrite[];
  /** @throws when the connection breaks before the answer is complete */
  call(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  get(path: string, options?: RequestOptions): Promise<Answer>;
  post(path: string, body: unknown, key?: string): Promise<Answer>;
  /** The same client, talking to another process. */
  at(url: string): Client;
  close(): void;
}

const REQUEST_TIMEOUT_MS = 40_000;

export function openClient(url: string, token = '', writes: AcknowledgedWrite[] = []): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 500 });

  async function call(
    method: string,
    path: string,
    { body, key, headers = {}, timeoutMs = REQUEST_TIMEOUT_MS }: RequestOptions = {},
  ): Promise<Answer> {
    const startedAt = performance.now();
    // Bytes and text are sent as they are, under the type that the headers name.
    const text =
      body === undefined ? '' : Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body);
    const sent: Record<string, string> = { ...headers };
    if (token) sent['Authorization'] = `Bearer ${token}`;
    if (key) sent['X-Client-Mutation-Id'] = key;
    if (text.length > 0) sent['Content-Length'] = String(Buffer.byteLength(text));
    if (text.length > 0 && sent['Content-Type'] === undefined) sent['Content-Type'] = 'application/json';
    const answer = await new Promise<Answer>((resolve, reject) => {
      const outgoing = httpRequest(url + path, { method, agent, headers: sent, timeout: timeoutMs }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const received = Buffer.concat(chunks).toString();
          const isJson = /\bjson\b/.test(incoming.headers['content-type'] ?? '');
          const parsed = isJson && received !== '' ? (JSON.parse(received) as Record<string, unknown>) : {};
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: parsed,
            milliseconds: performance.now() - startedAt,
          });
        });
      });
      outgoing.on('timeout', () =>
        outgoing.destroy(new Error(`${method} ${path} was not answered within ${timeoutMs} ms`)),
      );
      outgoing.on('error', reject);
      outgoing.end(text);
    });
    if (method !== 'GET' && answer.status < 300) writes.push(toAcknowledgedWrite(method, path, key, answer));
    return answer;
  }

  return {
    token,
    writes,
    call,
    get: (path, options) => call('GET', path, options),
    post: (path, body, key) => call('POST', path, { body, ...(key !== undefined && { key }) }),
    at: (other) => openClient(other, token, writes),
    close: () => agent.destroy(),
  };
}

function toAcknowledgedWrite(
  method: string,
  path: string,
  key: string | undefined,
  { status, headers, body }: Answer,
): AcknowledgedWrite {
  const operationId = headers['x-operation-id'];
  return {
    method,
    path,
    status,
    mutationId: key ?? null,
    operationId: typeof operationId === 'string' ? operationId : null,
    recordId: typeof body['id'] === 'number' ? body['id'] : null,
  };
}

/** The company file that a test writes to. */
export interface File {
  readonly id: number;
  readonly path: string;
  readonly journalId: number;
}

export const COMPANY = {
  name: 'Boulangerie',
  country_pack: 'BE',
  fiscal_year: { starts_on: '2026-01-01', ends_on: '2026-12-31' },
};

export async function openFile(client: Client, code: string, key?: string): Promise<File> {
  const answer = await client.post('/v1/companies', { ...COMPANY, code }, key);
  if (answer.status !== 201) throw new Error(`No company file: ${answer.status} ${JSON.stringify(answer.body)}`);
  return toFile(answer);
}

export function toFile({ body }: Answer): File {
  const journals = body['journals'] as { id: number; type: string }[];
  return {
    id: body['id'] as number,
    path: `/v1/companies/${String(body['public_token'])}`,
    journalId: journals[0]!.id,
  };
}

export function buildEntryBody({ journalId }: File, label = 'Achat') {
  return {
    journal_id: journalId,
    entry_date: '2026-03-15',
    label,
    lines: [
      { account: '610000', debit: '100.00' },
      { account: '411000', debit: '21.00' },
      { account: '440000', credit: '121.00' },
    ],
  };
}

export const postEntry = (client: Client, file: File, key: string = randomUUID()): Promise<Answer> =>
  client.post(`${file.path}/entries`, buildEntryBody(file), key);

/** A company file with someone who sends it invoices. */
export interface TradingFile extends File {
  readonly supplierId: number;
}

export async function addSupplier(client: Client, file: File): Promise<TradingFile> {
  const answer = await client.post(`${file.path}/third-parties`, { type: 'supplier', name: 'Moulins' }, randomUUID());
  if (answer.status !== 201) throw new Error(`No supplier: ${answer.status} ${JSON.stringify(answer.body)}`);
  return { ...file, supplierId: answer.body['id'] as number };
}

/** Two rates and a tax that is deducted in part: VAT, cost and what is owed are computed by the service. */
export function buildInvoiceBody({ journalId, supplierId }: TradingFile, reference = 'F-2026-7') {
  return {
    journal_id: journalId,
    third_party_id: supplierId,
    entry_date: '2026-03-15',
    due_date: '2026-04-14',
    reference,
    lines: [
      { account: '604000', amount: '100.00', vat_code: 'P-M-6' },
      { account: '610000', amount: '50.05', vat_code: 'P-S-21' },
      { account: '610000', amount: '33.33', vat_code: 'P-S-21-D50' },
    ],
  };
}

export const postInvoice = (client: Client, file: TradingFile, key: string = randomUUID()): Promise<Answer> =>
  client.post(`${file.path}/entries/invoice`, buildInvoiceBody(file), key);

export interface LoadReport {
  readonly answers: readonly Answer[];
  /** Requests whose connection broke. */
  readonly broken: readonly Error[];
  readonly seconds: number;
}

export interface Load {
  readonly writers: number;
  /** Ends earlier when `until` says so. */
  readonly milliseconds: number;
  readonly most?: number;
  readonly until?: () => boolean;
  readonly write: (writer: number, turn: number) => Promise<Answer>;
}

/** Writers that each send one request after another. A refusal or a broken connection makes a writer pause for a moment. */
export async function applyLoad({
  writers,
  milliseconds,
  most = Infinity,
  until = () => false,
  write,
}: Load): Promise<LoadReport> {
  const answers: Answer[] = [];
  const broken: Error[] = [];
  const startedAt = performance.now();
  let sent = 0;
  const isOver = (): boolean => sent >= most || until() || performance.now() - startedAt > milliseconds;
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let turn = 0; !isOver(); turn += 1) {
        sent += 1;
        try {
          const answer = await write(writer, turn);
          answers.push(answer);
          if (answer.status >= 500) await pause(50);
        } catch (error) {
          broken.push(error as Error);
          await pause(50);
        }
      }
    }),
  );
  return { answers, broken, seconds: (performance.now() - startedAt) / 1000 };
}

export function computePercentile(answers: readonly Answer[], part: number): number {
  const sorted = answers.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
}

export const listStatuses = (answers: readonly Answer[]): number[] =>
  [...new Set(answers.map(({ status }) => status))].sort();

export interface FeedFollower {
  readonly companyId: number;
  readonly cursor: number;
  readonly seen: ReadonlyMap<string, number>;
  /** How often the feed asked to start over. */
  readonly resyncs: number;
  readonly failures: readonly string[];
  /** Reads what is left and ends. */
  stop(): Promise<void>;
}

const FOLLOW_PAUSE_MS = 5;
const MAX_LAST_PULLS = 500;

/** Pulls again and again while others write, as a client that synchronises does. */
export function followFeed(client: Client, file: File, limit = 50): FeedFollower {
  const seen = new Map<string, number>();
  const failures: string[] = [];
  let [cursor, resyncs, isStopping] = [0, 0, false];

  async function pull(): Promise<boolean> {
    const { status, body } = await client.get(`${file.path}/sync/pull?since=${cursor}&limit=${limit}`);
    if (status !== 200) {
      if (status !== 503) failures.push(`${status} ${JSON.stringify(body)}`);
      return true;
    }
    if (body['full_resync'] === true) {
      resyncs += 1;
      seen.clear();
      cursor = 0;
      return true;
    }
    for (const change of body['changes'] as { resource: string; id: number; version: number; seq: number }[]) {
      if (change.seq <= cursor) failures.push(`change ${change.seq} came again behind cursor ${cursor}`);
      seen.set(`${change.resource}:${change.id}`, change.version);
    }
    const isMore = body['has_more'] === true;
    cursor = body['cursor'] as number;
    return isMore;
  }

  const following = (async () => {
    while (!isStopping) {
      await pull().catch(() => undefined);
      await pause(FOLLOW_PAUSE_MS);
    }
    for (let pulls = 0; (await pull()) && pulls < MAX_LAST_PULLS; pulls += 1);
  })();

  return {
    companyId: file.id,
    get cursor() {
      return cursor;
    },
    seen,
    get resyncs() {
      return resyncs;
    },
    failures,
    async stop() {
      isStopping = true;
      await following;
    },
  };
}

/** Waits for a condition, for a bounded time. */
export async function waitUntil(
  what: string,
  condition: () => Promise<boolean> | boolean,
  milliseconds = 15_000,
): Promise<void> {
  const deadline = performance.now() + milliseconds;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}`);
    await pause(20);
  }
}
