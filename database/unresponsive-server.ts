import { Socket } from 'node:net';
import type pg from 'pg';

/** What is done with a server that does not answer: nobody waits for it, not even to say goodbye. */

/**
 * Whether the server answers at all. A server that is frozen, or a network that swallows everything, breaks no connection:
 * whoever waits would wait until its own time is up, and so would the next. One connection asks again and again; when a
 * question stays open for too long, all connections are given up and new requests are refused at once, until an answer
 * comes. How long a statement takes does not matter here, so that slow is not mistaken for gone.
 */
export interface Pulse {
  readonly isLost: boolean;
  onLost(handler: () => void): () => void;
  close(): Promise<void>;
}

/** The server does not answer; the same as a connection that broke. */
export class DatabaseSilent extends Error {
  /** Connection failure. */
  readonly code = '08006';
  constructor() {
    super('The database server does not answer');
    this.name = 'DatabaseSilent';
  }
}

const GOODBYE_MS = 1_000;

/** Closes the connection, and waits for the server to take note only for a moment. */
export async function endInTime(client: pg.Client, milliseconds = GOODBYE_MS): Promise<void> {
  const ended = client.end().catch(() => undefined);
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, milliseconds).unref())]);
}

/** The sockets that a pool has open, so that all of them can be closed at once, whatever is under way on them. */
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
      // Whoever waited in the queue of the pool comes here without being asked again.
      if (isLost()) setImmediate(() => socket.destroy(new DatabaseSilent()));
      return socket;
    },
    destroyAll: () => sockets.forEach((socket) => socket.destroy(new DatabaseSilent())),
  };
}
