import { Socket } from 'node:net';
import type pg from 'pg';

/** Handling of an unresponsive server: never wait for it, not even when closing connections. */

/**
 * Detects whether the server responds at all. A frozen server or a network that drops everything breaks no connection, so
 * every caller would wait until its own time limit. One connection polls the server; if a query stays unanswered for too
 * long, all connections are closed and new requests are refused immediately until the server responds. The duration of
 * other statements does not matter, so that a slow server is not mistaken for a dead one.
 */
export interface Pulse {
  readonly isLost: boolean;
  onLost(handler: () => void): () => void;
  close(): Promise<void>;
}

/** The server does not respond; treated like a broken connection. */
export class DatabaseSilent extends Error {
  /** Connection failure. */
  readonly code = '08006';
  constructor() {
    super('The database server does not respond');
    this.name = 'DatabaseSilent';
  }
}

const GOODBYE_MS = 1_000;

/** Closes the connection and waits only briefly for the server. */
export async function endWithTimeout(client: pg.Client, milliseconds = GOODBYE_MS): Promise<void> {
  const ended = client.end().catch(() => undefined);
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, milliseconds).unref())]);
}

/** Tracks the open sockets of a pool, so that all can be closed at once, whatever is in progress. */
export function trackSockets(isLost: () => boolean = () => false): {
  readonly open: () => Socket;
  readonly destroyAll: () => void;
} {
  const sockets = new Set<Socket>();
  return {
    open() {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      // Requests from the queue of the pool get here without another check.
      if (isLost()) setImmediate(() => socket.destroy(new DatabaseSilent()));
      return socket;
    },
    destroyAll: () => sockets.forEach((socket) => socket.destroy(new DatabaseSilent())),
  };
}
