import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A wire between the service and its database that a test can cut, mend and slow down. */
export interface Proxy {
  readonly port: number;
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Breaks every connection at once; new ones are welcome. */
  breakConnections(): void;
  /** While silent, bytes are taken and never passed on, in both directions: a network that swallows everything. */
  setSilent(silent: boolean): void;
  /** Every piece of an answer comes so much later. */
  setDelay(milliseconds: number): void;
  /** Connections made from now on lead there. */
  leadTo(target: Target): void;
  close(): Promise<void>;
}

export interface Target {
  readonly host: string;
  readonly port: number;
}

export async function startProxy(first: Target): Promise<Proxy> {
  let target = first;
  const sockets = new Set<Socket>();
  let isSilent = false;
  let delayMs = 0;

  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        (socket === near ? far : near).destroy();
      });
    }
    pass(near, far, () => 0);
    pass(far, near, () => delayMs);
  });
  /** Timers of the same length fire in the order in which they were set, so the bytes keep theirs. */
  const pass = (from: Socket, to: Socket, delay: () => number): void => {
    from.on('data', (chunk) => {
      if (isSilent) return;
      if (delay() === 0) to.write(chunk);
      else setTimeout(() => to.write(chunk), delay());
    });
  };
  const breakConnections = (): void => sockets.forEach((socket) => socket.destroy());
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const cut = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    breakConnections();
    await once(server, 'close');
  };

  const port = await listen(0);
  return {
    port,
    cut,
    mend: async () => void (server.listening || (await listen(port))),
    breakConnections,
    setSilent: (silent) => (isSilent = silent),
    setDelay: (milliseconds) => (delayMs = milliseconds),
    leadTo: (other) => (target = other),
    close: cut,
  };
}

export function parseTarget(databaseUrl: string): Target {
  const { hostname, port } = new URL(databaseUrl);
  return { host: hostname, port: Number(port) };
}

/** The same database, reached through the proxy. */
export function routeThroughProxy(databaseUrl: string, { port }: Proxy): string {
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}
