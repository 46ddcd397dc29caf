import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Client connections are limited to the descriptor limit of the process minus a reserve for the database, files and
 * external services: a flood of connections must not block requests in progress. Connections beyond the limit get a 503
 * with Retry-After; far beyond it, where even that would use up the reserve, they are dropped.
 */
const MOST = 10_000;
const RESERVE = 128;

export function limitConnections(server: Server, most = computeMaxConnections()): void {
  server.maxConnections = most + Math.ceil(RESERVE / 4);
  let open = 0;
  server.on('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => (open -= 1));
    if (open > most) refuseConnection(socket);
  });
}

function refuseConnection(socket: Socket): void {
  const body = JSON.stringify({ message: 'Service Unavailable', code: 'overloaded' });
  socket.on('error', () => undefined);
  socket.end(
    `HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  // A client that does not read the response is disconnected.
  socket.setTimeout(1_000, () => socket.destroy());
}

/** With a small limit, clients get half of it. */
export function computeMaxConnections(limit = readDescriptorLimit()): number {
  return Math.min(MOST, Math.max(limit - RESERVE, Math.floor(limit / 2)));
}

/** Number of files and sockets the process may open; unlimited if the system does not report it. */
function readDescriptorLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? Infinity : Number(soft);
  } catch {
    return Infinity;
  }
}
