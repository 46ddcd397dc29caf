import type { IncomingMessage } from 'node:http';
import type pg from 'pg';
import { getClientAddress } from '../../api/http/server/client-address.ts';
import { createForwarder, findWrittenCompany, type OnAnswer } from './forwarder.ts';
import { openListener, type Handler, type Listener } from './listener.ts';
import { createMutualProof } from './mutual-proof.ts';
import { watchPeers } from './peers.ts';

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

export function openForwarding(options: ForwardingOptions): Forwarding {
  const { pool, processId, appKey, trustProxy, handle, onTrouble } = options;
  const proof = createMutualProof(appKey);
  const forwarder = createForwarder({
    proof,
    getClientAddress: (request) => getClientAddress(request, trustProxy),
    ...(options.onAnswer && { onAnswer: options.onAnswer }),
  });
  let listening: Promise<Listener> | null = null;

  /** Nothing listens while this process is alone. */
  function openOnce(): Promise<Listener> {
    listening ??= openListener(options.address ?? LOCAL, proof, handle);
    listening.catch(() => (listening = null));
    return listening;
  }

  const peers = watchPeers({
    pool,
    processId,
    openListener: openOnce,
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
      const listener = await listening?.catch(() => null);
      await listener?.close();
      forwarder.close();
    },
  };
}
