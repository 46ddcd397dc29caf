import http from 'node:http';
import net from 'node:net';
import { Duplex } from 'node:stream';
import type { Machine, Scheduler } from './scheduler.ts';

/**
 * The network of the simulated world. Sockets deliver what was written after a delay that the seed chooses, in order.
 * Servers of all machines share one table of ports.
 */
export interface Network {
  /** Accepts connections to a port in another way than by a server of Node: the database. */
  readonly services: Map<number, (socket: SimulatedSocket) => Far>;
  /** Breaks all connections of a machine and frees its ports. */
  disconnect(machine: Machine): void;
  /** Milliseconds that a message takes between two machines. */
  chooseDelay: () => number;
}

/** The other end of a connection. */
export interface Far {
  receive(data: Buffer): void;
  /** Nothing more comes. */
  end(): void;
  /** The connection is gone. */
  break(): void;
}

export class SimulatedSocket extends Duplex {
  static network: NetworkState;
  readonly machine: Machine;
  readonly remoteFamily = 'IPv4';
  readonly localAddress = '127.0.0.1';
  readonly localPort = 1;
  remoteAddress: string | undefined = '127.0.0.1';
  remotePort = 1;
  connecting = false;
  pending = true;
  bytesRead = 0;
  bytesWritten = 0;
  timeout = 0;
  #far: Far | null = null;
  #waiting: (() => void) | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(options?: { machine?: Machine }) {
    super({ allowHalfOpen: false, autoDestroy: true });
    this.setMaxListeners(0);
    const { network } = SimulatedSocket;
    this.machine = options?.machine ?? network.scheduler.current;
    network.sockets.add(this);
    this.once('close', () => network.sockets.delete(this));
  }
  get readyState(): string {
    return this.connecting ? 'opening' : this.destroyed ? 'closed' : 'open';
  }

  connect(...given: unknown[]): this {
    const [port, done] = toTarget(given);
    if (done) this.once('connect', done);
    this.connecting = true;
    SimulatedSocket.network.open(this, port);
    return this;
  }
  attach(far: Far): void {
    this.#far = far;
    this.pending = false;
    this.connecting = false;
  }
  /** Tells the user of the socket that it is connected. */
  announce(): void {
    if (this.destroyed) return;
    this.emit('connect');
    this.emit('ready');
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.();
  }

  override _read(): void {}
  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (this.#far === null) {
      this.#waiting = () => this._write(chunk, encoding, done);
      return;
    }
    this.bytesWritten += chunk.length;
    this.#touch();
    this.#far.receive(Buffer.from(chunk));
    done();
  }
  override _final(done: (error?: Error | null) => void): void {
    this.#far?.end();
    done();
  }
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.setTimeout(0);
    this.#far?.break();
    done(error);
  }
  deliver(data: Buffer): void {
    if (this.destroyed || this.readableEnded) return;
    this.bytesRead += data.length;
    this.#touch();
    this.push(data);
  }
  finish(): void {
    if (!this.destroyed) this.push(null);
  }
  fail(code = 'ECONNRESET'): void {
    if (!this.destroyed) this.destroy(createSystemError(code, code === 'ECONNREFUSED' ? 'connect' : 'read'));
  }
  /** Its machine is dead: only the other end notices. */
  abandon(): void {
    this.#far?.break();
    this.#far = null;
    SimulatedSocket.network.sockets.delete(this);
  }
  setTimeout(delay: number, done?: () => void): this {
    this.timeout = delay;
    if (done) this.once('timeout', done);
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = delay > 0 ? setTimeout(() => this.emit('timeout'), delay) : null;
    return this;
  }
  #touch(): void {
    if (this.timeout > 0) this.setTimeout(this.timeout);
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  address(): object {
    return { address: '127.0.0.1', port: 1, family: 'IPv4' };
  }
  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }
  resetAndDestroy(): this {
    return this.destroy();
  }
}

export const createSystemError = (code: string, syscall: string): Error =>
  Object.assign(new Error(`${syscall} ${code}`), { code, syscall, errno: -1 });

function toTarget(given: readonly unknown[]): [port: number, done: (() => void) | undefined] {
  const [first] = given;
  const done = given.find((one) => typeof one === 'function') as (() => void) | undefined;
  const port = typeof first === 'object' && first !== null ? (first as { port?: unknown }).port : first;
  return [Number(port), done];
}

/** A queue in one direction: what was sent first arrives first. */
export function createWire(
  scheduler: Scheduler,
  machine: Machine,
  chooseDelay: () => number,
): (act: () => void) => void {
  const queue: (() => void)[] = [];
  return (act) => {
    queue.push(act);
    scheduler.schedule(chooseDelay(), () => queue.shift()?.(), machine);
  };
}

interface NetworkState extends Network {
  readonly scheduler: Scheduler;
  readonly sockets: Set<SimulatedSocket>;
  open(socket: SimulatedSocket, port: number): void;
}

const FIRST_FREE_PORT = 40_000;

export function installNetwork(scheduler: Scheduler): Network {
  const servers = new Map<number, { readonly server: net.Server; readonly machine: Machine }>();
  let freePort = FIRST_FREE_PORT;
  const state: NetworkState = {
    scheduler,
    sockets: new Set(),
    services: new Map(),
    chooseDelay: () => scheduler.random.between(0.05, 0.6),
    open(socket, port) {
      const service = state.services.get(port);
      scheduler.schedule(state.chooseDelay(), () => {
        if (socket.destroyed) return;
        if (service) {
          socket.attach(service(socket));
          return socket.announce();
        }
        const target = servers.get(port);
        if (target === undefined || target.machine.isDead) return socket.fail('ECONNREFUSED');
        connectToServer(socket, target.server, target.machine);
      });
    },
    disconnect(machine) {
      for (const [port, { machine: owner }] of servers) if (owner === machine) servers.delete(port);
      for (const socket of state.sockets) if (socket.machine === machine) socket.abandon();
    },
  };
  SimulatedSocket.network = state;

  function connectToServer(near: SimulatedSocket, server: net.Server, machine: Machine): void {
    const far = new SimulatedSocket({ machine });
    const [there, back] = [
      createWire(scheduler, machine, () => state.chooseDelay()),
      createWire(scheduler, near.machine, () => state.chooseDelay()),
    ];
    near.attach(createFar(far, there));
    far.attach(createFar(near, back));
    scheduler.schedule(0, () => void server.emit('connection', far), machine);
    near.announce();
  }

  installServers(scheduler, servers, () => (freePort += 1));
  const connect = (...given: unknown[]): SimulatedSocket => new SimulatedSocket().connect(...given);
  Object.assign(net, { Socket: SimulatedSocket, Stream: SimulatedSocket, connect, createConnection: connect });
  Object.assign(http.Agent.prototype, { createConnection: connect });
  return state;
}

function createFar(socket: SimulatedSocket, send: (act: () => void) => void): Far {
  return {
    receive: (data) => send(() => socket.deliver(data)),
    end: () => send(() => socket.finish()),
    break: () => send(() => socket.fail()),
  };
}

function installServers(
  scheduler: Scheduler,
  servers: Map<number, { readonly server: net.Server; readonly machine: Machine }>,
  takeFreePort: () => number,
): void {
  const ports = new WeakMap<net.Server, number>();
  Object.assign(net.Server.prototype, {
    listen(this: net.Server, ...given: unknown[]) {
      const [wanted, done] = toTarget(given);
      const port = wanted > 0 ? wanted : takeFreePort();
      if (done) this.once('listening', done);
      const { current: machine } = scheduler;
      scheduler.schedule(0, () => {
        if (servers.has(port)) return void this.emit('error', createSystemError('EADDRINUSE', 'listen'));
        servers.set(port, { server: this, machine });
        ports.set(this, port);
        Object.defineProperty(this, 'listening', { value: true, configurable: true });
        this.emit('listening');
      });
      return this;
    },
    address(this: net.Server) {
      return { address: '127.0.0.1', family: 'IPv4', port: ports.get(this) };
    },
    close(this: net.Server, done?: () => void) {
      servers.delete(ports.get(this)!);
      if (done) this.once('close', done);
      scheduler.schedule(0, () => void this.emit('close'));
      return this;
    },
    getConnections(this: net.Server, done: (error: null, count: number) => void) {
      process.nextTick(() => done(null, 0));
    },
  });
}
