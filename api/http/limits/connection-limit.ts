import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Connections of clients are bounded by what the system lets the process open, less a reserve for the database, files and
 * services outside: a flood of connections must not leave those who are served without a file to read from. Whoever comes
 * beyond the bound is told so and when to come again; far beyond it, where even that would use up the reserve, is cut off.
 */
const MOST = 10_000;
const RESERVE = 128;

export function boundConnections(server: Server, most = mostConnections()): void {
  server.maxConnections = most + Math.ceil(RESERVE / 4);
  let open = 0;
  server.on('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => (open -= 1));
    if (open > most) refuse(socket);
  });
}

function refuse(socket: Socket): void {
  const body = JSON.stringify({ message: 'Service Unavailable', code: 'overloaded' });
  socket.on('error', () => undefined);
  socket.end(
    `HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  // Whoever does not read it does not keep it.
  socket.setTimeout(1_000, () => socket.destroy());
}

/** A small limit leaves clients a half of it. */
export function mostConnections(limit = descriptorLimit()): number {
  return Math.min(MOST, Math.max(limit - RESERVE, Math.floor(limit / 2)));
}

/** How many files and sockets the process may have open; where the system does not tell, there is no bound of this kind. */
function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? Infinity : Number(soft);
  } catch {
    return Infinity;
  }
}
