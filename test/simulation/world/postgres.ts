import { START } from './clock.ts';
import { createWire, type Far, type Network, type SimulatedSocket } from './network.ts';
import type { Machine, Scheduler } from './scheduler.ts';
import { openSession, type Session } from './session.ts';
import { createStatementReader, type RequestTraits } from './statements.ts';
import {
  buildNotice,
  buildQuery,
  createRequestReader,
  isSimpleQuery,
  isTermination,
  readNotice,
  readStartup,
  tellLockTimeout,
  type Notice,
  type ServerMessage,
} from './wire-protocol.ts';

/**
 * The way to the database: a real PostgreSQL behind a simulated network. One request runs at a time, at the simulated
 * time. A request that waits for a lock waits until another one releases it.
 */
export interface PostgresLink {
  /** Chosen for each request. */
  chooseFault: (machine: Machine) => RequestFault | null;
  chooseNoticeFate: (machine: Machine) => NoticeFate;
  /** Called before an answer leaves for a machine, which may stand still from now on. */
  onAnswer: (machine: Machine) => void;
  /** Breaks all connections of a machine and waits until the server has noticed. */
  disconnect(machine: Machine): Promise<void>;
  /** Difference between the clock of the database and the simulated time. */
  clockOffset: number;
  readonly control: Session;
  readonly requests: number;
  /** Number of sessions of the server so far. */
  readonly sessions: number;
  close(): Promise<void>;
}

/** Lost before it was executed, or only its answer. */
export type RequestFault = 'lost' | 'answer-lost';
/** Milliseconds until each copy of a notification arrives; none if it is lost. */
export type NoticeFate = readonly number[];

interface Connection {
  readonly socket: SimulatedSocket;
  readonly channels: Set<string>;
  readonly answer: (act: () => void) => void;
  session: Session | null;
  readonly readTraits: (request: Buffer) => RequestTraits;
  isBroken: boolean;
  statementTimeout: number;
  /** How long a statement waits for a lock; 0: for any time. */
  lockTimeout: number;
  /** How long the open transaction may be idle; 0: for any time. */
  idleLimit: number;
  /** Number of requests so far. */
  requests: number;
  /** Notifications of an open transaction. */
  hasUncommittedNotices: boolean;
}

interface Request {
  readonly connection: Connection;
  /** Of a simple query. */
  readonly text: string | null;
  readonly traits: RequestTraits;
  readonly fault: RequestFault | null;
  readonly answered: Promise<ServerMessage[]>;
  /** Cancelled because of the limit for locks, not of that for statements. */
  hasWaitedTooLong: boolean;
}

/** Longer than the server needs to detect a deadlock (`deadlock_timeout`). */
const SUSPECTED_AFTER_MS = 30;
const IDLE_SETTING = 'SET LOCAL idle_in_transaction_session_timeout';
const IDLE_LIMIT = /SET LOCAL idle_in_transaction_session_timeout = '?(\d+)(s)?'?/;
const LOCK_LIMIT = /-c lock_timeout=(\d+)/;
const NEVER_MS = 24 * 3_600_000;
const realSetTimeout = globalThis.setTimeout;
const realClearTimeout = globalThis.clearTimeout;
const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void realSetTimeout(() => resolve(), milliseconds));
/** The result, or `slow` if it takes longer in the time of the real world. */
const awaitBriefly = <T>(work: Promise<T>, milliseconds: number): Promise<T | 'slow'> =>
  new Promise((resolve, reject) => {
    const timer = realSetTimeout(() => resolve('slow'), milliseconds);
    work.then(resolve, reject).finally(() => realClearTimeout(timer));
  });

export interface PostgresOptions {
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

export async function installPostgres(
  scheduler: Scheduler,
  network: Network,
  { port, user, database }: PostgresOptions,
): Promise<PostgresLink> {
  const connections = new Set<Connection>();
  const blocked: Request[] = [];
  const notices: Notice[] = [];
  let [requests, sessions] = [0, 0];
  const { session: control } = await openSession(port, { user, database }, (message) =>
    notices.push(readNotice(message)),
  );

  /**
   * Looks at the server as often as the real time requires. It is in another database, because what a session has in view
   * would keep old rows of its own database, and so change where new ones are written.
   */
  const { session: observer } = await openSession(port, { user, database: 'postgres' });

  const link: PostgresLink = {
    chooseFault: () => null,
    chooseNoticeFate: () => [network.chooseDelay()],
    onAnswer: () => undefined,
    clockOffset: 0,
    control,
    get requests() {
      return requests;
    },
    get sessions() {
      return sessions;
    },
    async disconnect(machine) {
      const gone = [...connections].filter(({ socket }) => socket.machine === machine);
      await Promise.all(gone.map(endConnection));
    },
    close: async () => void (await Promise.all([control.close(), observer.close()])),
  };

  network.services.set(port, (socket) => {
    const connection: Connection = {
      socket,
      channels: new Set(),
      readTraits: createStatementReader(),
      answer: createWire(scheduler, socket.machine, () => network.chooseDelay()),
      session: null,
      isBroken: false,
      statementTimeout: 0,
      lockTimeout: 0,
      idleLimit: 0,
      requests: 0,
      hasUncommittedNotices: false,
    };
    connections.add(connection);
    return acceptRequests(connection);
  });

  function acceptRequests(connection: Connection): Far {
    const read = createRequestReader();
    let line = Promise.resolve();
    const enqueue = (act: () => Promise<void>): void => {
      // On the machine of the server, which neither stops nor pauses with its clients.
      scheduler.schedule(
        network.chooseDelay(),
        () => (line = line.then(() => (connection.isBroken ? undefined : act()))),
        server,
      );
    };
    return {
      receive: (data) => read(data).forEach((request) => enqueue(() => execute(connection, request))),
      end: () => enqueue(() => endConnection(connection)),
      break: () => enqueue(() => endConnection(connection)),
    };
  }
  const server = scheduler.createMachine('database');

  async function execute(connection: Connection, request: Buffer): Promise<void> {
    requests += 1;
    if (connection.session === null) return startSession(connection, request);
    if (isTermination(request)) {
      await endConnection(connection);
      return connection.answer(() => connection.socket.finish());
    }
    const { machine } = connection.socket;
    scheduler.trace?.(`  ${machine.name} ${request.toString('latin1').replaceAll(/[^ -~]+/g, '·')}`);
    const fault = link.chooseFault(machine);
    if (fault === 'lost') return breakConnection(connection);
    const { session } = connection;
    connection.requests += 1;
    const traits = connection.readTraits(request);
    const text = isSimpleQuery(request) ? request.toString('latin1') : null;
    const limited = text === null ? null : IDLE_LIMIT.exec(text);
    if (limited) connection.idleLimit = Number(limited[1]) * (limited[2] === 's' ? 1_000 : 1);
    // The limit is kept in simulated time.
    const sent = limited ? buildQuery(text!.slice(5, -1).replace(IDLE_LIMIT, `${IDLE_SETTING} = 0`)) : request;
    const answered = traits.needsTime ? session.send(Buffer.concat([buildClock(), sent]), 2) : session.send(sent, 1);
    await awaitAnswer({ connection, text, traits, fault, answered, hasWaitedTooLong: false });
  }

  async function complete(
    { connection, text, traits, fault, hasWaitedTooLong }: Request,
    messages: readonly ServerMessage[],
  ): Promise<void> {
    const session = connection.session!;
    if (fault === 'answer-lost' || session.isClosed) await breakConnection(connection);
    else {
      // The answer to the time that was set comes first.
      const own = traits.needsTime ? messages.slice(messages.findIndex(({ type }) => type === 'Z') + 1) : messages;
      const bytes = Buffer.concat(own.map((message) => message.bytes));
      if (hasWaitedTooLong) tellLockTimeout(bytes);
      link.onAnswer(connection.socket.machine);
      connection.answer(() => connection.socket.deliver(bytes));
      for (const [, channel] of text?.matchAll(/\bLISTEN "?([\w-]+)"?/g) ?? []) {
        connection.channels.add(channel!);
        await control.query(`LISTEN "${channel}"`);
      }
    }
    watchIdleTransaction(connection);
    if (traits.notifies) connection.hasUncommittedNotices = true;
    if (session.status !== 'I' || !connection.hasUncommittedNotices) return;
    connection.hasUncommittedNotices = false;
    await spreadNotices();
  }

  /** The server ends a transaction whose client stands still. */
  function watchIdleTransaction(connection: Connection): void {
    const { session, idleLimit, requests: known } = connection;
    if (session!.status === 'I') connection.idleLimit = 0;
    if (session!.status === 'I' || idleLimit === 0) return;
    const endIfIdle = async (): Promise<void> => {
      if (connection.requests === known && !connection.isBroken) await breakConnection(connection);
    };
    scheduler.schedule(idleLimit, endIfIdle, server);
  }

  /** Sets the time that the functions of the database read, and is answered by itself. */
  const buildClock = (): Buffer =>
    buildQuery(`SET sim.now = '${new Date(START + scheduler.now + link.clockOffset).toISOString()}'`);

  async function startSession(connection: Connection, request: Buffer): Promise<void> {
    const { statement_timeout: limit, ...settings } = readStartup(request);
    const given = settings['options'] ?? '';
    const options = `${given.replace(LOCK_LIMIT, '')} -c search_path=sim,pg_catalog,public`;
    // Limits are kept in simulated time, and are not reached in that of the server.
    const unlimited: Record<string, string> = limit === undefined ? {} : { statement_timeout: String(NEVER_MS) };
    const { session, greeting } = await openSession(port, { ...settings, ...unlimited, options });
    sessions += 1;
    connection.session = session;
    connection.statementTimeout = Number(limit ?? 0);
    connection.lockTimeout = Number(LOCK_LIMIT.exec(given)?.[1] ?? 0);
    const bytes = Buffer.concat(greeting.map((message) => message.bytes));
    connection.answer(() => connection.socket.deliver(bytes));
  }

  /** Waits for the answer, or until it is certain that the request waits for a lock. */
  async function awaitAnswer(request: Request): Promise<void> {
    const { connection, answered } = request;
    for (;;) {
      const outcome = await awaitBriefly(answered, SUSPECTED_AFTER_MS);
      if (outcome !== 'slow') {
        await complete(request, outcome);
        return recheckBlocked();
      }
      if (await isWaitingForLock(connection)) break;
    }
    blocked.push(request);
    const { statementTimeout, lockTimeout } = connection;
    const isLockTimeout = lockTimeout > 0 && !(statementTimeout > 0 && statementTimeout <= lockTimeout);
    const limit = isLockTimeout ? lockTimeout : statementTimeout;
    if (limit > 0) scheduler.schedule(limit, () => cancelBlocked(request, isLockTimeout), server);
  }

  const isWaitingForLock = async ({ session }: Connection): Promise<boolean> => {
    const [row] = await observer.query(`SELECT cardinality(pg_blocking_pids(${session!.pid}))`);
    return row![0] !== '0';
  };

  /** Another request may have released what some of them wait for. */
  async function recheckBlocked(): Promise<void> {
    for (const request of blocked.slice()) {
      while (blocked.includes(request)) {
        const outcome = await awaitBriefly(request.answered, 1);
        if (outcome !== 'slow') {
          blocked.splice(blocked.indexOf(request), 1);
          await complete(request, outcome);
        } else if (await isWaitingForLock(request.connection)) break;
      }
    }
  }

  async function cancelBlocked(request: Request, isLockTimeout: boolean): Promise<void> {
    if (!blocked.includes(request)) return;
    request.hasWaitedTooLong = isLockTimeout;
    await observer.query(`SELECT pg_cancel_backend(${request.connection.session!.pid})`);
    await request.answered;
    await recheckBlocked();
  }

  async function endConnection(connection: Connection): Promise<void> {
    connection.isBroken = true;
    connections.delete(connection);
    const { session } = connection;
    if (session === null || session.isClosed) return;
    const { pid } = session;
    // A request that waits would go on after its client is gone.
    const place = blocked.findIndex((request) => request.connection === connection);
    if (place !== -1) blocked.splice(place, 1);
    await observer.query(`SELECT pg_terminate_backend(${pid})`);
    await session.close();
    for (;;) {
      const [row] = await observer.query(`SELECT count(*) FROM pg_stat_activity WHERE pid = ${pid}`);
      if (row![0] === '0') break;
      await sleep(1);
    }
    await recheckBlocked();
  }

  async function breakConnection(connection: Connection): Promise<void> {
    const { socket, answer } = connection;
    await endConnection(connection);
    answer(() => socket.fail());
  }

  /** Notifications of committed transactions have reached the control connection when it has answered. */
  async function spreadNotices(): Promise<void> {
    await control.query('SELECT 1');
    for (const notice of notices.splice(0)) {
      const bytes = buildNotice(notice);
      for (const connection of connections) {
        if (!connection.channels.has(notice.channel)) continue;
        const { socket } = connection;
        for (const delay of link.chooseNoticeFate(socket.machine))
          scheduler.schedule(delay, () => socket.deliver(bytes), socket.machine);
      }
    }
  }

  return link;
}
