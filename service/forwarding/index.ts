import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { getClientAddress, vouchForAddress } from '../../api/http/server/client-address.ts';
import { createForwarder, findWrittenCompany, type OnAnswer } from './forwarder.ts';
import { watchPeers } from './peers.ts';
import { createRequestSeal, SEAL_HEADER, SEAL_REFUSED } from './seal.ts';

/**
 * Several processes that serve the API: the writes of a company file go to one of them, so that it has the file in memory
 * and its appends are not refused. This is for speed only. The expected revision of each append keeps the log correct,
 * whichever process writes.
 */
export interface Forwarding {
  /** Handles the request if it is for another process; null otherwise. */
  findHandler(request: IncomingMessage): Handler | null;
  close(): Promise<void>;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface ForwardingOptions {
  readonly pool: pg.Pool;
  readonly processId: string;
  readonly appKey: string;
  readonly trustProxy: number;
  /** Address of the listener; null: a free port that is reachable from this machine alone. */
  readonly address: { readonly host: string; readonly port: number } | null;
  /** Whether this process writes the read tables. */
  readonly isProjecting: () => boolean;
  /** Handles a request in this process. */
  readonly handle: Handler;
  /** Called when another process has answered. */
  readonly onAnswer?: OnAnswer;
  readonly onTrouble: (error: unknown) => void;
}

const LOCAL = { host: '127.0.0.1', port: 0 };
const KEEP_ALIVE_MS = 60_000;
const DRAIN_MS = 10_000;

export function openForwarding(options: ForwardingOptions): Forwarding {
  const { pool, processId, appKey, trustProxy, handle, onTrouble } = options;
  const seal = createRequestSeal(appKey);
  const forwarder = createForwarder({
    seal,
    getClientAddress: (request) => getClientAddress(request, trustProxy),
    ...(options.onAnswer && { onAnswer: options.onAnswer }),
  });
  let listening: Promise<Server> | null = null;

  /** Nothing listens while this process is alone. */
  async function openListener(): Promise<{ readonly host: string; readonly port: number }> {
    const { host, port } = options.address ?? LOCAL;
    listening ??= listen(host, port, (request, response) => {
      const { method = '', url = '', headers } = request;
      const client = seal.open(headers[SEAL_HEADER] as string | undefined, method, url);
      if (client === null) {
        // What is not read would break the connection before the answer has arrived.
        request.resume();
        return void response.writeHead(403, { Connection: 'close', [SEAL_HEADER]: SEAL_REFUSED }).end();
      }
      vouchForAddress(request, client);
      handle(request, response);
    });
    listening.catch(() => (listening = null));
    return { host, port: ((await listening).address() as AddressInfo).port };
  }

  const peers = watchPeers({
    pool,
    processId,
    openListener,
    isLocal: options.address === null,
    isProjecting: options.isProjecting,
    onGone: (ids) => forwarder.abandon(ids),
    onTrouble,
  });
  return {
    findHandler(request) {
      const company = findWrittenCompany(request);
      const owner = company === null ? null : peers.findOwner(company);
      return owner && ((incoming, response) => forwarder.forward(incoming, response, owner, handle));
    },
    async close() {
      await peers.close();
      const server = await listening?.catch(() => null);
      if (server) await drain(server);
      forwarder.close();
    },
  };
}

function listen(host: string, port: number, handler: Handler): Promise<Server> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, handler);
  server.maxHeadersCount = 0;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      server.on('error', () => undefined);
      resolve(server);
    });
  });
}

async function drain(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(cut);
}
