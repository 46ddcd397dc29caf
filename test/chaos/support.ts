import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { destroyEmbeddedServer, startEmbeddedServer, type EmbeddedServer } from '../../database/embedded/index.ts';
import { findFreePort } from '../../database/embedded/postmaster.ts';
import { readPostmasterPid } from '../support/embedded-server.ts';
import { openFile, postEntry, waitUntil, type Answer, type Client, type File } from '../support/load.ts';
import { createFirm, type ServiceProcess } from '../support/processes.ts';
import { EMAIL, PASSWORD, signIn, type Stage } from '../faults/support.ts';

/** A PostgreSQL of its own, which a test may stop, kill and freeze, always at the same address. */
export interface ChaosServer {
  readonly url: string;
  readonly dataDir: string;
  /** As an administrator does. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** As the machine does when memory runs out. */
  kill(): Promise<void>;
  destroy(): Promise<void>;
}

export async function startChaosServer(settings: Readonly<Record<string, string>> = {}): Promise<ChaosServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'grandlivre-chaos-'));
  const port = String(await findFreePort());
  // Commits reach the operating system before they are acknowledged: the server may die, the machine does not.
  const start = (): Promise<EmbeddedServer> =>
    startEmbeddedServer({
      dataDir,
      mode: 'own',
      settings: { fsync: 'off', full_page_writes: 'off', port, ...settings },
    });
  let server = await start();
  return {
    url: server.url,
    dataDir,
    stop: () => server.stop(),
    async start() {
      await server.stop();
      server = await start();
    },
    kill: async () => void process.kill(await readPostmasterPid(dataDir), 'SIGKILL'),
    async destroy() {
      await server.stop();
      await destroyEmbeddedServer(dataDir);
    },
  };
}

export interface Books {
  readonly client: Client;
  readonly file: File;
}

/** A firm with someone who is signed in, and a company file. */
export async function openBooks(
  environment: Readonly<Record<string, string>>,
  serviceUrl: string,
  clientOf: (token: string) => Client,
): Promise<Books> {
  await createFirm(environment, EMAIL, PASSWORD);
  const client = clientOf(await signIn(serviceUrl));
  return { client, file: await openFile(client, 'BOUL') };
}

/** A write whose outcome the client remembers as long as it does not know it. */
export function rememberingWriter(file: File) {
  const unknown = new Set<string>();
  return {
    /** Keys of requests that must be sent again. */
    unknown,
    async write(client: Client): Promise<Answer> {
      const key = randomUUID();
      unknown.add(key);
      const answer = await postEntry(client, file, key);
      if (answer.status < 300) unknown.delete(key);
      return answer;
    },
    /** Sends again what the client does not know the outcome of. */
    async settle(client: Client, milliseconds = 20_000): Promise<void> {
      for (const key of unknown) {
        const done = async (): Promise<boolean> => [200, 201].includes((await postEntry(client, file, key)).status);
        await waitUntil('a repeated write to succeed', done, milliseconds);
        unknown.delete(key);
      }
    },
  };
}

/** A 503 always says why and when to come again. */
export const isProperRefusal = ({ status, body, headers }: Answer): boolean =>
  status === 503 && typeof body['code'] === 'string' && headers['retry-after'] !== undefined;

/** Milliseconds until the request is answered with a success, from now on. */
export async function timeUntil(isThere: () => Promise<boolean>, limitMs = 60_000): Promise<number> {
  const startedAt = performance.now();
  while (!(await isThere().catch(() => false))) {
    if (performance.now() - startedAt > limitMs) throw new Error(`Not there again within ${limitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return Math.round(performance.now() - startedAt);
}

/** What was measured, for docs/reliability.md: shown when the suite runs. */
export function note(fault: string, figures: Readonly<Record<string, number | string>>): void {
  process.stdout.write(
    `      ${fault}: ${Object.entries(figures)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}\n`,
  );
}

/** All processes of the server that runs on the data folder. */
export async function processesOf(dataDir: string): Promise<number[]> {
  const main = await readPostmasterPid(dataDir);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
    }),
  );
  return [main, ...pids.filter((_, index) => parents[index] === main)];
}

/** As a machine that swaps, a hypervisor that pauses or a disk that hangs: connections stay, nothing is answered. */
export async function freeze(dataDir: string): Promise<() => void> {
  const pids = await processesOf(dataDir);
  const send = (signal: NodeJS.Signals): void => {
    for (const pid of pids) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended.
      }
    }
  };
  send('SIGSTOP');
  return () => send('SIGCONT');
}

/** As many as a file takes at a time, and again. */
export async function fillThirdParties(
  count: number,
  stage: Pick<Stage, 'file' | 'token'>,
  service: Pick<ServiceProcess, 'url'>,
): Promise<void> {
  for (let part = 0; part * 10_000 < count; part += 1) {
    const lines = Array.from({ length: Math.min(10_000, count - part * 10_000) }, (_, number) => {
      const name = part * 10_000 + number;
      return `customer,Client ${name},Rue de la Loi ${name},1000,Bruxelles,BE,client${name}@example.be`;
    });
    const form = new FormData();
    const csv = ['type,name,address_street,address_postal_code,address_city,address_country,email', ...lines].join(
      '\n',
    );
    form.append('file', new Blob([csv], { type: 'text/csv' }), 'clients.csv');
    form.append('ignore_unknown_columns', 'true');
    const answer = await fetch(`${service.url}${stage.file.path}/third-parties/import`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${stage.token}` },
      body: form,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`No import: ${answer.status} ${text.slice(0, 500)}`);
  }
}
